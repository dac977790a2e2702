/**
 * Clients that poll, page by cursor, stream and are told by webhook, killed and resumed at random while changes happen, end
 * with exactly what the server has; none sees a change twice after what it saved, and none misses one.
 */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { loggedKinds } from '../../../src/news/changes/resource.ts'
import type { ActorDatabase } from '../../../src/platform/database/database.ts'
import { seedArticles, seedFeed, seedWebhook } from '../build.ts'
import { features, ifThere } from '../features.ts'
import { type Follower, positionOf, readLists, startListener, startPoller, startReceiver } from './followers.ts'
import { actOnce } from './turmoil.ts'

export async function seedNews(database: ActorDatabase): Promise<void> {
  for (let i = 0; i < 5; i++) await seedFeed(database)
  await seedArticles(
    database,
    Array.from({ length: 60 }, () => ({ feed_id: 1 + Math.floor(Math.random() * 5) })),
  )
}

interface Stage {
  database: ActorDatabase
  anyWeb: () => string
  changes: number
  /** What happens to the service, in equal steps between the changes. */
  trouble: (() => Promise<void>)[]
}

export async function checkInStep({ database, anyWeb, changes, trouble }: Stage): Promise<void> {
  const head = () => headOf(database)
  const act = () => Promise.all([actOnce(database), actOnce(database)])
  const started = await head()
  const receiver = await startReceiver('receiver', anyWeb, 0.001)
  await seedWebhook(database, receiver.url, { created_at: new Date() })
  const followers: Follower[] = [
    ...ifThere('webhooks', receiver),
    await startPoller('poller', anyWeb, 0),
    await startPoller('dying poller', anyWeb, 0.3),
    await startListener('listener', anyWeb, 0.002),
    await startListener('dying listener', anyWeb, 0.03),
  ]
  const begun = new Map(followers.map(({ name, saved }) => [name, positionOf(saved.cursor)]))
  let end: number | null = null
  const running = Promise.all(followers.map((follower) => follower.run(() => end)))
  for (const [step, happen] of trouble.entries()) {
    while ((await head().catch(() => 0)) < started + (changes * (step + 1)) / (trouble.length + 1)) await act()
    await Promise.all([happen(), act()])
  }
  while ((await head()) < started + changes) await act()
  end = await head()
  await running
  const truth = await readLists(anyWeb, 100)
  const kinds = loggedKinds(features.flatMap((feature) => feature.kinds ?? [])).map(({ kind }) => kind)
  const { rows } = await sql<{ position: number }>`
    select position from changes where kind = any(${kinds}::text[]) order by position`.execute(database.db)
  for (const { name, saved } of followers) {
    const from = begun.get(name) ?? 0
    const all = rows.map(({ position }) => position).filter((position) => position > from)
    expect(saved.taken, name).toEqual(all)
    expect(Object.fromEntries([...saved.held].sort()), name).toEqual(Object.fromEntries([...truth].sort()))
  }
  expect(truth.size).toBeGreaterThan(60)
}

async function headOf({ db }: ActorDatabase): Promise<number> {
  const { rows } = await sql<{ head: number }>`select coalesce(max(position), 0) as head from changes`.execute(db)
  return rows[0]?.head ?? 0
}
