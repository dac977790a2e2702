/** Pictures of the console: `node tests/support/admin-screenshots.ts [path…]` writes to screenshots/. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { signIn, startAdminWorld } from './admin-world.ts'
import { launchBrowser } from './browser.ts'

const folder = process.env.SCREENSHOTS_DIR ?? join(import.meta.dirname, '../../screenshots')
mkdirSync(folder, { recursive: true })
const world = await startAdminWorld()
const browser = await launchBrowser()
const given = process.argv.slice(2)
const views = [360, 768, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
for (const { width, scheme } of views) {
  const options = { viewport: { width, height: 900 }, colorScheme: scheme }
  const context = await signIn(browser, world.url, options)
  const page = await context.newPage()
  for (const path of given.length > 0 ? given : world.paths) {
    await page.goto(world.url + path, { waitUntil: 'load' })
    const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')
    await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: true })
  }
  await context.close()
}
await browser.close()
await world.web.close()
