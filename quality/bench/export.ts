/**
 * `npm run bench:export [-- --articles 10000] [--keep DIR]`: how long `karnhuset export` takes over a database of articles, and
 * how long where nothing is new: the whole command, the embedded database's start too. Exit code 1 above the targets.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { refreshEvents } from '../../src/news/events/writes/events.ts'
import { type Database, publishing } from '../../src/platform/database/database.ts'
import { launcher } from './children.ts'
import { inPlace, type Place } from './place.ts'
import { fillArticles } from './synthetic.ts'

const MAX_SECONDS = { first: 60, second: 3 }
/** Of ten articles four are alone in their event, two and four together; without images, whose publishers would be measured. */
const EVENTS = '{0,1,2,3,4,4,5,5,5,5}'

const { values } = parseArgs({ options: { articles: { type: 'string', default: '10000' }, keep: { type: 'string' } } })
const articles = Number(values.articles)

/** In as many days as a lively site takes for them. */
async function fill(database: Database): Promise<void> {
  await fillArticles(database, articles)
  const { db } = database
  await sql`update articles set published_at = t.at, discovered_at = t.at, sort_at = t.at, updated_at = t.at
    from (select id as of, now() - (${articles} - id) * interval '8 minutes' as at from articles) t where id = t.of`.execute(
    db,
  )
  await sql`insert into events (id, created_at, first_at, last_at)
    select distinct (id - 1) / 10 * 10 + (${EVENTS}::int[])[1 + (id - 1) % 10], now(), now(), now() from articles
    on conflict do nothing`.execute(db)
  await sql`insert into event_members (article_id, event_id, decided_by, at)
    select id, (id - 1) / 10 * 10 + (${EVENTS}::int[])[1 + (id - 1) % 10], 'first', sort_at from articles`.execute(db)
  const { rows } = await sql<{ id: number }>`select id from events`.execute(db)
  await publishing(database, (trx) =>
    refreshEvents(
      trx,
      rows.map(({ id }) => id),
    ),
  )
  await sql`analyze`.execute(db)
}

/** Seconds of the command. */
function seconds({ env }: Place, folder: string): number {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, 'export', folder], {
    env: { ...process.env, ...env, BASE_URL: 'https://news.example' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`karnhuset export ended with ${status}: ${stderr}`)
  process.stdout.write(stdout)
  return (performance.now() - start) / 1000
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'karnhuset-export-'))
try {
  await inPlace(undefined, async (place) => {
    const database = await place.open()
    await fill(database)
    await database.close()
    const first = seconds(place, folder)
    const pages = globSync('**/index.html', { cwd: folder }).length
    const second = seconds(place, folder)
    const load = loadavg()[0]?.toFixed(1)
    console.log(
      `export of ${articles} articles: ${first.toFixed(1)} s (at most ${MAX_SECONDS.first}), ${pages} pages, load ${load}`,
    )
    console.log(`export of nothing new: ${second.toFixed(1)} s (at most ${MAX_SECONDS.second})`)
    process.exitCode = first <= MAX_SECONDS.first && second <= MAX_SECONDS.second ? 0 : 1
  })
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}
