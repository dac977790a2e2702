/** Two reports of each of thirty happenings, all in one batch: what is joined does not hang on what came in together. */
import { expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { startTestWeb } from '../../../../tests/support/web.ts'

const syllables = 'ba de fi go hu ka le mi no pu ra se ti vo wy zan'.split(' ')
const word = (n: number) => {
  const spread = (n * 40_503) % 65_536
  return `Q${[12, 8, 4, 0].map((bits) => syllables[(spread >> bits) & 15]).join('')}`
}

function reportOf(n: number, feeds: number[]) {
  const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((nth) => word((n >> 1) * 5 + nth))
  const titles = [`${a} ${b} shows a new battery for iPhone`, `New iPhone battery is shown by ${b} ${a}`]
  const excerpt = `The battery of ${a} ${b} was shown in ${c} by ${d}, says ${e}. Owners of iPhone will like it.`
  return { feed_id: feeds[n & 1] as number, title: titles[n & 1] as string, excerpt }
}

it('reports of one happening find each other among many of the same batch', { tags: 'slow' }, async () => {
  const web = await startTestWeb({}, undefined, { alone: true })
  try {
    const feeds = [await seedFeed(web.database), await seedFeed(web.database)]
    const reports = Array.from({ length: 60 }, (_, n) => reportOf(n, feeds))
    // The second reports come after all of the first ones.
    const ids = await seedArticles(web.database, [
      ...reports.filter((_, n) => n % 2 === 0),
      ...reports.filter((_, n) => n % 2 === 1),
    ])
    await web.services.pipeline.cluster()
    const rows = await web.database.db.selectFrom('articles').select(['id', 'event_id']).execute()
    const eventOf = new Map(rows.map((row) => [row.id, row.event_id]))
    const events = ids.slice(0, 30).map((id, n) => [eventOf.get(id), eventOf.get(ids[n + 30] as number)])
    expect(events.filter(([one, other]) => one === null || one !== other)).toEqual([])
    expect(new Set(eventOf.values()).size).toBe(30)
  } finally {
    await web.close()
  }
})

it('years of a little news each take no batch for each of their days', { tags: 'slow' }, async () => {
  const web = await startTestWeb({}, undefined, { alone: true })
  try {
    const feeds = [await seedFeed(web.database), await seedFeed(web.database)]
    const month = (n: number) => new Date(Date.UTC(2020, n >> 1, 1, n & 1))
    const reports = Array.from({ length: 60 }, (_, n) => ({
      ...reportOf(n, feeds),
      published_at: month(n),
      sort_at: month(n),
    }))
    const ids = await seedArticles(web.database, reports)
    const batches = () =>
      web.database.db
        .selectFrom('data_versions')
        .select('version')
        .where('name', '=', 'content')
        .executeTakeFirstOrThrow()
    const before = await batches()
    await web.services.pipeline.cluster()
    // Two to take them in, and two to decide again those that the window has left.
    expect((await batches()).version - before.version).toBeLessThanOrEqual(4)
    const rows = await web.database.db.selectFrom('articles').select(['id', 'event_id']).orderBy('id').execute()
    const pairs = ids
      .filter((_, n) => n % 2 === 0)
      .map((id) => rows.filter((row) => row.id === id || row.id === id + 1))
    expect(pairs.filter(([one, other]) => !one?.event_id || one.event_id !== other?.event_id)).toEqual([])
    expect(new Set(rows.map(({ event_id: event }) => event)).size).toBe(30)
  } finally {
    await web.close()
  }
})
