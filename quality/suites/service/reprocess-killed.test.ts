/** A reprocessing that is killed between its calls to a model, and given again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { ARTICLE_TEXT, seedArticle } from '../../../tests/support/generation.ts'
import { isJudging } from '../../../tests/support/played/answers/judge.ts'
import { playedConfig, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { runChild } from '../../survival/child.ts'

/** Of an article: its summary, and the judge's two on that. */
const CALLS = 3

it('goes on where a killed process was, and asks for no article twice', async () => {
  const server = await startModelServer()
  onTestFinished(() => server.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'karnhuset-reprocess-'))
  const env = { ...playedSettings(server), DATA_DIR: dataDir, SOURCES: 'none', AI_CONCURRENCY: '1' }
  const config = playedConfig(server, { DATA_DIR: dataDir })
  const seeding = await openDatabase(config)
  await migrate(seeding)
  for (let n = 0; n < 6; n++) await seedArticle(seeding, { text: `${ARTICLE_TEXT} Part ${n}.` })
  await seeding.close()

  let fatal = (): void => {}
  const moment = new Promise<void>((resolve) => {
    fatal = resolve
  })
  server.beforeAnswer = async () => {
    // Some are summarised and judged by then, in whatever order they were asked.
    if (server.calls.length < 5 * CALLS) return
    // Time to store the answers that came before.
    await sleep(2000)
    fatal()
    await killed
  }
  const killed = runChild(['reprocess', '--stage', 'enrich'], env, () => moment)
  expect(await killed).toMatchObject({ killed: true })
  server.beforeAnswer = null
  const { code, output } = await runChild(['reprocess', '--stage', 'enrich', '--yes'], env)
  expect(output).toMatch(/did not come to its end: this goes on with what it left/)
  const left = Number(/^enrich {3}(\d) articles, about/m.exec(output)?.[1])
  expect(left).toBeLessThan(6)
  expect(output).toMatch(/^enrich {3}6 articles: 6 summarised, 0 refused/m)
  expect(code).toBe(0)
  const summaries = server.calls.filter(({ prompt }) => !isJudging(prompt))
  expect(summaries).toHaveLength(6)
  rmSync(dataDir, { recursive: true, force: true })
})
