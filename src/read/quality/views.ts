/** Checks of texts and their results, as every surface reads them. */

import type { Calibration } from '../../domain/clustering/line.ts'
import type { RefusalKind } from '../../domain/quality/refusals.ts'

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

/** A judge's newest planted errors, at most a hundred, and how many of them it refused. */
export interface JudgeRecord {
  model: string
  planted: number
  caught: number
}

export interface JudgeView extends JudgeRecord {
  /** It failed at its controls: nothing is published on its word. */
  suspendedSince: Date | null
}

/** The line on which articles join to events, as a site calibrated it. */
export interface CalibrationView extends Calibration {
  at: Date
}

export interface QualityView {
  /** True when a model writes, and when a second one judges it. */
  model: { judge: boolean } | null
  /** Null where none judges, or before it was asked. */
  judge: JudgeView | null
  /** Since when an operator has stopped the models. */
  stoppedSince: Date | null
  /** Null while the line is the default. */
  calibration: CalibrationView | null
  /** Newest first. */
  months: QualityMonth[]
}

export interface CheckedSentence {
  text: string
  /** Publishers of the texts that it is based on. */
  publishers: string[]
  /** Passages of the source that it was held against. */
  passages: number
  /** All of them are of the source's headline. */
  headlineOnly: boolean
  /** By the judge; null where none was asked, or an operator has ruled. */
  supported: boolean | null
  byOperator: boolean
  /** The source's own words, as far as the setting EVIDENCE_PUBLIC allows; else null. */
  evidence: string[] | null
}

/** Checks of a model's text. */
export interface TextChecks {
  /** The headline; null where it is the source's own, or was not checked as the sentences were. */
  title: CheckedSentence | null
  sentences: CheckedSentence[]
  /** Sentences that were left out. */
  dropped: number
  /** Null where no judge was asked. */
  judge: JudgeRecord | null
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
