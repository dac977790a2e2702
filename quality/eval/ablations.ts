/** Clustering without one ingredient at a time, and by how much it is worse: `npm run eval:clusters -- --ablate`. */
import { TUNING, type Tuning } from '../../src/news/events/clustering/tuning.ts'
import type { Lexicon } from '../../src/platform/text/thesaurus.ts'
import { contentLexicon } from '../../tests/support/content.ts'
import { randomFrom, scoresOf, type Tally } from './cluster-scores.ts'

/** Settings that clustering runs with. */
export interface Recipe {
  tuning: Tuning
  lexicon: Lexicon
  /** False where only headlines are read. */
  texts: boolean
}

const lexicon = contentLexicon()
export const COMPLETE: Recipe = { tuning: TUNING, lexicon, texts: true }

const tuned = (tuning: Partial<Tuning>): Recipe => ({ ...COMPLETE, tuning: { ...TUNING, ...tuning } })
/** The same change of the lexicon of each language. */
const worded = (change: Partial<Lexicon>): Recipe => {
  const without = (lexiconOf: Lexicon): Lexicon => ({
    ...lexiconOf,
    ...change,
    in: (language) => without(lexicon.in(language)),
  })
  return { ...COMPLETE, lexicon: without(lexicon) }
}

export const ABLATIONS: Record<string, Recipe> = {
  'the publisher': tuned({ samePublisher: 1 }),
  'groups of letters': tuned({ gramShare: 0 }),
  words: tuned({ gramShare: 1 }),
  texts: { ...COMPLETE, texts: false },
  'less weight of the text': tuned({ textWeight: 1 }),
  'hours apart': tuned({ halfHours: Number.POSITIVE_INFINITY }),
  concepts: worded({ concepts: new Map() }),
  'usual words': worded({ common: new Set() }),
  'what groups have in common': tuned({ cohesionPower: 0 }),
  'least mean likeness': tuned({ meanFloor: 0 }),
  vetoes: tuned({ vetoes: false }),
  'least weight in two languages': tuned({ foreignNorm: 0 }),
  'cohesion of the looser group': tuned({ relativeCohesion: 0 }),
}

const RESAMPLES = 1000

/** The change of the mean F1 of sets, with a 95 % interval by bootstrap. The same labelled events are drawn for both. */
export function changeOf(before: Tally[][], after: Tally[][]): { change: number; interval: [number, number] } {
  const random = randomFrom(1)
  const changeIn = (one: Tally[][], two: Tally[][]) => meanF1(two) - meanF1(one)
  const drawn = Array.from({ length: RESAMPLES }, () => {
    const picks = before.map((set) => set.map(() => Math.floor(random() * set.length)))
    const pick = (sets: Tally[][]) => sets.map((set, i) => (picks[i] ?? []).flatMap((at) => set[at] ?? []))
    return changeIn(pick(before), pick(after))
  }).sort((a, b) => a - b)
  const at = (share: number) => drawn[Math.floor(RESAMPLES * share)] ?? 0
  return { change: changeIn(before, after), interval: [at(0.025), at(0.975)] }
}

export const meanF1 = (sets: Tally[][]): number =>
  sets.reduce((sum, set) => sum + scoresOf(set).bcubed.f1, 0) / Math.max(1, sets.length)
