/** Articles that a reader has starred or saved in another program, and their fate here. */

/** `content` is HTML as it was exported; nothing in it is trusted. */
export interface SavedArticle {
  url: string
  title: string
  content: string
  author: string | null
  publishedAt: Date | null
  savedAt: Date | null
  /** Address of the feed that brought it, where the export names it. */
  feedUrl: string | null
}

/** Fate of the saved articles of an import. */
export interface SavedImport {
  /** Events that are saved now and were not before. */
  added: number
  /** Events that were saved before. */
  present: number
  /** Articles that the export brought, and no feed had. */
  imported: number
  /** Addresses of articles that are unknown here, and belong to no source. */
  withoutSource: string[]
  /** Articles that are not about the site's topic. */
  offTopic: number
  /** Articles that are removed here, or wait for their publication. */
  unpublished: number
  /** Articles older than those that the site keeps. */
  tooOld: number
  /** Events beyond what an account holds; the oldest. */
  overQuota: number
}

/** Publication, or else the time of saving: without a date it would be news of today. */
export const dateOf = ({ publishedAt, savedAt }: SavedArticle): Date | null => publishedAt ?? savedAt
