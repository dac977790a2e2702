/** One request that says a thing thousands of times: it is done once, and what is wrong of it is told of the first ones. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './support/people.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { watchWrites } from './support/writes.ts'

let web: TestWeb
let token: string
beforeAll(async () => {
  web = await startTestWeb()
  token = (await signIn(web, 'ann@example.se')).token
})
afterAll(() => web.close())

async function send(url: string, fields: string) {
  const cookie = `konto=${token}`
  const page = await web.app.inject({ url: '/konto/profile', headers: { cookie } })
  const form = page.cookies.find(({ name }) => name === 'konto_form')?.value ?? ''
  const headers = {
    cookie: `${cookie}; konto_form=${form}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return web.app.inject({ method: 'POST', url, headers, payload: `form=${form}${fields}` })
}

it('what a device held is taken over once', async () => {
  const writes = watchWrites()
  expect((await send('/konto/bring', '&follow=search:krokar'.repeat(3000))).statusCode).toBe(303)
  expect(writes.seen().filter(({ statement }) => statement === 'insert into follows')).toHaveLength(1)
  writes.stop()
})

it('a list of wrong ids is refused in a few words', async () => {
  const answer = await web.app.inject({
    method: 'POST',
    url: '/api/v1/me/read',
    headers: { authorization: `Bearer ${token}` },
    payload: { event_ids: Array.from({ length: 15_000 }, () => 'x') },
  })
  expect([answer.statusCode, answer.body.length < 2000]).toEqual([422, true])
})
