/** Figures of relevance in words for operators. */
import { outOf, percents } from '../quality/exam-sentence.ts'
import type { RelevanceFigures } from './fit-relevance.ts'

/** A sentence, and a line for each headline that was judged otherwise. */
export function relevanceReport({ precision, recall, wrong }: RelevanceFigures): string[] {
  return [
    `Relevance: precision ${outOf(precision)} (${percents(precision)}), recall ${outOf(recall)} (${percents(recall)}).`,
    ...wrong.map(({ title, relevant }) => `  ${relevant ? 'missed' : 'wrongly taken'}: ${title}`),
  ]
}
