/** The step without AI: relevance, tags and kind of an article from the content folder's rules. Pure. */

import { findTags, type Vocabulary } from '../../../platform/text/vocabulary.ts'
import { type ArticleKind, type KindRules, kindOf } from '../../topic/rules/kinds.ts'
import { classifyRelevance, type RelevanceModel } from './relevance.ts'

export interface Rules {
  vocabulary: Vocabulary
  relevance: RelevanceModel
  kinds: KindRules
}

/** Those, and what publishing software appends to summaries. */
export interface FeedRules extends Rules {
  appended: RegExp
}

export interface Classifiable {
  title: string
  /** The fullest plain text there is. */
  text: string
  feedRelevance: 'model' | 'all'
  /** Registrable domain of the source. */
  publisher?: string | null
  /** Of its feed. */
  categories?: readonly string[] | undefined
  /** Code of its language; missing where it is not known. */
  language?: string | null
}

export interface Classification {
  relevant: boolean
  relevanceReason: string
  /** Share of the threshold that the text reaches: relevant from 1 on. */
  relevanceScore: number
  /** At most five, most prominent first. */
  tagSlugs: string[]
  kind: ArticleKind
}

const MAX_TAGS = 5

export function classify(rules: Rules, item: Classifiable): Classification {
  const tags = findTags(rules.vocabulary, item.title, item.text)
  const { relevant, reason, score } = classifyRelevance(rules.relevance, { ...item, tags })
  return {
    relevant,
    relevanceReason: reason,
    relevanceScore: score / rules.relevance.threshold,
    tagSlugs: tags.slice(0, MAX_TAGS).map((tag) => tag.slug),
    kind: kindOf(rules.kinds, item.title, item.text, item.categories),
  }
}
