/** Pure rules of ingest: when a change is material, and which date counts. */
import { normalForm } from '../../../platform/text/normal-form.ts'

/** Fewest characters of a feed's own text that spare the article page a visit. */
export const ENOUGH_TEXT = 1200

/** Share of words that two texts must have in common for the difference to be immaterial. */
const SAME_WORDS = 0.9

/** True when the article's content may have changed: another number, or more than a tenth of the words. */
export function isMaterialChange(before: string, after: string): boolean {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  const numbers = (words: Set<string>) =>
    [...words]
      .filter((word) => /\d/.test(word))
      .sort()
      .join(' ')
  if (numbers(a) !== numbers(b)) return true
  return inCommon(a, b) < SAME_WORDS * Math.max(a.size, b.size)
}

/** Share of the words of the shorter text that the other one has too. */
export function commonWords(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  return inCommon(a, b) / Math.max(1, Math.min(a.size, b.size))
}

const inCommon = (a: Set<string>, b: Set<string>) => [...a].filter((word) => b.has(word)).length

const wordsOf = (text: string) =>
  new Set(
    normalForm(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )

/** The instant that lists order by: when it was published, unless that is unknown or still to come. */
export function sortTime(publishedAt: Date | null, discoveredAt: Date): Date {
  return publishedAt && publishedAt <= discoveredAt ? publishedAt : discoveredAt
}

/** Of two publication dates the earlier: publishers republish old items, and that makes no news of them. */
export function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a <= b ? a : b
}
