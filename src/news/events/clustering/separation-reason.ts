/** The reason why the articles of two events are apart, in a word for the console. Pure. */
import { isSamePublisher, WINDOW_MS } from './similarity.ts'
import { type Veto, vetoOf } from './vetoes.ts'
import type { Item } from './weighing.ts'

/** `time`: none of them were compared. `publisher`: all that were are of one. `little`: they have too little in common. */
export type SeparationReason = Veto | 'time' | 'publisher' | 'little'

/** Groups join by mean similarity, and each pair with a veto counts against it: so many of them decide, as a rule. */
const MANY = 1 / 3

/** Of two groups that are not one event. */
export function separationReasonOf(some: readonly Item[], others: readonly Item[]): SeparationReason {
  const pairs = some
    .flatMap((a) => others.map((b) => [a, b] as const))
    .filter(([a, b]) => Math.abs(a.at - b.at) <= WINDOW_MS)
  if (pairs.length === 0) return 'time'
  const vetoes = pairs.flatMap(([a, b]) => vetoOf(a.features, b.features) ?? [])
  if (vetoes[0] && vetoes.length >= MANY * pairs.length) return vetoes[0]
  return pairs.every(([a, b]) => isSamePublisher(a, b)) ? 'publisher' : 'little'
}
