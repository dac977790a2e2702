/** Relevance, tags and kind by the rules of the content folder, again: after its vocabulary or relevance was changed. */
import type { Classification } from '../../store/articles/articles.ts'
import { type Judgeable, listJudgeable, saveJudgements } from '../../store/articles/judgements.ts'
import type { Pipeline } from '../context.ts'

const AT_ONCE = 200

/** Judges what has no summary of a model or an operator; returns how many. Free, and running it twice changes nothing. */
export async function reclassify(pipeline: Pipeline, since: Date | null): Promise<number> {
  let [after, judged] = [0, 0]
  for (;;) {
    const articles = await rejudgeNext(pipeline, since, after)
    judged += articles.length
    after = articles.at(-1)?.id ?? after
    if (articles.length < AT_ONCE) return judged
  }
}

async function rejudgeNext({ database, judge }: Pipeline, since: Date | null, after: number): Promise<Judgeable[]> {
  const articles = await listJudgeable(database.db, since, after, AT_ONCE)
  const judgements = await judge(articles.map((article) => ({ ...article, summary: article.text })))
  await saveJudgements(
    database,
    articles.flatMap((article, i) => withRecord(article, judgements[i])),
  )
  return articles
}

function withRecord(article: Judgeable, judgement: Classification | undefined) {
  if (!judgement) return []
  if (!article.excerptOnly) return [{ id: article.id, ...judgement }]
  // An excerpt may lack what the complete text once showed: it takes nothing away.
  const relevant = article.relevant || judgement.relevant
  const tagIds = [...new Set([...judgement.tagIds, ...article.tagIds])].slice(0, 5)
  return [{ id: article.id, ...judgement, relevant, tagIds }]
}
