/** What a sentence stands on, as the judge is given it: passages with who published them. Pure. */
import type { GateSource } from '../gates/evidence.ts'
import type { Located } from './passages.ts'

export interface Evidence extends Located {
  /** Number of the source, from 1. */
  source: number
  /** Who published it, and when. */
  by: string
}

/** Who published it and when: what a judge must know of "says NN" and "on Tuesday". */
export const bylineOf = ({ publisher, publishedAt }: GateSource): string =>
  [publisher?.replace(/\s+/g, ' ').slice(0, 100), publishedAt?.toISOString().slice(0, 10)].filter(Boolean).join(', ')

export const withoutTwice = (evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter(
    (one, at) => evidence.findIndex(({ text, source }) => text === one.text && source === one.source) === at,
  )
