/** Precision and recall of a content folder's relevance, on headlines that a person judged. */
import { readContent } from '../../content.ts'
import { classify } from '../../domain/articles/classify.ts'
import { type Example, measureRelevance, type RelevanceFigures } from '../../domain/topic/fit-relevance.ts'

/** Throws `bad_request` for an invalid folder. */
export function checkTopic(folder: string, examples: readonly Example[]): RelevanceFigures {
  const { rules } = readContent(folder)
  return measureRelevance(examples, (example) => classify(rules, { ...example, feedRelevance: 'model' }).relevant)
}

export { listRelevanceExamples } from '../../store/articles/relevance-overrides.ts'
