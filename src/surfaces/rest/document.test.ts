/** The document, the reference page, and the client that comes with the project. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientTypes, clientTypesFile } from '../../../scripts/write-openapi.ts'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { completeTable, ifThere } from '../../../tests/support/features.ts'
import { html } from '../../platform/html/html.ts'
import { ErrorBody } from './envelopes.ts'
import { examples } from './examples.ts'
import { curlOf, exampleOf, typescriptOf } from './reference-examples.ts'

type Shown = { content: { 'application/json': { examples: { answer: { value: unknown } } } } }
const escaped = (text: string) => String(html`${text}`)

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it('describes every endpoint of the contract, those of events and those of quality', () => {
  const { document } = api
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => {
      const auth = ['none', 'required', 'optional'][security.length]
      return `${method.toUpperCase()} ${path.replace('/api/v1', '')} ${auth}`
    }),
  )
  expect(listed.sort()).toEqual(
    [
      'POST /auth/login none',
      'GET /me required',
      'GET /me/feed required',
      'GET /me/follows required',
      'POST /me/follows required',
      'DELETE /me/follows required',
      'GET /me/mutes required',
      'POST /me/mutes required',
      'DELETE /me/mutes required',
      ...ifThere(
        'alerts',
        'GET /me/alerts required',
        'POST /me/alerts required',
        'DELETE /me/alerts required',
        'POST /me/alerts/quiet required',
        'DELETE /me/alerts/quiet required',
        'GET /me/push-subscriptions required',
        'POST /me/push-subscriptions required',
        'DELETE /me/push-subscriptions required',
        'GET /me/webhooks required',
        'POST /me/webhooks required',
        'POST /me/webhooks/resume required',
        'DELETE /me/webhooks required',
      ),
      'GET /me/keys required',
      'POST /me/keys required',
      'DELETE /me/keys required',
      ...ifThere(
        'google-reader',
        'GET /me/app-passwords required',
        'POST /me/app-passwords required',
        'DELETE /me/app-passwords required',
      ),
      'GET /me/saved required',
      'POST /me/saved required',
      'DELETE /me/saved required',
      'GET /me/read required',
      'POST /me/read required',
      'POST /auth/logout required',
      'DELETE /auth/account required',
      'GET /entries optional',
      'GET /entries/popular none',
      'GET /entries/follows required',
      'GET /entries/search optional',
      'GET /entries/{id} none',
      'GET /changes none',
      'GET /changes/stream none',
      'GET /feeds optional',
      'GET /feeds/{id} optional',
      'GET /feeds/{id}/entries optional',
      'POST /feeds/{id}/follow required',
      'DELETE /feeds/{id}/follow required',
      'GET /tags none',
      'GET /tags/{id} none',
      'GET /tags/{id}/entries none',
      'GET /tags/{id}/events none',
      'GET /disputes none',
      'GET /events none',
      'GET /events/{id} none',
      'GET /events/{id}/entries none',
      'GET /stories none',
      'GET /stories/{id} none',
      'GET /stories/{id}/entries none',
      ...ifThere('guides', 'GET /guides none', 'GET /guides/{id} none'),
      'GET /search none',
      ...ifThere('podcast', 'GET /podd_episodes none', 'GET /podd_episodes/{id} none'),
      ...ifThere(
        'quality',
        'GET /quality none',
        'GET /entries/{id}/checks none',
        'GET /events/{id}/checks none',
        'GET /stories/{id}/checks none',
      ),
      ...ifThere(
        'publisher-record',
        'GET /publishers none',
        'GET /publishers/compare none',
        'GET /publishers/{id} none',
        'GET /feeds/{id}/record none',
      ),
    ].sort(),
  )
  expect(document.openapi).toBe('3.1.0')
})

it('says that `since` and `until` take a day as well as an instant, with examples that are taken', async () => {
  const asked = Object.entries(api.document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).filter(({ name }) => name === 'since' || name === 'until').map((one) => ({ path, ...one })),
  )
  expect(asked.length).toBeGreaterThan(5)
  for (const { path, schema } of asked) expect(schema.anyOf, path).toContainEqual({ type: 'string', format: 'date' })
  const examples = asked.flatMap(({ schema }) => schema.examples as string[]).slice(0, 2)
  for (const example of examples)
    expect((await api.call('GET', `/api/v1/entries?since=${example}`)).status, example).toBe(200)
})

it('shows an answer of every operation, of the shape of its schema', () => {
  const table = completeTable(api.web.ctx.site)
  const others = table.filter(({ answers }) => answers[0]?.example === undefined)
  expect(Object.keys(examples).sort()).toEqual(others.map(({ operationId }) => operationId).sort())
  // A field that the schema does not know would be left out.
  for (const { operationId, answers } of table) {
    const example = JSON.parse(JSON.stringify(answers[0]?.example ?? examples[operationId]))
    expect(answers[0]?.schema.parse(example), operationId).toEqual(example)
  }
  for (const [code, response] of Object.entries(api.document.components.responses))
    expect(ErrorBody.parse((response as Shown).content['application/json'].examples.answer.value).error.type).toBe(code)
})

it.runIf(ifThere('podcast', true)[0])(
  'is what the committed client was made from ("npm run client" renews it)',
  { tags: 'slow' },
  async () => {
    expect(readFileSync(clientTypesFile, 'utf8')).toBe(await clientTypes())
  },
)

it('is cached, and open to every origin', async () => {
  const { headers } = await api.call('GET', '/api/v1/openapi.json')
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', etag: expect.any(String) })
})

describe('the reference page', () => {
  it('names every operation and object, and links lead somewhere', async () => {
    const page = (await api.web.app.inject('/api/docs')).body
    for (const methods of Object.values(api.document.paths))
      for (const { operationId } of Object.values(methods)) expect(page).toContain(`id="${operationId}"`)
    const targets = [...page.matchAll(/href="#([\w-]+)"/g)].map((match) => match[1])
    expect(targets.length).toBeGreaterThan(30)
    for (const target of targets) expect(page).toContain(`id="${target}"`)
  })

  it('shows calls that the service takes, beside every endpoint', { tags: 'slow' }, async () => {
    const page = (await api.web.app.inject('/api/docs')).body
    const token = await api.signIn('caller@example.com')
    for (const [path, methods] of Object.entries(api.document.paths))
      for (const [name, operation] of Object.entries(methods)) {
        const entry = { method: name.toUpperCase(), path, operation }
        const curl = curlOf(entry, 'https://site.example')
        expect(page).toContain(escaped(curl))
        expect(page).toContain(escaped(typescriptOf(entry)))
        if (['streamChanges', 'logout', 'deleteAccount'].includes(operation.operationId)) continue
        const url = /'https:\/\/site\.example([^']+)'/.exec(curl)?.[1] ?? ''
        const { body } = exampleOf(entry)
        const { status } = await api.call(entry.method as 'GET', url, { token, ...(body && { body }) })
        expect([200, 202, 404], `${curl}: ${status}`).toContain(status)
      }
  })

  it('leads to guides, whose addresses are those of this site', async () => {
    const page = (await api.web.app.inject('/api/docs')).body
    const paths = [...page.matchAll(/href="(\/api\/docs\/guides\/[\w-]+)"/g)].map((match) => match[1] ?? '')
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      const { statusCode, body } = await api.web.app.inject(path)
      expect(statusCode).toBe(200)
      expect(body).toContain('https://site.example')
      expect(body).not.toContain('https://news.example')
    }
  })
})
