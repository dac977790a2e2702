/** Gate: the sentences are about this article: they name what it names, or say what its headline and text say. */
import type { Ground } from './ground.ts'
import type { Sentence } from './reading.ts'

/** Names and numbers of the source that no text about something else shares by chance. */
const FEWEST_NAMED = 2
/** Share of the other telling words that the source must have, where it names less. */
const LEAST_SAID = 0.2

export function coverageGate(claims: readonly Sentence[], ground: Ground): string | null {
  const words = claims.flatMap((claim) => claim.words)
  const known = (key: string) => ground.counts.has(key)
  const named = new Set(words.flatMap(({ keys }) => keys.filter((key) => /^[n#]/.test(key) && known(key))))
  if (named.size >= FEWEST_NAMED) return null
  const telling = words.filter(({ keys }) => keys.length > 0)
  const said = telling.filter(({ keys }) => keys.some(known))
  return said.length >= LEAST_SAID * telling.length ? null : 'the text is about something else than the source'
}
