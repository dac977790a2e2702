/** The Agent2Agent protocol: a card of what is there, and one method that does it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { seedWorld } from './support/worlds/agent.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({ PUBLISHER_NAME: 'Exempelbladet AB' })
  await seedWorld(web)
})
afterAll(() => web.close())

const post = (payload: unknown, headers: Record<string, string> = { 'a2a-version': '1.0' }) =>
  web.app.inject({
    ...{ method: 'POST', url: '/a2a', payload: typeof payload === 'string' ? payload : JSON.stringify(payload) },
    headers: { 'content-type': 'application/json', ...headers },
  })
const call = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 7, method, params })
const message = (...texts: unknown[]) => ({
  message: { messageId: 'm1', role: 'ROLE_USER', contextId: 'c1', parts: texts.map((text) => ({ text })) },
})

it('the card has every field that is required, and an interface that answers', async () => {
  const { headers, body } = await web.app.inject('/.well-known/agent-card.json')
  const card = JSON.parse(body)
  expect([headers['content-type'], headers['access-control-allow-origin']]).toEqual([
    'application/json; charset=utf-8',
    '*',
  ])
  for (const field of ['name', 'description', 'version', 'capabilities', 'defaultInputModes', 'defaultOutputModes'])
    expect(card[field]).toBeTruthy()
  expect(card.provider).toEqual({ organization: 'Exempelbladet AB', url: 'https://site.example' })
  expect(card.capabilities).toEqual({ streaming: false, pushNotifications: false, extendedAgentCard: false })
  expect(card.skills).toMatchObject([{ id: 'search_news', name: expect.any(String), tags: expect.any(Array) }])
  const [only, ...more] = card.supportedInterfaces
  expect([only, more]).toEqual([
    { url: 'https://site.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    [],
  ])
  for (const address of [card.documentationUrl, card.iconUrl])
    expect((await web.app.inject(address.replace('https://site.example', ''))).statusCode).toBe(200)
})

it('a message is answered with the events that its words find, marked as text from outside', async () => {
  const answer = (await post(call('SendMessage', message('kärnan')))).json()
  const { role, contextId, messageId, parts } = answer.result.message
  expect([answer.id, role, contextId, typeof messageId]).toEqual([7, 'ROLE_AGENT', 'c1', 'string'])
  expect(parts).toEqual([
    { mediaType: 'text/markdown', text: expect.stringMatching(/<untrusted-content>[\s\S]*handelser/) },
  ])
  const none = (await post(call('SendMessage', message('xyzzyplugh')))).json()
  expect(none.result.message.parts[0].text).not.toContain('<untrusted-content>')
})

it.each([
  ['no JSON', '{', 400, -32_700],
  ['no call', { hello: 1 }, 200, -32_600],
  ['an array', [], 200, -32_600],
  ['an unknown method', call('message/send', message('x')), 200, -32_601],
  // Names that every object has.
  ['the method constructor', call('constructor'), 200, -32_601],
  ['the method toString', call('toString'), 200, -32_601],
  ['the method __proto__', call('__proto__'), 200, -32_601],
  ['the method hasOwnProperty', call('hasOwnProperty'), 200, -32_601],
  ['a task', call('GetTask', { id: '1' }), 200, -32_001],
  ['a stream', call('SendStreamingMessage', message('x')), 200, -32_004],
  ['a push notification', call('CreateTaskPushNotificationConfig', { url: 'https://a.example' }), 200, -32_003],
  ['no message', call('SendMessage'), 200, -32_602],
  ['no text', call('SendMessage', message()), 200, -32_602],
  ['data in place of text', call('SendMessage', { message: { parts: [{ data: {} }] } }), 200, -32_602],
  ['empty text', call('SendMessage', message('  ')), 200, -32_602],
  ['too much text', call('SendMessage', message('x'.repeat(501))), 200, -32_602],
])('%s is refused with its code', async (_, payload, status, code) => {
  await web.database.db.deleteFrom('rate_hits').execute()
  const answer = await post(payload)
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { jsonrpc: '2.0', error: { code } }])
})

it('another version is refused, and calls count as searches', async () => {
  await web.database.db.deleteFrom('rate_hits').execute()
  for (const headers of [{}, { 'a2a-version': '0.3' }] as Record<string, string>[])
    expect((await post(call('SendMessage', message('x')), headers)).json().error.code).toBe(-32_009)
  const statuses: number[] = []
  for (let n = 0; n < 30; n++) statuses.push((await post(call('SendMessage', message('kärnan')))).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(28)
  const refused = await post(call('SendMessage', message('kärnan')))
  expect([refused.statusCode, refused.json().jsonrpc, Number(refused.headers['retry-after']) > 0]).toEqual([
    429,
    '2.0',
    true,
  ])
})
