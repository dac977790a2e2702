/** Draws mutants by lot, room by room. */
import { hash as digest } from 'node:crypto'
import type { Mutant } from './mutants.ts'

/** `src/news/feeds/writes/feeds.ts` is of `news`; a file beside the rooms is of `src`. */
export const roomOf = (file: string): string => file.split('/').at(file.split('/').length > 2 ? 1 : 0) ?? ''

/** As many as each room has of all, and at least a few; the same for the same seed. */
export function drawMutants(all: readonly Mutant[], count: number, seed: string): Mutant[] {
  const MIN_DRAWN = Math.min(5, count)
  return [...Map.groupBy(all, ({ file }) => roomOf(file)).values()].flatMap((some) => {
    const share = Math.max(MIN_DRAWN, Math.round((count * some.length) / all.length))
    const keyed = some.map((mutant) => ({ mutant, key: keyOf(mutant, seed) }))
    return keyed
      .toSorted((a, b) => a.key.localeCompare(b.key))
      .slice(0, share)
      .map(({ mutant }) => mutant)
  })
}

/** Orders mutants by lot. */
export const keyOf = ({ file, start, end, replacement }: Mutant, seed: string) =>
  digest('sha256', [seed, file, start, end, replacement].join('\n'))
