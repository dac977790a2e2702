/** The feed's own words for an article, and how many of them a text of its page holds. Pure. */

export interface About {
  title: string
  /** The feed's text; empty where it gives none. */
  text: string
}

const MIN_LENGTH = 4
const MAX_WORDS = 80

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Share of the words of the feed's text, or of its title where it has no text, that a text holds; 0 where there are none. */
export function coverageOf({ title, text: description }: About, text: string): number {
  const wanted = new Set(
    wordsOf(description || title)
      .filter(({ length }) => length >= MIN_LENGTH)
      .slice(0, MAX_WORDS),
  )
  if (wanted.size === 0) return 0
  const present = new Set(wordsOf(text))
  return [...wanted].filter((word) => present.has(word)).length / wanted.size
}
