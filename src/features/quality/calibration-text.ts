/** The sentence about a calibrated line for readers. */

import type { Calibration } from '../../news/events/clustering/line.ts'
import type { Translate } from '../../platform/site/messages.ts'
import type { Share } from '../../platform/text/wilson.ts'

export function calibrationText({ answers, precision, recall }: Calibration, t: Translate): string {
  const percentages = ({ hits, of, low, high }: Share) =>
    t('quality.calibrated_of', { hits, of, low: Math.round(low * 100), high: Math.round(high * 100) })
  return t('quality.how_calibrated', { n: answers, precision: percentages(precision), recall: percentages(recall) })
}
