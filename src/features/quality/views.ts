/** Figures of the texts by month, as every surface reads them. */

import type { CalibrationView } from '../../news/events/queries/views.ts'
import type { JudgeView } from '../../news/texts/queries/views.ts'
import type { RefusalKind } from '../../news/texts/rules/refusals.ts'

export interface KindCount {
  kind: RefusalKind
  n: number
}

/** One month; null for what is not known of it. */
export interface QualityMonth {
  /** YYYY-MM. */
  month: string
  /** Articles that a model's text was published of. */
  summarised: number | null
  /** Answers of models that were not published. */
  refused: KindCount[] | null
  /** Sentences that were left out of texts that were published. */
  dropped: KindCount[] | null
  corrections: number
  /** Errors that readers reported. */
  reports: number | null
  /** Articles that an operator took out of an event where they did not belong. */
  falseJoins: number
  /** Events that were split, by an operator or by the clustering's second look. */
  eventsSplit: number
  /** Judges' answers to the controls in their calls. */
  controls: ControlFigures | null
  /** Exams of models that came to their end. */
  exams: number | null
}

/** Planted errors and true pairs among the sentences that judges were asked about. */
export interface ControlFigures {
  planted: number
  caught: number
  pairs: number
  wronglyRefused: number
}

export interface QualityView {
  /** `judge`: sentences are judged; `isSecond`: by another model than the one that writes. Null where none writes. */
  model: { judge: boolean; isSecond: boolean } | null
  /** Null where none judges, or before it was asked. */
  judge: JudgeView | null
  /** Since when an operator has stopped the models. */
  stoppedSince: Date | null
  /** Null while the line is the default. */
  calibration: CalibrationView | null
  /** Newest first. */
  months: QualityMonth[]
}

/** Figures of a month that are known, in the order in which they are read. */
export function figuresOf({ controls, ...month }: QualityMonth): Figure[] {
  const all: [string, Figure['value'] | null, KindCount[]?][] = [
    ['summarised', month.summarised],
    ['refused', month.refused && sumOf(month.refused), month.refused ?? []],
    ['dropped', month.dropped && sumOf(month.dropped), month.dropped ?? []],
    ['planted_errors', controls && { n: controls.caught, of: controls.planted }],
    ['true_pairs', controls && { n: controls.wronglyRefused, of: controls.pairs }],
    ['exams', month.exams],
    ['corrections', month.corrections],
    ['reports', month.reports],
    ['false_joins', month.falseJoins],
    ['events_split', month.eventsSplit],
  ]
  return all.flatMap(([name, value, kinds = []]) => (value === null ? [] : { name, value, kinds }))
}

export interface Figure {
  /** Of its message. */
  name: string
  value: number | { n: number; of: number }
  /** Of what it is the sum. */
  kinds: KindCount[]
}

const sumOf = (counts: KindCount[]): number => counts.reduce((total, { n }) => total + n, 0)
