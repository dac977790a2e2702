/** Parts of the site that features have. */

import type { FilledSection } from '../../news/articles/queries/filled-sections.ts'
import type { ArticleView } from '../../news/articles/queries/views.ts'
import type { QueryVector } from '../../news/embeddings/rules/query-vector.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import type { SuggestedPages } from '../../news/search/queries/suggest.ts'
import type { TagRef } from '../../news/tags/queries/views.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { Html } from '../../platform/html/html.ts'
import type { Translate } from '../../platform/site/messages.ts'
import type { Paths } from '../../platform/site/paths.ts'
import type { Site } from '../../platform/site/site.ts'
import type { PageButton, SitePage } from './page.ts'

/** In the menu once there is something in it. */
export interface Section extends FilledSection {
  path(paths: Paths): string
  /** Before the subjects. */
  isEarly?: boolean
}

/** Part of a page; null where there is nothing to say. */
export type PagePart = (page: SitePage) => Html | null

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
  list?(db: ReadDb, site: Site): Promise<string[]>
}

/** Shown with a drawing where it has no image. */
export interface Drawable {
  id: number
  tags: TagRef[]
}

interface PageSearch {
  siteLanguage: string
  limit: number
  /** The query as the embedding model read it; null where only words count. */
  vector: QueryVector | null
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
  front: readonly ((db: ReadDb, site: Site) => Promise<FrontPart | null>)[]
  /** Below what the sources of an event agree on. */
  event: readonly ((db: ReadDb, event: EventView) => Promise<PagePart | null>)[]
  /** A line for the names of publishers, by domain. */
  publisherNotes: readonly ((db: ReadDb, t: Translate) => Promise<ReadonlyMap<string, string>>)[]
  sitemap: readonly SitemapPart[]
  /** Drawings (SVG), by the id of what they are shown for. */
  drawings: readonly ((db: ReadDb, subjects: Drawable[]) => Promise<ReadonlyMap<number, string>>)[]
  /** Of a source's page, by the domain of its publisher. */
  publisher: readonly ((db: ReadDb, domain: string) => Promise<PagePart | null>)[]
  /** Of the page about the state of the site. */
  status: readonly ((db: ReadDb) => Promise<PagePart>)[]
  /** Pages that fit the words of a search, below its articles. */
  found: readonly ((db: ReadDb, text: string, options: PageSearch) => Promise<PagePart>)[]
  suggested: readonly SuggestedPages[]
  /** Files of style sheets. */
  styles: readonly string[]
  /** Files that go on with the script of every page. */
  scripts: readonly string[]
  /** Folders of files that these load. */
  assets: readonly string[]
  /** Names of those that go on with the service worker. */
  workerScripts: readonly string[]
  buttons: readonly PageButton[]
}

/** Those that have anything to show. */
export const partsOf = async (loading: readonly Promise<PagePart | null>[]): Promise<PagePart[]> =>
  (await Promise.all(loading)).filter((part) => part !== null)

/** Of all features. */
export const siteOf = (features: readonly Partial<FeatureSite>[]): FeatureSite => ({
  sections: features.flatMap(({ sections = [] }) => sections),
  aboutSite: features.flatMap(({ aboutSite = [] }) => aboutSite),
  notes: features.flatMap(({ notes = [] }) => notes),
  front: features.flatMap(({ front = [] }) => front),
  event: features.flatMap(({ event = [] }) => event),
  publisherNotes: features.flatMap(({ publisherNotes = [] }) => publisherNotes),
  sitemap: features.flatMap(({ sitemap = [] }) => sitemap),
  drawings: features.flatMap(({ drawings = [] }) => drawings),
  publisher: features.flatMap(({ publisher = [] }) => publisher),
  status: features.flatMap(({ status = [] }) => status),
  found: features.flatMap(({ found = [] }) => found),
  suggested: features.flatMap(({ suggested = [] }) => suggested),
  styles: features.flatMap(({ styles = [] }) => styles),
  scripts: features.flatMap(({ scripts = [] }) => scripts),
  assets: features.flatMap(({ assets = [] }) => assets),
  workerScripts: features.flatMap(({ workerScripts = [] }) => workerScripts),
  buttons: features.flatMap(({ buttons = [] }) => buttons),
})

export const NO_PARTS: FeatureSite = siteOf([])

export const findNotes = async (db: ReadDb, { notes }: FeatureSite, texts: ShownTexts): Promise<TextNote[]> =>
  (await Promise.all(notes.map((find) => find(db, texts)))).filter((note) => note !== null)

/** Fields that notes add to data for search engines. */
export const noteFields = (notes: readonly TextNote[]): object =>
  Object.assign({}, ...notes.map(({ jsonLd }) => jsonLd))
