/** The operator's commands about the line of events. Types only. */
import type { Outcome } from '../operator.ts'
import type { Calibration, PairAnswer } from './calibrate.ts'

export interface GivenAnswer {
  /** Ids of the two articles, in any order. */
  pair: [number, number]
  answer: PairAnswer
}

/** One article of a pair to be answered. */
export interface PairSide {
  articleId: number
  title: string
  publisher: string
  at: Date
}

export interface LineView {
  /** Null while the line is the default. */
  calibration: (Calibration & { at: Date }) | null
  /** Answers that count: since the line was last taken back. */
  answers: number
  modelAnswers: number
  /** Pairs that wait for an answer, the most informative first. */
  pairs: [PairSide, PairSide][]
}

export interface LineCommands {
  /** The line in force, and at most `limit` pairs. */
  view(limit: number): Promise<LineView>
  /** Queues the search for pairs to ask about. `unchanged` while one is under way. */
  startFindingPairs(): Promise<Outcome>
  isFindingPairs(): Promise<boolean>
  /** Keeps the answers, and moves the line once there are enough. `unchanged` where none is new or of a pair that was asked about. */
  answer(given: readonly GivenAnswer[]): Promise<Outcome>
  /** Takes the line back to the default. */
  reset(): Promise<Outcome>
}
