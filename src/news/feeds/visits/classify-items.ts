/**
 * Verdicts of the rules in the form that is stored. The thread that reads feeds makes them, since they take as long as
 * reading.
 */
import type { Unclassified } from '../../articles/rules/classify-by-rules.ts'
import type { Classification } from '../../articles/writes/articles.ts'
import type { DocumentReader } from '../documents/document-reader.ts'

/** Judges articles without a model; the answers are in their order. Rejects as the document reader does. */
export type Classifier = (articles: Unclassified[]) => Promise<Classification[]>

/** `tagIds` maps the vocabulary's slugs to rows; `relevance` 'all' makes every article relevant. */
export function createClassifier(
  reader: DocumentReader,
  tagIds: Map<string, number>,
  relevance: 'model' | 'all',
): Classifier {
  return async (articles) => {
    if (articles.length === 0) return []
    const all = articles.map((article) =>
      relevance === 'all' ? { ...article, feed: { ...article.feed, relevance } } : article,
    )
    const verdicts = await reader.read({ task: 'judge', articles: all })
    return verdicts.map(({ tagSlugs, ...verdict }) => ({
      ...verdict,
      tagIds: tagSlugs.flatMap((slug) => tagIds.get(slug) ?? []),
    }))
  }
}
