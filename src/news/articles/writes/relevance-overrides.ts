/** Operators' decisions that an article is about the topic, or not. They hold whatever rules and models say later. */
import { sql } from 'kysely'
import type { ActorDatabase, Db, Trx } from '../../../platform/database/database.ts'
import { auditedAction } from '../../actions/writes/log.ts'
import type { Example } from '../../topic/rules/fit-relevance.ts'
import { activeOverrides } from './has-relevance-override.ts'
import { lockArticle, recordOn } from './operator-articles.ts'

const save = (trx: Trx, id: number, relevant: boolean, now: Date) =>
  trx.updateTable('articles').set({ relevant, updated_at: now }).where('id', '=', id).execute()

/** `unchanged` where it was decided so already. To confirm what the rules found is a decision too: an example for them. */
export const overrideRelevance = (database: ActorDatabase, id: number, relevant: boolean, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const article = await lockArticle(trx, id)
    const { rows } = await sql<{ relevant: boolean }>`
      select (o.after->>'relevant')::boolean as relevant ${activeOverrides(sql`${id}::bigint`)} order by o.id desc limit 1`.execute(
      trx,
    )
    if (rows[0]?.relevant === relevant) return null
    await save(trx, id, relevant, now)
    return recordOn(article, {
      action: 'relevance_overridden',
      before: { relevant: article.relevant },
      after: { relevant },
      undo: { articleId: id, before: article.relevant, after: relevant },
    })
  })

interface Undo {
  articleId: number
  before: boolean
  after: boolean
}

/** False where the relevance has changed since. */
export async function undoOverride(trx: Trx, { articleId, before, after }: Undo, now: Date): Promise<boolean> {
  const article = await lockArticle(trx, articleId)
  if (article.relevant !== after) return false
  await save(trx, articleId, before, now)
  return true
}

const MAX_EXAMPLES = 2000
const EXAMPLE_CHARACTERS = 400

/** The newest, of articles that are there. */
export async function listRelevanceExamples(db: Db): Promise<Example[]> {
  const { rows } = await sql<Example>`
    select a.title, left(a.excerpt, ${EXAMPLE_CHARACTERS}) as text, f.publisher, r.relevant
    from (
      select distinct on (target) target, (after->>'relevant')::boolean as relevant, id from operator_actions
      where action = 'relevance_overridden' and undone_at is null order by target, id desc
    ) r
    join articles a on r.target = 'article:' || a.id join feeds f on f.id = a.feed_id
    order by r.id desc limit ${MAX_EXAMPLES}`.execute(db)
  return rows
}
