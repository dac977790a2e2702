/** Models at the console, without a browser: servers nearby, and the choice of a model. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { t } from '../../../tests/support/content.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'

const path = '/admin/models'

let server: ModelServer
let web: TestWeb
let operator: Visitor
beforeAll(async () => {
  server = await startModelServer()
  const token = 'en-nyckel-som-bara-redaktionen-har'
  web = await startTestWeb({ ...playedSettings(server), ADMIN_TOKEN: token })
  operator = await operatorAt(web, token)
})
afterAll(async () => {
  await web.close()
  await server.close()
})

const text = (body: string) => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

it('finds servers with their models, and writes one into .env', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-console-'))
  const before = process.cwd()
  onTestFinished(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
  const looked = await operator.post(`${path}/find`, { addresses: `${new URL(server.url).host}, 127.0.0.1:1` })
  expect(text(looked.body)).toMatch(
    new RegExp(`vLLM ${server.url} played-model ${ifThere('exams', 'Pröva played-model ').join('')}Använd`),
  )
  expect(text(looked.body)).toContain('Ingen modellserver svarar där.')
  expect((await operator.post(`${path}/find`, { addresses: '10.0.0.0/8' })).statusCode).toBe(422)
  process.chdir(folder)
  writeFileSync('.env', 'PORT=3000\n')
  const unknown = await operator.post(`${path}/choose`, { model: 'annan', server: server.url })
  expect(unknown.statusCode).toBe(422)
  expect(readFileSync('.env', 'utf8')).toBe('PORT=3000\n')
  const selected = await operator.post(`${path}/choose`, { model: 'played-model', server: server.url })
  expect(text(selected.body)).toContain('played-model står nu i .env.')
  expect(text(selected.body)).toContain(t('admin.exams.note.restart'))
  expect(readFileSync('.env', 'utf8')).toBe(
    `PORT=3000\nAI_PROVIDER=openai\nAI_BASE_URL=${server.url}\nAI_MODEL=played-model\n`,
  )
  expect(text((await operator.get('/admin/log')).body)).toMatch(/Valde modellen/)
})
