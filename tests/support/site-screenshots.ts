/**
 * Pictures of the pages: `npm run screenshots -- [URL] [path…]` writes each whole, and as it is seen before scrolling, to
 * screenshots/. Without a URL they are drawn from invented views: `/` with 200 articles, `/fa` with three, `/ingenting`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from './browser.ts'
import { letterPaths, previewPaths, startPreview } from './site-preview.ts'

const folder = process.env.SCREENSHOTS_DIR ?? join(import.meta.dirname, '../../screenshots')
mkdirSync(folder, { recursive: true })
const given = process.argv.slice(2)
const outside = given[0]?.startsWith('http') ? given.shift() : undefined
const preview = outside ? null : await startPreview()
const browser = await launchBrowser()
const windows = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
for (const viewport of windows)
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport, colorScheme })
    for (const path of given.length > 0 ? given : [...previewPaths, ...letterPaths]) {
      await page.goto((outside ?? preview?.url ?? '') + path, { waitUntil: 'load' })
      const name = `${path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'front'}-${viewport.width}-${colorScheme}`
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}-fold.png`) })
      // Pictures that wait to be scrolled to would be missing from a picture of the whole page.
      await page.evaluate("for (const image of document.querySelectorAll('img[loading=lazy]')) image.loading = 'eager'")
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    }
    await page.close()
  }
await browser.close()
preview?.server.close()
