/** Stages run again: their articles, the marks that make these wait, and the record of a run, so that it can go on. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, type Db, type Trx, transaction } from '../../../platform/database/database.ts'
import type { ReprocessStage } from '../../articles/rules/reprocess-request.ts'
import { SUMMARY_WORDS } from '../../articles/rules/summary-words.ts'
import { mayBeEmbedded } from '../../embeddings/writes/embedding-queue.ts'
import { WINDOW_MS } from '../../events/clustering/similarity.ts'
import { supersedeSummaries } from '../../models/writes/ai-calls.ts'

/** Stages, and the articles that they run for. */
export type ReprocessScope = Pick<ReprocessRun, 'since' | 'again'> & { stages: readonly ReprocessStage[] }

export interface ReprocessRun {
  id: number
  stages: ReprocessStage[]
  since: Date | null
  /** Of what was refused alone. */
  again: boolean
  startedAt: Date
  /** Calls to models with a higher id belong to it, or came beside it. */
  afterCall: number
  /** Index of the stage that runs. */
  at: number
  /** Articles of that stage that were marked so far, and the last of them. */
  articles: number
  markedTo: number
}

const COLUMNS = sql`id, stages, since, again, started_at as "startedAt", after_call as "afterCall", stages_done as at, articles, marked_to as "markedTo"`

