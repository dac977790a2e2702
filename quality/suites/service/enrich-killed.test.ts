/** Enrichment under kills, on the tests' own server; the record of calls is tested, not the database's start. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { seedArticle } from '../../../tests/support/generation.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'

let database: Database
let server: ModelServer
beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  server = await startModelServer()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const ARTICLES = 5

function startEnriching() {
  const argv = ['tests/support/processes/enrich.ts', JSON.stringify(database.address), server.url]
  const child = spawn(process.execPath, argv, { stdio: 'inherit' })
  return { child, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
}

/** Each judge's answer that was stored has its controls beside it, once; no text is published without one that was refused. */
async function expectControlled(): Promise<void> {
  const { rows } = await sql<{ verdict: string; planted: number; refused: number }>`
    select c.verdict, count(j.id) filter (where j.expected = 'refused')::integer as planted,
      count(j.id) filter (where j.expected = 'refused' and j.answered <> 'supported')::integer as refused
    from ai_calls c left join judge_controls j on j.call_id = c.id where c.purpose = 'judge' group by c.id`.execute(
    database.db,
  )
  for (const { verdict, planted, refused } of rows)
    expect([verdict, planted, refused]).toEqual(verdict === 'asked' ? [verdict, 0, 0] : ['accepted', 1, 1])
  const published = await sql`
    select from articles a where a.translated_by = 'ai' and not exists (
      select from ai_calls c join judge_controls j on j.call_id = c.id and j.expected = 'refused'
      where c.article_id = a.id and c.purpose = 'judge' and c.verdict = 'accepted')`.execute(database.db)
  expect(published.rows).toEqual([])
}

test('a process killed between an answer and its storing repeats that step alone and accepts each article once', async () => {
  for (let n = 0; n < ARTICLES; n++) await seedArticle(database)

  // The answer of these calls is made, and then the process is killed.
  const deadly = [3, 6]
  for (const call of [...deadly, null]) {
    const { child, ended } = startEnriching()
    server.beforeAnswer = async () => {
      if (server.calls.length !== call) return
      child.kill('SIGKILL')
      await ended
    }
    expect(await ended).toBe(call === null ? 0 : null)
  }
  await expectControlled()

  const rows = await database.db
    .selectFrom('ai_calls')
    .select(({ fn }) => ['article_id', fn.countAll<number>().as('calls')])
    .where('verdict', '=', 'accepted')
    .where('purpose', '=', 'summary')
    .groupBy('article_id')
    .execute()
  expect(rows.map((row) => Number(row.calls))).toEqual(new Array(ARTICLES).fill(1))
  const states = await database.db.selectFrom('articles').select(['enrich_state', 'status']).distinct().execute()
  expect(states).toEqual([{ enrich_state: 'done', status: 'published' }])

  // Recorded is every token of the answers that arrived, and each lost call with what it may have cost.
  const arrived = server.calls.filter((_, call) => !deadly.includes(call + 1))
  // Three calls an article; an answer that was stored before the process died is judged, not requested again.
  const judgedAgain = 1
  expect(server.calls).toHaveLength(3 * ARTICLES + deadly.length + judgedAgain)
  const settled = database.db.selectFrom('ai_calls').selectAll().where('verdict', '<>', 'asked')
  const sum = <Row>(all: Row[], of: (one: Row) => number) => all.reduce((total, one) => total + of(one), 0)
  expect(sum(await settled.execute(), (row) => row.input_tokens)).toBe(sum(arrived, (call) => call.inputTokens))
  expect(sum(await settled.execute(), (row) => row.output_tokens)).toBe(sum(arrived, (call) => call.outputTokens))
  const lost = await database.db.selectFrom('ai_calls').selectAll().where('verdict', '=', 'asked').execute()
  expect(lost).toHaveLength(deadly.length)
  for (const call of lost) expect(call.cost).toBeGreaterThan(0)
})

test('a process killed at any moment leaves no control out, counts none twice, and publishes nothing unjudged', async () => {
  for (let n = 0; n < 12; n++) await seedArticle(database)
  for (let kill = 0; ; kill++) {
    const { child, ended } = startEnriching()
    let first = true
    server.beforeAnswer = async () => {
      if (kill >= 6 || !first) return
      first = false
      // From the answer to a call over its storing and its publication to calls that follow.
      void sleep(kill * 17).then(() => child.kill('SIGKILL'))
    }
    const code = await ended
    await expectControlled()
    if (code === 0) break
  }
  const waiting = database.db.selectFrom('articles').select('id').where('enrich_state', '=', 'pending')
  expect(await waiting.execute()).toEqual([])
})
