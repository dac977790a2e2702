/** What an operator does about the line of events. Types only. */
import type { Outcome } from '../operator.ts'
import type { PairAnswer } from './line.ts'

export interface GivenAnswer {
  /** Ids of the two articles, in any order. */
  pair: [number, number]
  answer: PairAnswer
}

export interface LineCommands {
  /** Queues the search for pairs to ask about. `unchanged` while one is under way. */
  startFindingPairs(): Promise<Outcome>
  isFindingPairs(): Promise<boolean>
  /** Keeps the answers, and moves the line once there are enough. `unchanged` where none is new or of a pair that was asked about. */
  answer(given: readonly GivenAnswer[]): Promise<Outcome>
  /** Takes the line back to the default. */
  reset(): Promise<Outcome>
}
