/** Classification of an article by the rules of the content folder, without a model. Pure. */

import { excerpt } from '../../../platform/text/text.ts'
import { type Classification, classify, type Rules } from './classify.ts'
import { detectLanguage } from './detect-language.ts'

/** An article before it is judged; texts are plain. */
export interface Unclassified {
  title: string
  summary: string
  /** The fullest there is; may be empty. */
  text: string
  /** Of its feed; missing where they are not stored. */
  categories?: readonly string[]
  /** As its document declares it. */
  language: string | null
  feed: { publisher: string; language: string | null; relevance: 'model' | 'all' }
}

export interface RuleClassification extends Classification {
  language: string | null
  excerpt: string
}

/** Language, relevance, tags, kind and excerpt. */
export function classifyArticle(
  rules: Rules,
  { title, summary, text: full, categories, language, feed }: Unclassified,
): RuleClassification {
  const text = full || summary
  const short = summary || text
  const detected = detectLanguage(`${title}. ${short}`.slice(0, 2000), language ?? feed.language)
  return {
    ...classify(rules, {
      title,
      text,
      categories,
      language: detected,
      feedRelevance: feed.relevance,
      publisher: feed.publisher,
    }),
    language: detected,
    excerpt: excerpt(short),
  }
}