/** The run for the same articles and stages that did not finish. */
export async function findUnfinished(
  db: Db | Trx,
  { stages, since, again }: ReprocessScope,
): Promise<ReprocessRun | undefined> {
  const { rows } = await sql<ReprocessRun>`
    select ${COLUMNS} from reprocess_runs
    where finished_at is null and stages = ${stages}::text[] and since is not distinct from ${since}::timestamptz
      and again = ${again}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** The run that did not finish, whatever it was for. */
export async function findRunning(db: Db): Promise<ReprocessRun | undefined> {
  const { rows } = await sql<ReprocessRun>`
    select ${COLUMNS} from reprocess_runs where finished_at is null order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Goes on with the same unfinished run, or begins a new one; a different unfinished one is given up. */
export function openRun(database: Database, scope: ReprocessScope, now: Date): Promise<ReprocessRun> {
  return transaction(database, async (trx) => {
    await sql`select pg_advisory_xact_lock(4711002)`.execute(trx)
    const unfinished = await findUnfinished(trx, scope)
    await sql`
      update reprocess_runs set finished_at = ${now}
      where finished_at is null and id <> ${unfinished?.id ?? 0}`.execute(trx)
    if (unfinished) return unfinished
    const { rows } = await sql<ReprocessRun>`
      insert into reprocess_runs (stages, since, again, started_at, after_call)
      values (${scope.stages}::text[], ${scope.since}, ${scope.again}, ${now}, (select coalesce(max(id), 0) from ai_calls))
      returning ${COLUMNS}`.execute(trx)
    return rows[0] as ReprocessRun
  })
}

/** The run's stage is done; after the last one the run is. */
export async function finishStage(database: Database, run: ReprocessRun, now: Date): Promise<void> {
  await sql`
    update reprocess_runs set stages_done = stages_done + 1, articles = 0, marked_to = 0,
      finished_at = case when stages_done + 1 = cardinality(stages) then ${now}::timestamptz end
    where id = ${run.id} and stages_done = ${run.at}`.execute(database.db)
}

/**
 * Makes the next `limit` articles of the run's stage wait for it, with the run's own record in the same transaction, so
 * that a killed process marks none twice. Returns how many; fewer than `limit` were the last.
 */
export function queueNext(database: Database, run: ReprocessRun, now: Date, limit: number): Promise<number> {
  return transaction(database, async (trx) => {
    const { rows } = await sql<{ markedTo: number }>`
      select marked_to as "markedTo" from reprocess_runs where id = ${run.id} for update`.execute(trx)
    const from = rows[0]?.markedTo ?? 0
    const next = await sql<{ id: number }>`
      select id from (${articlesOf(run.stages[run.at] ?? 'enrich', run, now)}) w
      where id > ${from} order by id limit ${limit}`.execute(trx)
    const ids = next.rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await setPending(trx, run.stages[run.at] ?? 'enrich', ids)
    if (run.again) await supersedeSummaries(trx, ids)
    await sql`
      update reprocess_runs set articles = articles + ${ids.length}, marked_to = ${ids.at(-1)}
      where id = ${run.id}`.execute(trx)
    return ids.length
  })
}

async function setPending(trx: Trx, stage: ReprocessStage, ids: number[]): Promise<void> {
  const these = sql`any(${ids}::bigint[])`
  if (stage === 'enrich')
    await sql`update articles set enrich_state = 'pending' where id = ${these} and enrich_state <> 'pending'`.execute(
      trx,
    )
  else if (stage === 'cluster')
    await sql`update articles set cluster_state = 'pending' where id = ${these}`.execute(trx)
  else
    await sql`
      insert into embedding_queue (article_id, at) select id, clock_timestamp() from articles where id = ${these}
      on conflict (article_id) do update set at = excluded.at`.execute(trx)
}

/**
 * Number of articles that a stage would process again, and of characters that a model would read; of those after an id.
 */
export async function sumArticles(
  db: Db,
  stage: ReprocessStage,
  of: Pick<ReprocessScope, 'since' | 'again'>,
  options: { now: Date; maxLength: number; after?: number },
): Promise<{ articles: number; characters: number }> {
  const { rows } = await sql<{ articles: number; characters: number }>`
    select count(*) as articles, coalesce(sum(least(characters, ${options.maxLength})), 0) as characters
    from (${articlesOf(stage, of, options.now)}) w where id > ${options.after ?? 0}`.execute(db)
  return rows[0] ?? { articles: 0, characters: 0 }
}

/** Number of articles that still wait for a stage. */
export async function countWaiting(db: Db, stage: ReprocessStage): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${waitingFor[stage]}`.execute(db)
  return rows[0]?.n ?? 0
}

const waitingFor: Record<ReprocessStage, RawBuilder<unknown>> = {
  enrich: sql`articles where enrich_state = 'pending' and status <> 'removed' and translated_by is distinct from 'operator'`,
  embed: sql`embedding_queue q join articles a on a.id = q.article_id and ${mayBeEmbedded}`,
  cluster: sql`articles where cluster_state = 'pending' and status = 'published'`,
}

function articlesOf(
  stage: ReprocessStage,
  { since, again }: Pick<ReprocessScope, 'since' | 'again'>,
  now: Date,
): RawBuilder<unknown> {
  const from = since ?? new Date(0)
  if (stage === 'enrich') return again ? sql`${reenrichable(from)} and a.enrich_state = 'refused'` : reenrichable(from)
  if (stage === 'embed')
    return sql`
      select id, length(coalesce(translated_title, title)) + length(coalesce(translated_summary, excerpt)) as characters
      from articles where status = 'published' and reservation is null and sort_at >= ${from}`
  // Clustering's features of older articles are deleted.
  const window = new Date(now.getTime() - WINDOW_MS)
  return sql`
    select id, 0 as characters from articles
    where status = 'published' and sort_at >= ${window > from ? window : from}`
}

/**
 * An operator's own texts are left alone; so is a summary whose original is deleted by now, since another one could only
 * be made of the excerpt.
 */
const reenrichable = (from: Date) => sql`
  select a.id, length(a.title) + length(coalesce(t.text, a.excerpt)) as characters
  from articles a
  left join lateral (select text from article_texts x where x.article_id = a.id order by length(text) desc limit 1) t on true
  where a.status <> 'removed' and a.translated_by is distinct from 'operator' and a.sort_at >= ${from}
    and (t.text is not null or a.translated_by is null)
    and cardinality(regexp_split_to_array(coalesce(t.text, a.excerpt), '\\s+')) >= ${SUMMARY_WORDS[0]}`
