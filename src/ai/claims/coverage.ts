/** Gate: the sentences are about this article: they share its title's telling words and lean on its text. */
import { type Ground, weightOf } from './ground.ts'
import type { Sentence } from './reading.ts'

const LEAST_OF_TITLE = 0.1
const FEWEST_WORDS = 3

export function coverageGate(claims: readonly Sentence[], ground: Ground): string | null {
  const said = new Set(claims.flatMap(({ words }) => words.flatMap(({ keys }) => keys)))
  const title = ground.title.flatMap(({ words }) => words.map(({ keys }) => keys)).filter((keys) => keys.length > 0)
  const covered = title.filter((keys) => keys.some((key) => said.has(key)))
  const weight = (words: string[][]) =>
    words.reduce((sum, keys) => sum + Math.max(...keys.map((key) => weightOf(key, ground))), 0)
  if (title.length < FEWEST_WORDS || weight(covered) >= LEAST_OF_TITLE * weight(title)) return null
  return 'the text is not about what the title says'
}
