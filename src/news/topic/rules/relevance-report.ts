/** Figures of relevance in words for operators. */
import { counted } from '../../../platform/text/counted.ts'
import { outOf, percents } from '../../../platform/text/wilson.ts'
import type { LearningFigures, RelevanceFigures } from './fit-relevance.ts'

/** A sentence, and a line for each headline that was judged otherwise. */
export function relevanceReport({ precision, recall, wrong }: RelevanceFigures): string[] {
  return [
    `Relevance: precision ${outOf(precision)} (${percents(precision)}), recall ${outOf(recall)} (${percents(recall)}).`,
    ...wrong.map(({ title, relevant }) => `  ${relevant ? 'missed' : 'wrongly taken'}: ${title}`),
  ]
}

/** A sentence on the use of the answers, before the figures. */
export function learningReport(figures: LearningFigures): string[] {
  const { isBetter, alone, taught } = figures.learning
  const verdict = isBetter
    ? `The answers teach something: ${counted(taught, 'error')} in place of ${alone} by the names alone. Each headline was judged by what the others teach.`
    : `The answers teach nothing yet that the names do not know: ${counted(alone, 'error')} by the names alone, ${taught} with what the answers would teach. So the names alone decide. More answers, or more words for the topic, help.`
  return [verdict, ...relevanceReport(figures)]
}
