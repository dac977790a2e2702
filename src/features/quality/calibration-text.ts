/** The sentence about a calibrated line for readers. */

import type { Calibration } from '../../domain/clustering/line.ts'
import type { Share } from '../../domain/quality/wilson.ts'
import type { Translate } from '../../domain/site/messages.ts'

export function calibrationText({ answers, precision, recall }: Calibration, t: Translate): string {
  const percentages = ({ hits, of, low, high }: Share) =>
    t('quality.calibrated_of', { hits, of, low: Math.round(low * 100), high: Math.round(high * 100) })
  return t('quality.how_calibrated', { n: answers, precision: percentages(precision), recall: percentages(recall) })
}
