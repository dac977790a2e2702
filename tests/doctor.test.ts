/** `doctor`: what can be reached, and what to do about what cannot. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkServices } from '../src/cli/doctor.ts'
import type { Io } from '../src/cli/io.ts'
import type { Database } from '../src/store/database/database.ts'
import { openTestDatabase } from './support/database.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { playedSettings } from './support/played-config.ts'
import { startTestWeb } from './support/web.ts'

let server: ModelServer
let database: Database

beforeAll(async () => {
  server = await startModelServer()
  database = await openTestDatabase()
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(() => {
  server.mode = 'good'
  server.calls.length = 0
})

async function doctor(env: Record<string, string>): Promise<{ code: number; text: string }> {
  // Each look closes its services but not the database, which all of them share.
  const web = await startTestWeb(env, { ...database, close: async () => {} })
  const lines: string[] = []
  const io: Io = {
    line: (text = '') => lines.push(text),
    note: (text) => lines.push(text),
    progress: () => {},
    confirm: async () => true,
    isTTY: false,
    columns: 80,
    cwd: process.cwd(),
  }
  const code = await checkServices(web.services, io)
  await web.close()
  return { code, text: lines.join('\n') }
}

it('tries the model and the embeddings, and puts the call on record', async () => {
  const { text } = await doctor(playedSettings(server))
  expect(text).toMatch(/^ok {4}model: openai \(played\) answered in \d+ ms$/m)
  expect(text).toMatch(/^ok {4}embeddings: played-embedding gives vectors of 64 dimensions$/m)
  expect(server.calls.map(({ path }) => path)).toEqual(['/chat/completions', '/embeddings'])
  const [call] = await database.db.selectFrom('ai_calls').selectAll().execute()
  expect(call).toMatchObject({ purpose: 'check', verdict: 'accepted', input_tokens: server.calls[0]?.inputTokens })
})

it('asks who answers for the site, until it is told', async () => {
  expect((await doctor({})).text).toMatch(/^ask {3}publisher: set PUBLISHER_NAME and PUBLISHER_CONTACT: /m)
  const told = { PUBLISHER_NAME: 'Karin Ek', PUBLISHER_CONTACT: 'karin@exempel.se' }
  expect((await doctor(told)).text).toMatch(/^ok {4}publisher: Karin Ek, karin@exempel.se$/m)
})

it('names what is wrong with a server that fails, and goes on', async () => {
  server.mode = 'broken'
  const { code, text } = await doctor({
    ...playedSettings(server),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@b.se',
  })
  expect(code).toBe(1)
  expect(text).toMatch(/^FAULT model: openai \(played\): HTTP 500: .*Check AI_BASE_URL and its key/m)
  expect(text).toMatch(/^FAULT embeddings: .*HTTP 500: .*Check EMBEDDING_BASE_URL/m)
  expect(text).toMatch(/^FAULT mail: SMTP_URL: .*ECONNREFUSED/m)
  expect(text).toMatch(/^ok {4}database: /m)
})

it('says what is done without where nothing is set', async () => {
  const { text } = await doctor({})
  expect(text).toMatch(/^ok {4}model: AI_PROVIDER is none: readers see excerpts/m)
  expect(text).toMatch(/^ok {4}embeddings: EMBEDDING_PROVIDER is none: search works by keywords$/m)
  expect(text).toMatch(/^ok {4}mail: SMTP_URL is not set: sign-in codes are written to the log/m)
})
