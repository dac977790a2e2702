/** Relevance, tags and kind by the rules of the content folder, again: after its vocabulary or relevance was changed. */
import { type Judgeable, listJudgeable, saveJudgements } from '../store/judgements.ts'
import type { Pipeline } from './context.ts'

const AT_ONCE = 200

/** Judges what has no summary of a model or an operator; returns how many. Free, and running it twice changes nothing. */
export async function rejudge(pipeline: Pipeline, since: Date | null): Promise<number> {
  let [after, judged] = [0, 0]
  for (;;) {
    const articles = await listJudgeable(pipeline.database.db, since, after, AT_ONCE)
    await saveJudgements(
      pipeline.database,
      articles.map((article) => judgeOne(pipeline, article)),
    )
    judged += articles.length
    after = articles.at(-1)?.id ?? after
    if (articles.length < AT_ONCE) return judged
  }
}

function judgeOne({ judge }: Pipeline, article: Judgeable) {
  const { id, title, url, text, language, feed } = article
  const judgement = judge({ title, url, text, summary: text, language }, feed)
  if (!article.excerptOnly) return { id, ...judgement }
  // What the whole text once showed, its excerpt may not: nothing is taken away on its word.
  return {
    id,
    ...judgement,
    relevant: article.relevant || judgement.relevant,
    tagIds: [...new Set([...judgement.tagIds, ...article.tagIds])].slice(0, 5),
  }
}
