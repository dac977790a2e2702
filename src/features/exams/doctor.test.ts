/** Exams as doctor reports them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { startTestWeb } from '../../../tests/support/web.ts'
import { serverChecks } from '../../app/doctor/doctor.ts'
import { exitCodeOf, runChecks } from '../../news/health/health-check.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import { checkExams } from './examined-models.ts'

let server: ModelServer
let database: ActorDatabase
beforeAll(async () => {
  server = await startModelServer()
  database = await openTestDatabase()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function tryServers(env: Record<string, string>) {
  // Each look closes its services but not the database, which all of them share.
  const web = await startTestWeb(env, { ...database, close: async () => {} })
  const findings = await runChecks(
    serverChecks(web.services, web.config, [{ name: 'exams', run: checkExams }]),
    () => {},
  )
  await web.close()
  const report = findings.map(({ level, check, text }) => `${level} ${check}: ${text}`).join('\n')
  return { code: exitCodeOf(findings), report }
}

it('models that nobody has examined are named with the command for it, and what an exam found afterwards', {
  tags: 'slow',
}, async () => {
  const before = await tryServers(playedSettings(server))
  expect(before.code).toBe(1)
  expect(before.report).toMatch(/^warning exams: no exam of played as a judge yet: "karnhuset models exam" says/m)
  expect(before.report).toMatch(/^warning exams: no exam of played as a writer yet/m)
  expect(before.report).toMatch(/^ok exams: the writer judges its own texts: another model as AI_JUDGE_MODEL/m)
  const two = await tryServers({ ...playedSettings(server), AI_JUDGE_MODEL: 'other' })
  expect(two.report).toMatch(/^warning exams: no exam of other as a judge/m)
  expect(two.report).not.toMatch(/its own texts/)
  expect((await tryServers({})).report).not.toMatch(/exams/)
  const taken = { base_url: null, language: 'sv', prompt_version: 'p', items: 2, started_at: new Date() }
  const answers = (isSupported: boolean) =>
    JSON.stringify(Array.from({ length: 80 }, (_, at) => ({ id: `${at}`, class: 'name', truth: false, isSupported })))
  const judge = { ...taken, role: 'judge' as const, model: 'played', ended_at: new Date() }
  const writer = { ...judge, role: 'writer' as const, answers: '[]' }
  await database.db
    .insertInto('exams')
    .values([{ ...judge, answers: answers(true) }, writer])
    .execute()
  const poor = await tryServers(playedSettings(server))
  expect(poor.report).toMatch(/^warning exams: played is not good enough as a judge in Swedish: it refused 0 of 80/m)
  expect(poor.report).toMatch(/^ok exams: played as a writer/m)
  await database.db
    .insertInto('exams')
    .values({ ...judge, answers: answers(false) })
    .execute()
  const good = await tryServers(playedSettings(server))
  expect(good.report).toMatch(/^ok exams: played may be good enough as a judge in Swedish: it refused 80 of 80/m)
  expect(good.code).toBe(0)
})
