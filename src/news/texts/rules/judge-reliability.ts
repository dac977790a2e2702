/** A judge's reliability, by its answers to the planted errors and true pairs in its calls. Pure. */
import { type Share, wilson } from '../../../platform/text/wilson.ts'

/** Planted errors with how many were refused, and true pairs with how many were called supported. */
export interface ControlCounts {
  planted: number
  refused: number
  pairs: number
  supported: number
}

export interface JudgeReliability {
  refused: Share
  supported: Share
  /** Enough controls to say anything. */
  isReported: boolean
  /** It misses planted errors, or refuses what is true, beyond doubt. */
  isUnreliable: boolean
}

/** A judge is asked about a text in two calls, so that no call has an error beside what it was made of. */
export const CALLS_A_TEXT = 2

/** Controls that a standing looks back on, and the fewest that it takes. */
export const RELIABILITY_WINDOW = 200
export const MIN_CONTROLS = 40
export const MIN_REFUSED = 0.85
export const MIN_SUPPORTED = 0.9

export function reliabilityOf({ planted, refused, pairs, supported }: ControlCounts): JudgeReliability {
  const shares = { refused: wilson(refused, planted), supported: wilson(supported, pairs) }
  const isReported = planted + pairs >= MIN_CONTROLS
  const isUnreliable = isReported && (shares.refused.high < MIN_REFUSED || shares.supported.high < MIN_SUPPORTED)
  return { ...shares, isReported, isUnreliable }
}
