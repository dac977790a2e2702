/** Gate: the sentences are about this article: they share its title's telling words and lean on its text. */
import { type Ground, keysIn, weightOf } from './ground.ts'
import type { Sentence } from './reading.ts'

const LEAST_OF_TITLE = 0.15
const LEAST_KNOWN = 0.22

export function coverageGate(claims: readonly Sentence[], ground: Ground): string | null {
  const said = new Set(claims.flatMap(({ words }) => [...keysIn(words)]))
  const title = [...keysIn(ground.title.flatMap(({ words }) => words))]
  const of = (keys: string[]) => keys.reduce((sum, key) => sum + weightOf(key, ground), 0)
  const covered = of(title.filter((key) => said.has(key)))
  if (title.length >= 3 && covered < LEAST_OF_TITLE * of(title)) return 'the text is not about what the title says'
  const known = [...said].filter((key) => ground.counts.has(key))
  if (said.size >= 12 && known.length < LEAST_KNOWN * said.size) return 'the text says little of what the source says'
  return null
}
