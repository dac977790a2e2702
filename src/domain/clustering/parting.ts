/** What keeps the articles of two events apart, in a word that can be told. Pure. */
import type { Vocabulary } from '../articles/vocabulary.ts'
import { WINDOW_MS } from './likeness.ts'
import { TUNING } from './tuning.ts'
import { type Veto, vetoOf } from './vetoes.ts'
import type { Item } from './weighing.ts'

/** `time`: none of them came close enough to be compared. `little`: they are, and have too little in common. */
export type Parting = Veto | 'time' | 'little'

/** Groups join by mean likeness, and each pair with a veto counts against it: so many of them decide, as a rule. */
const MANY = 1 / 3

/** Of two groups that are not one event. */
export function partingOf(vocabulary: Vocabulary, some: readonly Item[], others: readonly Item[]): Parting {
  const pairs = some
    .flatMap((a) => others.map((b) => [a, b] as const))
    .filter(([a, b]) => Math.abs(a.at - b.at) <= WINDOW_MS)
  if (pairs.length === 0) return 'time'
  const vetoes = pairs.flatMap(([a, b]) => vetoOf(vocabulary, a.features, b.features, TUNING.vetoes) ?? [])
  const [most] = [...Map.groupBy(vetoes, (veto) => veto)].toSorted(([, one], [, other]) => other.length - one.length)
  return most && vetoes.length >= MANY * pairs.length ? most[0] : 'little'
}
