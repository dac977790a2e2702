/** Context of the reader's pages beside their view. */

import type { Html } from '../../platform/html/html.ts'
import type { PageContext } from '../../platform/html/page.ts'
import type { SentenceEnds } from '../../platform/text/sentences.ts'

export interface SitePage extends PageContext {
  /** The site's mark, drawn in the colour of the text around it. */
  logo: Html
  /** A model writes texts. */
  hasModel: boolean
  /** By which script knows the forms of a muted word: "s en ns|a or orna", those after a bar in place of its last letter. */
  endings: string
  /** Of the site's own texts. */
  ends: SentenceEnds
  /** Rooms that may be empty and are not: name and path, and whether they stand before the subjects. */
  sections: readonly (readonly [name: string, path: string, isEarly?: boolean])[]
  /** Pages about the site that features have: name and path. */
  aboutSite: readonly (readonly [name: string, path: string])[]
  /** Of the page that tells how texts are checked. */
  checksPath: string
  /** A line for a publisher wherever its name is; empty for most. */
  publisherNote(domain: string): string
  /** Of features. */
  buttons: readonly PageButton[]
  /** True for an image that recently failed to load: it would leave a hole. */
  isBrokenImage(url: string): boolean
}

/** Of a page's target, beside those by which it is followed. `sources`: of an event, how many report it. */
export type PageButton = (page: SitePage, target: { kind: string; key: string }, sources?: number) => Html
