/** Counts of what is stored and what is pending. */
import { sql } from 'kysely'
import { type HealthState, isErrorState } from '../news/feeds/rules/feed-health.ts'
import type { StageDepth, Stats } from '../news/operator/commands.ts'
import { listSourceStates } from '../news/operator/queries/source-health.ts'
import { storageOf } from '../news/operator/queries/storage.ts'
import { AppError } from '../platform/errors.ts'
import { queueDepth } from '../platform/queue/stages.ts'
import { monthStart } from '../platform/time/days.ts'
import type { Base } from './base.ts'

/** Jobs of every stage, in the order of the stages. */
export const queueDepths = async (database: Base['database']): Promise<StageDepth[]> =>
  Object.entries(await queueDepth(database)).map(([stage, counts]) => ({ stage, ...counts }))

export async function readStats(base: Base): Promise<Stats> {
  const { database, clock, config, site } = base
  const states = (await listSourceStates(database.db, clock.now())).map(({ state }) => state)
  const month = monthStart(clock.now(), site.timezone)
  const { rows } = await sql<
    Record<'published' | 'relevant' | 'pending' | 'removed' | 'events' | 'stories' | 'spent' | 'calls', number>
  >`
    select
      (select count(*) from shown_articles) as published,
      (select count(*) from shown_articles where relevant) as relevant,
      (select count(*) from articles where status = 'pending') as pending,
      (select count(*) from articles where status = 'removed') as removed,
      (select count(*) from events where merged_into is null) as events,
      (select count(*) from shown_stories) as stories,
      (select coalesce(sum(cost), 0) from ai_calls where at >= ${month}) as spent,
      (select count(*) from ai_calls where at >= ${month}) as calls`.execute(database.db)
  const row = rows[0]
  if (!row) throw new AppError('internal', 'the database answered nothing')
  const queue = await queueDepths(database)
  return {
    feeds: countStates(states),
    articles: { published: row.published, relevant: row.relevant, pending: row.pending, removed: row.removed },
    events: row.events,
    stories: row.stories,
    queue,
    storage: await storageOf(database.db, clock.now(), config.KEEP_ARTICLES ?? null),
    spend: { thisMonth: row.spent, budget: config.AI_MONTHLY_BUDGET ?? null, calls: row.calls },
  }
}

function countStates(states: HealthState[]): Stats['feeds'] {
  const count = (fits: (state: HealthState) => boolean) => states.filter(fits).length
  const stopped = (state: HealthState) => state === 'paused' || state === 'gone'
  const counted = [...new Set(states)].map((state) => [state, count((each) => each === state)])
  return {
    active: count((state) => !stopped(state)),
    failing: count((state) => isErrorState(state) && state !== 'gone'),
    paused: count(stopped),
    offline: states.includes('offline'),
    states: Object.fromEntries(counted),
  }
}
