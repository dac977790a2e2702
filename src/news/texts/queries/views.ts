/** Checks of texts and their results, as every surface reads them. */

/** A judge's newest planted errors, at most a hundred, and how many of them it refused. */
export interface JudgeRecord {
  model: string
  planted: number
  caught: number
}

/** The model that judges, against the one that writes. */
export type JudgedBy = 'another' | 'same'

export interface JudgeView extends JudgeRecord {
  /** It failed at its controls: nothing is published on its word. */
  suspendedSince: Date | null
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
