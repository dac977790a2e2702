/** Exams at the console, without a browser: from the price to the result. */
// @module-tag slow
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { t } from '../../../tests/support/content.ts'
import { operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { alwaysYes, honest } from '../../../tests/support/played/answers/judge.ts'
import {
  type ModelMode,
  type ModelServer,
  playedSettings,
  startModelServer,
} from '../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { startStages } from '../../app/stages.ts'
import { examsState } from './ordered-exams.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
const path = '/admin/exams'

let server: ModelServer
let web: TestWeb
let operator: Visitor
let stages: Awaited<ReturnType<typeof startStages>> | undefined
beforeAll(async () => {
  server = await startModelServer()
  web = await startTestWeb({ ...playedSettings(server), ADMIN_TOKEN: token, AI_MONTHLY_BUDGET: '20' })
  operator = await operatorAt(web, token)
})
afterAll(async () => {
  await stages?.close()
  await web.close()
  await server.close()
})
beforeEach(() => {
  server.mode = 'good'
  server.judge = honest
  server.calls.length = 0
})

const text = (body: string) => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** In the log of the worker. */
const warnings: string[] = []

async function startWorker(): Promise<void> {
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) })
  stages = await startStages({ ...web.services, log })
}

/** The page once no exam is under way. */
async function pageAfterwards(): Promise<string> {
  for (let waits = 0; (await examsState(web.services)).isRunning && waits < 200; waits++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return (await operator.get(path)).body
}

it('says that there is no exam yet, in the menu’s own place', async () => {
  const { body, statusCode } = await operator.get(path)
  expect(statusCode).toBe(200)
  expect(text(body)).toContain(t('admin.exams.none'))
  expect(body).toContain('<a href="/admin/exams" aria-current="page">Prov</a>')
})

it('says which models have no exam, and orders it by one button beside its cost', async () => {
  const { body } = await operator.get(path)
  expect(body).toContain(t('admin.exams.missing', { model: 'played' }))
  const [, offer = ''] =
    body.match(/<section[^>]*>((?:(?!<\/section>)[\s\S])*?har inget prov än[\s\S]*?)<\/section>/) ?? []
  expect(text(offer)).toMatch(/\d+ anrop, .*? Det kostar ungefär \d+,\d+\./)
  const fields = Object.fromEntries(
    [...offer.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  expect(fields).toMatchObject({ models: 'played', role: '', what: 'run' })
  expect(offer.match(/<button/g)).toHaveLength(1)
  expect(server.calls).toEqual([])
})

it('says the price first, runs as a job of a worker, and shows models side by side', async () => {
  server.judge = (prompt) => (server.calls.at(-1)?.model === 'godtrogen' ? alwaysYes : honest)(prompt)
  const requested = { models: 'noggrann\r\ngodtrogen', server: '', role: 'judge', count: '44' }
  const plan = text((await operator.post(path, requested)).body)
  expect(plan).toMatch(
    /22 anrop, ungefär [\d {2}]+ tokens in och [\d {2}]+ ut\. Det kostar ungefär 0,\d+\. 20,00 är kvar av månadens budget\./,
  )
  expect(server.calls).toEqual([])
  const ordered = await operator.post(path, { ...requested, what: 'run' })
  expect(ordered.headers.location).toBe('/admin/exams?said=examining')
  expect(text((await operator.get('/admin/exams?said=examining')).body)).toContain(
    'Provet är beställt och börjar strax.',
  )
  expect(text((await operator.get(path)).body)).toContain(t('admin.exams.waiting'))
  const open = { model: 'noggrann', role: 'judge' as const, language: 'sv', prompt_version: 'judge.sv@3', items: 44 }
  const row = { ...open, started_at: web.clock.now(), answers: JSON.stringify([{}, {}]) }
  const { id } = await web.database.db.insertInto('exams').values(row).returning('id').executeTakeFirstOrThrow()
  const words = t('admin.exams.running', { model: 'noggrann', done: 2, total: 44 })
  expect(text((await operator.get(path)).body)).toContain(words)
  await web.database.db.deleteFrom('exams').where('id', '=', id).execute()
  expect((await operator.post(path, { ...requested, what: 'run' })).headers.location).toBe(
    '/admin/exams?said=unchanged',
  )
  await startWorker()
  const page = text(await pageAfterwards())
  expect(page).toMatch(/godtrogen sv · .*? Duger inte 0 av 22 0–15 % 0 av 22 0–15 %/)
  expect(page).toMatch(/noggrann sv · .*? Går inte att avgöra 22 av 22 85–100 %/)
  expect(page).toMatch(/Typ godtrogen noggrann cause 0 av 2 0–66 % och 0 av 2 0–66 % 2 av 2/)
  expect(page).toContain('Månaden är räknad på ett antagande: 100 artiklar om dagen.')
  expect(text((await operator.get('/admin/log')).body)).toMatch(/Prövade modeller/)
  expect(text((await operator.get('/admin/spend')).body)).toMatch(/noggrann · prov av modeller/)
})

it('shows as a writer what was accepted and which checks refused', async () => {
  server.mode = (call) => (call % 2 === 0 ? 'english' : 'good')
  await operator.post(path, { models: 'skribent', role: 'writer', count: '2', what: 'run' })
  const page = text(await pageAfterwards())
  expect(page).toMatch(/skribent sv · .*? 0 av 2 .*? 2 av 2 .*? language: 2 \+ 0/)
})

it.each<[ModelMode, RegExp]>([
  ['refuses', /HTTP 401: Incorrect API key provided/],
  ['prose', /answers, but not in the JSON asked for\. Take an AI_MODEL that answers in JSON/],
])('says in one sentence what is wrong with a model that %s, and asks no more', async (mode, sentence) => {
  server.mode = mode
  await operator.post(path, { models: 'krasslig', role: 'judge', what: 'run' })
  const page = text(await pageAfterwards())
  expect(page).toMatch(/krasslig sv · .*? Avbröts/)
  expect(page).toMatch(sentence)
  expect(server.calls).toHaveLength(1)
})

it('is warned of in the log of a worker that starts with models that nobody has examined', () => {
  for (const role of ['judge', 'writer'])
    expect(warnings).toContain(
      `no exam of played as a ${role} yet: "karnhuset models exam" says whether it can be trusted`,
    )
})

it.each<[Record<string, string>, string]>([
  [{ count: 'många' }, '&quot;många&quot; is no number'],
  [{ count: '0' }, '&quot;0&quot; is no number'],
  [{ server: 'javascript:alert(1)' }, 'is no address'],
  [{ role: 'redaktör' }, 'Name the model'],
])('refuses %j beside what was typed', async (fields, sentence) => {
  const { statusCode, body } = await operator.post(path, fields)
  expect(statusCode).toBe(422)
  expect(body).toContain(sentence)
  expect(server.calls).toEqual([])
})
