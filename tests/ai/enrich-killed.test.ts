import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { seedArticle } from '../support/enrichment.ts'
import { startModelServer } from '../support/model-server.ts'
import { playedConfig } from '../support/played-config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'karnhuset-killed-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const ARTICLES = 9

test('a process killed between an answer and its storing repeats that call alone and accepts each article once', async () => {
  const server = await startModelServer()
  const config = playedConfig(server, { DATA_DIR: dataDir })
  const seeding = await openDatabase(config)
  await migrate(seeding)
  for (let n = 0; n < ARTICLES; n++) await seedArticle(seeding)
  await seeding.close()

  // The answer of these calls is made, and then the process is gone.
  const deadly = [3, 8]
  for (const call of [...deadly, null]) {
    const child = spawn(process.execPath, ['tests/support/enrich-process.ts', dataDir, server.url], {
      stdio: 'inherit',
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    server.beforeAnswer = async () => {
      if (server.calls.length !== call) return
      child.kill('SIGKILL')
      await ended
    }
    expect(await ended).toBe(call === null ? 0 : null)
  }

  const database = await openDatabase(config)
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
  // Two calls an article; an answer that was stored before the process died is judged, not bought again.
  expect(server.calls).toHaveLength(2 * ARTICLES + deadly.length)
  const settled = database.db.selectFrom('ai_calls').selectAll().where('verdict', '<>', 'asked')
  const sum = <Row>(all: Row[], of: (one: Row) => number) => all.reduce((total, one) => total + of(one), 0)
  expect(sum(await settled.execute(), (row) => row.input_tokens)).toBe(sum(arrived, (call) => call.inputTokens))
  expect(sum(await settled.execute(), (row) => row.output_tokens)).toBe(sum(arrived, (call) => call.outputTokens))
  const lost = await database.db.selectFrom('ai_calls').selectAll().where('verdict', '=', 'asked').execute()
  expect(lost).toHaveLength(deadly.length)
  for (const call of lost) expect(call.cost).toBeGreaterThan(0)
  await database.close()
  await server.close()
})
