/** Offsets in the original's text or in its headline, and its words; null once they are forgotten. */
export interface StoredPassage {
  start: number
  end: number
  text: string
  headline?: true
  /** It runs into an order to a machine, so no reader sees it. */
  ordered?: true
  /** Of texts that rest on several articles. */
  articleId?: number
}
