/** Relevance, tags and kind by the rules of the content folder, again: after its vocabulary or relevance was changed. */
import type { Classification } from '../../articles/writes/articles.ts'
import { decideByAllEvents } from '../../articles/writes/event-relevance.ts'
import { listReclassifiable, type Reclassifiable, saveClassifications } from '../../articles/writes/reclassification.ts'
import type { Crawl } from './crawl.ts'

const AT_ONCE = 200

/** Classifies articles without a summary of a model or an operator; returns how many. Free, and running it twice changes nothing. */
export async function reclassify(crawl: Crawl, since: Date | null): Promise<number> {
  let [after, classified] = [0, 0]
  for (;;) {
    const articles = await reclassifyNext(crawl, since, after)
    classified += articles.length
    after = articles.at(-1)?.id ?? after
    if (articles.length < AT_ONCE) break
  }
  await decideByAllEvents(crawl.database)
  return classified
}

async function reclassifyNext(
  { database, classify }: Crawl,
  since: Date | null,
  after: number,
): Promise<Reclassifiable[]> {
  const articles = await listReclassifiable(database.db, since, after, AT_ONCE)
  const classifications = await classify(articles.map((article) => ({ ...article, summary: article.text })))
  await saveClassifications(
    database,
    articles.flatMap((article, i) => withRecord(article, classifications[i])),
  )
  return articles
}

function withRecord(article: Reclassifiable, classification: Classification | undefined) {
  if (!classification) return []
  if (!article.excerptOnly) return [{ id: article.id, ...classification }]
  // An excerpt may lack what the complete text once showed: it takes nothing away.
  const relevant = article.relevant || classification.relevant
  const tagIds = [...new Set([...classification.tagIds, ...article.tagIds])].slice(0, 5)
  const relevanceScore = Math.max(article.relevanceScore ?? Number(article.relevant), classification.relevanceScore)
  return [{ id: article.id, ...classification, relevant, relevanceScore, tagIds }]
}
