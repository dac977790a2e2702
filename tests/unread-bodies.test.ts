/** Bodies that a route does not read: of any type and size, they change nothing. */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectContent } from './support/content.ts'
import { completeTable, ifThere } from './support/features.ts'
import { signIn } from './support/people.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

const multipart = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
const bodies: [string, Record<string, string>, string][] = [
  ['none', {}, ''],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
  ['a form with parts', { 'content-type': 'multipart/form-data; boundary=b' }, multipart],
  ['a form with parts and no boundary', { 'content-type': 'multipart/form-data' }, multipart],
  ['of no type', {}, 'List-Unsubscribe=One-Click'],
  ['of an unknown type', { 'content-type': 'application/x-unknown' }, 'List-Unsubscribe=One-Click'],
  ['of a type that is none', { 'content-type': 'One-Click' }, 'List-Unsubscribe=One-Click'],
  ['JSON that is none', { 'content-type': 'application/json' }, '{'],
  ['no JSON at all', { 'content-type': 'application/json' }, ''],
  ['in a coding', { 'content-type': 'application/json', 'content-encoding': 'br' }, 'List-Unsubscribe=One-Click'],
  ['large', { 'content-type': 'application/x-www-form-urlencoded' }, 'x'.repeat(200_000)],
]

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.close())

const letters = [...ifThere('edition-mail', '/utskick/'), ...ifThere('alerts', '/utskick/alerts/')]

describe.each(letters.flatMap((path) => ['', '/yes'].map((end) => [path, end] as const)))(
  'POST %sKEY%s',
  (path, end) => {
    it.each(bodies)('takes a body: %s', async (_, headers, payload) => {
      const url = `${path}${'x'.repeat(32)}${end}`
      const answer = await web.app.inject({ method: 'POST', url, headers, payload })
      expect(answer.statusCode).toBe(end ? 404 : 200)
    })
  },
)

const unread = completeTable(projectContent().site).filter(({ method, body }) => method !== 'GET' && !body)

describe.each(unread.map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
  it('answers the same whatever the body', { tags: 'slow' }, async () => {
    const answers = new Map<string, number>()
    for (const [i, [name, headers, payload]] of bodies.entries()) {
      const { token } = await signIn(web, `${method}-${i}-${path.replace(/\W/g, '')}@example.se`)
      const authorization = `Bearer ${token}`
      const url = path.replace(':id', '1')
      const answer = await web.app.inject({ method, url, headers: { ...headers, authorization }, payload })
      answers.set(name, answer.statusCode)
    }
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(bodies.map(([name]) => [name, answers.get('none')])))
  })
})

it.each(letters)('an unsubscription at %sKEY is done before its body has come', async (path) => {
  if (!web.app.server.listening) await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000000' }
  const sent = request({ port, path: `${path}${'x'.repeat(32)}`, method: 'POST', headers })
  sent.on('error', () => {})
  sent.write(multipart)
  const status = await new Promise((resolve) => sent.once('response', (answer) => resolve(answer.statusCode)))
  sent.destroy()
  expect(status).toBe(200)
})
