/** Precision and recall of a content folder's relevance, on headlines that a person judged. */

import { classify } from '../../news/articles/rules/classify.ts'
import { type Example, measureRelevance, type RelevanceFigures } from '../../news/topic/rules/fit-relevance.ts'
import { readContent } from '../content.ts'

/** Throws `bad_request` for an invalid folder. */
export function checkTopic(folder: string, examples: readonly Example[]): RelevanceFigures {
  const { rules } = readContent(folder)
  return measureRelevance(examples, (example) => classify(rules, { ...example, feedRelevance: 'model' }).relevant)
}

export { listRelevanceExamples } from '../../news/articles/writes/relevance-overrides.ts'
