/** Gate: the sentences are about this article: they name what it names, or say what its headline and text say. */
import { type Ground, weightOf } from './ground.ts'
import type { Sentence, Word } from './reading.ts'

/** Names and numbers of the source that no text about something else shares by chance. */
const FEWEST_NAMED = 2
/** Share of the other telling words that the source must have, where it names less. */
const LEAST_SAID = 0.34
/** Or of its headline, by weight. */
const LEAST_OF_TITLE = 0.1

export function coverageGate(claims: readonly Sentence[], ground: Ground): string | null {
  const words = claims.flatMap((claim) => claim.words)
  const known = (key: string) => ground.counts.has(key)
  const named = new Set(words.flatMap(({ keys }) => keys.filter((key) => /^[n#]/.test(key) && known(key))))
  if (named.size >= FEWEST_NAMED) return null
  const telling = words.filter(({ keys }) => keys.length > 0)
  const said = telling.filter(({ keys }) => keys.some(known))
  if (said.length >= LEAST_SAID * telling.length || coversTitle(words, ground)) return null
  return 'the text is about something else than the source'
}

function coversTitle(words: readonly Word[], ground: Ground): boolean {
  const mine = new Set(words.flatMap(({ keys }) => keys))
  const title = ground.title
    .flatMap(({ words: told }) => told.map(({ keys }) => keys))
    .filter((keys) => keys.length > 0)
  const weight = (some: string[][]) =>
    some.reduce((sum, keys) => sum + Math.max(...keys.map((key) => weightOf(key, ground))), 0)
  const covered = title.filter((keys) => keys.some((key) => mine.has(key)))
  return covered.length > 0 && weight(covered) >= LEAST_OF_TITLE * weight(title)
}
