/** The line on which articles join to events. */
import type { Share } from '../../../platform/text/wilson.ts'

export const DEFAULT_LINE = 1

/** As answers about pairs have moved it. */
export interface Calibration {
  line: number
  /** People's answers. */
  answers: number
  /** Of the answered pairs that the engine joins at this line, those that are one event. */
  precision: Share
  /** Of the answered pairs that are one event, those that it joins. */
  recall: Share
}
