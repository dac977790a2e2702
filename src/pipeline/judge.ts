/** Content rules as the pipeline's judge of items: language, relevance, tags, kind and excerpt, without a model. */
import { detectLanguage } from '../domain/language.ts'
import { excerpt } from '../domain/text.ts'
import { classify, type Rules } from './classify.ts'
import type { Judge } from './context.ts'

/** `tagIds` maps the vocabulary's slugs to rows; `relevance` 'all' makes every article relevant. */
export function createJudge(rules: Rules, tagIds: Map<string, number>, relevance: 'model' | 'all'): Judge {
  return (item, feed) => {
    const text = item.text || item.summary
    const judged = classify(rules, {
      title: item.title,
      text,
      feedRelevance: relevance === 'all' ? 'all' : feed.relevance,
      publisher: feed.publisher,
    })
    return {
      relevant: judged.relevant,
      relevanceReason: judged.relevanceReason,
      tagIds: judged.tagSlugs.flatMap((slug) => tagIds.get(slug) ?? []),
      kind: judged.kind,
      language: detectLanguage(`${item.title}. ${item.summary || text}`.slice(0, 2000), item.language ?? feed.language),
      excerpt: excerpt(item.summary || text),
    }
  }
}
