/** Pictures of the pages: `node tests/support/site-screenshots.ts [URL] [path…]` writes to screenshots/. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from './browser.ts'
import { previewPaths, startPreview } from './site-preview.ts'

const folder = join(import.meta.dirname, '../../screenshots')
mkdirSync(folder, { recursive: true })
const given = process.argv.slice(2)
const outside = given[0]?.startsWith('http') ? given.shift() : undefined
const preview = outside ? null : await startPreview()
const browser = await launchBrowser()
for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 768],
] as const) {
  const page = await browser.newPage({ viewport: { width, height: width < 500 ? 740 : 900 }, colorScheme: scheme })
  for (const path of given.length > 0 ? given : previewPaths) {
    await page.goto((outside ?? preview?.url ?? '') + path, { waitUntil: 'load' })
    // Pictures that wait to be scrolled to would be missing from a picture of the whole page.
    await page.evaluate("for (const image of document.querySelectorAll('img[loading=lazy]')) image.loading = 'eager'")
    await page.waitForLoadState('networkidle')
    const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'front'
    await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: true })
  }
  await page.close()
}
await browser.close()
preview?.server.close()
