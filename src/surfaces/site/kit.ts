/** What all pages of the site share: texts, files, mark. Read once at start. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Messages } from '../../domain/site/messages.ts'
import type { Site } from '../../domain/site/site.ts'
import type { Assets } from '../../html/assets.ts'
import { siteAssets, siteMark } from './assets.ts'
import type { SitePage } from './page.ts'
import { notFoundPage } from './plain-pages.ts'

export interface SiteKit {
  assets: Assets
  /** The context of a page that is rendered at `now`. */
  page(now: Date): SitePage
  /** The static 404 page. */
  notFound: string
  /** The owner's words about the site, markdown. */
  about: string
}

export function buildSiteKit(
  config: Pick<Config, 'CONTENT_DIR' | 'BASE_URL'>,
  site: Site,
  messages: Messages,
): SiteKit {
  const assets = siteAssets(config.CONTENT_DIR)
  const fixed = { site, t: messages.t, asset: assets.url, baseUrl: config.BASE_URL, mark: siteMark(config.CONTENT_DIR) }
  const page = (now: Date): SitePage => ({ ...fixed, now })
  return {
    assets,
    page,
    notFound: notFoundPage(page(new Date(0))),
    about: readAbout(config.CONTENT_DIR) ?? site.description,
  }
}

function readAbout(folder: string): string | null {
  const file = join(folder, 'pages/om.md')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
