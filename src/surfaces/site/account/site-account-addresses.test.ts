/** One mailbox is one account and one limit, however its address is spelled at /konto or in the API. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NEIGHBOUR } from '../../../../tests/support/neighbour.ts'
import { lastCode } from '../../../../tests/support/people.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'

let web: TestWeb
let visitor = 0

beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.close())
beforeEach(async () => {
  await web.database.db.deleteFrom('rate_hits').execute()
})

const another = () => `203.0.113.${++visitor % 250}`

/** A form as a browser sends it, each time from another address of the net unless given. */
async function post(path: string, fields: Record<string, string>, remoteAddress = another()) {
  const form = 'f'.repeat(32)
  return web.app.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `konto_form=${form}`,
      origin: web.config.BASE_URL,
    },
    payload: new URLSearchParams({ form, ...fields }).toString(),
  })
}

const ask = async (email: string, from = another()) => (await post('/konto/code', { email }, from)).statusCode
const askApi = async (email: string, remoteAddress = another()) => {
  const payload = { provider: 'email', email }
  return (await web.app.inject({ method: 'POST', url: '/api/v1/auth/login', remoteAddress, payload })).statusCode
}

const spellings = ['ann@räka.example', ' Ann@Räka.example', 'ANN@XN--RKA-QLA.EXAMPLE ']

it('makes one account of three spellings', async () => {
  for (const email of spellings) {
    expect(await ask(email)).toBe(200)
    const answer = await post('/konto/sign-in', { email, code: lastCode(web, 'ann@xn--rka-qla.example') })
    expect(answer.statusCode).toBe(303)
  }
  const users = await web.database.db.selectFrom('users').select('email').where('id', '<', NEIGHBOUR).execute()
  expect(users).toEqual([{ email: 'ann@xn--rka-qla.example' }])
})

it('counts the codes that an address asks for a mailbox together, whatever the spelling and wherever', async () => {
  const from = '198.51.100.1'
  for (const email of spellings) expect(await ask(email, from)).toBe(200)
  for (const email of spellings.slice(0, 2)) expect(await askApi(email, from)).toBe(202)
  expect(await ask('ann@RÄKA.example', from)).toBe(429)
  expect(await askApi('aNN@räka.example', from)).toBe(429)
  expect(await ask('per@räka.example', from)).toBe(200)
  expect(await ask('ann@RÄKA.example')).toBe(200)
})

it('bounds what one mailbox gets, whatever the spelling and wherever it is asked for', { tags: 'slow' }, async () => {
  const before = web.outbox('ann@xn--rka-qla.example').length
  for (let n = 0; n < 30; n++) expect(await ask(spellings[n % 3] ?? '')).toBe(200)
  expect(web.outbox('ann@xn--rka-qla.example').length - before).toBe(20)
  expect(await askApi('aNN@räka.example')).toBe(202)
})

it.each([
  'no address',
  'a@b',
  'a@b..se',
  '.a@b.se',
  'a..b@c.se',
  'å@b.se',
  'a@b.se, c@d.se',
  `${'a'.repeat(250)}@b.se`,
])('refuses %s alike at both', async (email) => {
  expect(await ask(email)).toBe(422)
  expect(await askApi(email)).toBe(422)
})
