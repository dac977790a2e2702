/** Parts of the site that features have. */

import type { Paths } from '../../domain/site/paths.ts'
import type { Html } from '../../html/html.ts'
import type { ReadDb } from '../../read/articles/articles.ts'
import type { FilledSection } from '../../read/content/filled-sections.ts'
import type { SitePage } from './page.ts'

/** In the menu once there is something in it. */
export interface Section extends FilledSection {
  path(paths: Paths): string
}

/** Of the front page as it is now. */
export interface FrontPart {
  /** In the narrow column. */
  box(page: SitePage): Html
  /** In place of the button by which a browser reads the minute aloud. */
  listen?(page: SitePage): Html | null
}

/** Addresses of the sitemap. */
export interface SitemapPart {
  /** Of its first page. */
  path(paths: Paths): string
  list(db: ReadDb, paths: Paths): Promise<string[]>
}

export interface FeatureSite {
  sections: readonly Section[]
  front: readonly ((db: ReadDb) => Promise<FrontPart | null>)[]
  sitemap: readonly SitemapPart[]
  /** Files of style sheets. */
  styles: readonly string[]
  /** Files that go on with the script of every page. */
  scripts: readonly string[]
  /** Folders of files that these load. */
  assets: readonly string[]
}

export const NO_PARTS: FeatureSite = { sections: [], front: [], sitemap: [], styles: [], scripts: [], assets: [] }
