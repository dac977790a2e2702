/** Counts of what is stored and what is pending. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { AppError } from '../../../platform/errors.ts'
import { monthStart } from '../../../platform/time/days.ts'
import { type HealthState, isErrorState } from '../../feeds/rules/feed-health.ts'
import { listSourceStates } from './source-health.ts'
import { storageOf } from './storage.ts'
import type { StageDepth, Stats } from './views.ts'

interface Settings {
  timeZone: string
  keepDays: number | null
  budget: number | null
}

export async function readStats(db: ReadDb, now: Date, queue: StageDepth[], settings: Settings): Promise<Stats> {
  const { timeZone, keepDays, budget } = settings
  const states = (await listSourceStates(db, now)).map(({ state }) => state)
  const month = monthStart(now, timeZone)
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
      (select count(*) from ai_calls where at >= ${month}) as calls`.execute(db)
  const row = rows[0]
  if (!row) throw new AppError('internal', 'the database answered nothing')
  return {
    feeds: countStates(states),
    articles: { published: row.published, relevant: row.relevant, pending: row.pending, removed: row.removed },
    events: row.events,
    stories: row.stories,
    queue,
    storage: await storageOf(db, now, keepDays),
    spend: { thisMonth: row.spent, budget, calls: row.calls },
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
