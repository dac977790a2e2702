/** What a stranger learns of who reads here: nothing, from signing in, from addresses in letters, from addresses of feeds. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { featureNames } from '../src/features.ts'
import { alertsAt } from './support/alerts.ts'
import { saveTimes } from './support/edition-mail.ts'
import { emptyTables, NEIGHBOUR } from './support/neighbour.ts'
import { addPersonalFeed } from './support/people.ts'
import { readMail } from './support/played/mail.ts'
import { type AlertSite, startAlertSite } from './support/worlds/alerts.ts'

const email = 'ann@example.se'
const guess = 'x'.repeat(32)
let site: AlertSite
let userId: number

beforeAll(async () => {
  site = await startAlertSite({ TTS_PROVIDER: 'espeak' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.web.database, 'users', 'login_codes', 'rate_hits')
  userId = (await site.signIn(email)).id
})

const form = 'f'.repeat(32)
const telling = ['cache-control', 'content-type', 'location', 'referrer-policy', 'set-cookie', 'x-robots-tag']

/** All of an answer that could tell two of them apart, but for what was sent with the request. */
async function answerOf(method: 'GET' | 'POST', url: string, fields: Record<string, string> = {}, sent: string[] = []) {
  const payload = new URLSearchParams({ form, ...fields }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const headers = { cookie: `konto_form=${form}`, ...(method === 'POST' && type) }
  const answer = await site.web.app.inject({ method, url, headers, ...(method === 'POST' && { payload }) })
  const body = sent.reduce((text, words) => text.replaceAll(words, '…'), answer.body)
  return { status: answer.statusCode, body, ...Object.fromEntries(telling.map((name) => [name, answer.headers[name]])) }
}

it('is answered alike when signing in, whether there is such an account or not', async () => {
  const answers = async (address: string) => [
    await answerOf('POST', '/konto/code', { email: address }, [address]),
    await answerOf('POST', '/konto/sign-in', { email: address, code: '000000' }, [address]),
  ]
  const [member, stranger] = [await answers(email), await answers('bo@example.se')]
  expect(member).toEqual(stranger)
  expect(member.map(({ status }) => status)).toEqual([200, 422])
  const [one, other] = site.mail.mails.map(readMail)
  expect(one?.headers.subject?.replace(/\d{6}/, '')).toBe(other?.headers.subject?.replace(/\d{6}/, ''))
})

it('sees the same door at every page of an account', async () => {
  const door = (page: string) => `/konto?${new URLSearchParams({ next: `/konto${page}` })}`
  const pages = ['/alerts', '/alerts?kind=tag&what=12', '/letters', '/profile', '/saved', '/apps', '/own-feed']
  for (const page of pages)
    expect([page, await answerOf('GET', `/konto${page}`)]).toMatchObject([page, { status: 303, location: door(page) }])
  for (const file of ['/export.json', '/alerts?//evil.example/'])
    expect([file, await answerOf('GET', `/konto${file}`)]).toMatchObject([file, { status: 303, location: '/konto' }])
  expect((await answerOf('GET', '/konto')).body).not.toContain(email)
})

it.each([
  ['', async () => keyOf('/utskick/', () => saveTimes(site.web.ctx, userId, times))],
  ['/alerts', async () => keyOf('/utskick/alerts/', () => alertsAt(site.web.ctx).saveAlert(userId, rule))],
] as const)(
  'learns nothing from the address in a letter, /utskick%s/…: known, stopped, deleted or guessed',
  async (below, askFor) => {
    const key = await askFor()
    const at = (which: string) => `/utskick${below}/${which}`
    const asks = async (which: string) => [
      await answerOf('GET', at(which), {}, [which]),
      await answerOf('GET', `${at(which)}/yes`, {}, [which]),
      await answerOf('POST', at(which), { 'List-Unsubscribe': 'One-Click' }, [which]),
    ]
    const guessed = await asks(guess)
    expect(guessed.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await asks(key)).toEqual(guessed)
    const list = below === '' ? 'edition' : 'alerts'
    const rows = await site.web.database.db
      .selectFrom('mail_subscriptions')
      .select(['key', 'stopped_at'])
      .where('list', '=', list)
      .where('id', '<', NEIGHBOUR)
      .execute()
    expect(rows).toEqual([{ key, stopped_at: expect.any(Date) }])
    expect(await asks(key)).toEqual(guessed)
    await site.web.ctx.accounts.deleteAccount(userId)
    expect(await asks(key)).toEqual(guessed)
    expect(await answerOf('POST', `${at(key)}/yes`, {}, [key])).toEqual(
      await answerOf('POST', `${at(guess)}/yes`, {}, [guess]),
    )
  },
)

it.runIf(featureNames.includes('editions'))(
  'learns nothing from the address of a feed: one that was closed is as one that never was',
  async () => {
    const key = await addPersonalFeed(site.web, userId)
    const ends = ['.rss', '.json', '/podcast.rss', '/2026-11-23.mp3']
    const answers = (which: string) =>
      Promise.all(ends.map((end) => answerOf('GET', `/min/${which}${end}`, {}, [which])))
    expect((await answers(key)).slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
    const guessed = await answers(guess)
    expect(new Set(guessed.map(({ status }) => status))).toEqual(new Set([404]))
    await site.web.database.db.deleteFrom('personal_feeds').where('user_id', '=', userId).execute()
    expect(await answers(key)).toEqual(guessed)
  },
)

const times = { timezone: 'UTC', morning: 7 * 60, evening: null, days: [1, 2, 3, 4, 5, 6, 7] }
const rule = {
  kind: 'followed',
  key: '',
  minSources: 3,
  push: false,
  mail: true,
  webhook: false,
  heedsQuiet: true,
} as const

/** The key in the letter that asks. */
async function keyOf(path: string, ask: () => Promise<unknown>): Promise<string> {
  site.mail.mails.length = 0
  await ask()
  const { text } = readMail(site.mail.mails.at(-1) ?? '')
  return text.slice(text.indexOf(path) + path.length).slice(0, 32)
}
