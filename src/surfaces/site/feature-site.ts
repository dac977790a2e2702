/** Parts of the site that features have. */

import type { Paths } from '../../domain/site/paths.ts'
import type { Html } from '../../html/html.ts'
import type { ReadDb } from '../../read/articles/articles.ts'
import type { ArticleView } from '../../read/articles/views.ts'
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

/** About the site itself: in its footer, its sitemap, and below the words about it. */
export interface SitePageLink {
  /** Of the messages `nav.…` and `….title`. */
  name: string
  path(paths: Paths): string
  /** It tells how texts are checked. */
  isOfChecks?: boolean
}

/** Texts of a page: of articles, and of an event or a story where that may be the operator's. */
export interface ShownTexts {
  articles: readonly Pick<ArticleView, 'id' | 'summaryBy'>[]
  text?: `event:${number}` | `story:${number}` | null
}

/** To a text. */
export interface TextNote {
  above(page: SitePage): Html
  /** Fields of its data for search engines. */
  jsonLd: object
}

export interface FeatureSite {
  sections: readonly Section[]
  aboutSite: readonly SitePageLink[]
  notes: readonly ((db: ReadDb, texts: ShownTexts) => Promise<TextNote | null>)[]
  front: readonly ((db: ReadDb) => Promise<FrontPart | null>)[]
  sitemap: readonly SitemapPart[]
  /** Files of style sheets. */
  styles: readonly string[]
  /** Files that go on with the script of every page. */
  scripts: readonly string[]
  /** Folders of files that these load. */
  assets: readonly string[]
}

export const NO_PARTS: FeatureSite = {
  sections: [],
  aboutSite: [],
  notes: [],
  front: [],
  sitemap: [],
  styles: [],
  scripts: [],
  assets: [],
}

export const findNotes = async (db: ReadDb, { notes }: FeatureSite, texts: ShownTexts): Promise<TextNote[]> =>
  (await Promise.all(notes.map((find) => find(db, texts)))).filter((note) => note !== null)

/** Fields that notes add to data for search engines. */
export const noteFields = (notes: readonly TextNote[]): object =>
  Object.assign({}, ...notes.map(({ jsonLd }) => jsonLd))
