/** Editions by mail: asked for, confirmed, sent once at the reader's hour, stopped with one click or by a mail server. */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { saveTimes } from '../../../tests/support/edition-mail.ts'
import { emptyTables, NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { readMail, startMailServer, type TestMailServer } from '../../../tests/support/played/mail.ts'
import { runStage } from '../../../tests/support/run-stage.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { follow } from '../../news/accounts/writes/follows.ts'
import { markRead } from '../../news/accounts/writes/read-markers.ts'
import { stopMail } from '../../news/editions/writes/mail-subscriptions.ts'
import { beginRows, leaseRows, purgeExpiredRows } from '../../platform/outbox/rows.ts'
import { listDueReaders, listEditionEmails, saveEditionEmails } from './emails.ts'

let mail: TestMailServer
let web: TestWeb
let feed: number
let tag: number

beforeAll(async () => {
  mail = await startMailServer()
  web = await startTestWeb({ SMTP_URL: mail.url, MAIL_FROM: 'Kärnhuset <nyheter@site.example>' })
  feed = await seedFeed(web.database, { title: 'Bladet' })
  tag = await seedTag(web.database, 'Krokar', 'krokar')
})
afterAll(async () => {
  await web.close()
  await mail.close()
})
beforeEach(async () => {
  await emptyTables(web.database, 'users', 'articles', 'events', 'rate_hits')
  web.clock.set(new Date('2026-11-22T12:00:00Z'))
  mail.refuse(false)
  mail.mails.length = 0
})

const at = (time: string) => web.clock.set(new Date(time))
const morning = '2026-11-23T06:00:00Z'
const evening = '2026-11-23T17:00:00Z'

/** A reader with a session in the browser's cookie. */
async function signIn(email: string) {
  await web.ctx.accounts.login({ provider: 'email', email })
  const code = /\b\d{6}\b/.exec(mail.mails.at(-1) ?? '')?.[0] ?? ''
  const result = await web.ctx.accounts.login({ provider: 'email', email, code })
  if (result.status !== 'signed_in') throw new Error('not signed in')
  const { token, account } = result.session
  await follow(web.ctx.database, account.id, { kind: 'tag', key: String(tag) }, web.ctx.clock.now())
  mail.mails.length = 0
  return { id: account.id, cookie: `konto=${token}` }
}

async function post(path: string, cookie: string, fields: [string, string][]) {
  const page = await web.app.inject({ url: '/konto/letters', headers: { cookie } })
  const form = page.cookies.find(({ name }) => name === 'konto_form')?.value ?? ''
  const payload = new URLSearchParams([...fields, ['form', form]]).toString()
  const headers = { cookie: `${cookie}; konto_form=${form}`, 'content-type': 'application/x-www-form-urlencoded' }
  return web.app.inject({ method: 'POST', url: path, headers, payload })
}

const everyDay: [string, string][] = [1, 2, 3, 4, 5, 6, 7].map((day) => ['day', String(day)])
const wanted: [string, string][] = [
  ['morning', 'yes'],
  ['morning_at', '07:00'],
  ['evening', 'yes'],
  ['evening_at', '18:00'],
  ['zone', 'Europe/Stockholm'],
  ...everyDay,
]

/** A reader who has confirmed; the key of their letters. */
async function subscriber(email = 'ann@example.se') {
  const reader = await signIn(email)
  expect((await post('/konto/letters', reader.cookie, wanted)).statusCode).toBe(303)
  const key = /\/utskick\/([\w-]{32})\/yes/.exec(readMail(mail.mails.at(-1) ?? '').text)?.[1] ?? ''
  await web.app.inject({ method: 'POST', url: `/utskick/${key}/yes` })
  mail.mails.length = 0
  return { ...reader, key, email }
}

const publish = (title: string, about: object = {}) => {
  const now = web.clock.now()
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
  return seedArticles(web.database, [{ feed_id: feed, title, tag_ids: [tag], ...times, ...about }])
}

async function run() {
  await runStage(web.services, 'editions')
  await runStage(web.services, 'letters')
}
const subjects = () => mail.mails.map((raw) => readMail(raw).headers.subject)

describe('an edition by mail', () => {
  it('is asked for with a form, and sent only when the letter that asks was answered', { tags: 'slow' }, async () => {
    const { cookie } = await signIn('ann@example.se')
    expect((await post('/konto/letters', cookie, wanted)).headers.location).toBe('/konto/letters')
    const asking = readMail(mail.mails[0] ?? '')
    expect(asking.headers.to).toBe('ann@example.se')
    const address = /https:\/\/site\.example(\/utskick\/[\w-]+\/yes)/.exec(asking.text)?.[1] ?? ''
    await publish('Krokarna är här')
    // A program that follows links by itself answers nothing.
    expect((await web.app.inject(address)).statusCode).toBe(200)
    at(morning)
    await run()
    expect(mail.mails).toHaveLength(1)
    expect((await web.app.inject({ method: 'POST', url: address })).body).toContain(t('editions.joined_title'))
    at(evening)
    await run()
    expect(subjects().slice(1)).toEqual(['Krokarna är här · Kvällsutgåvan'])
    const page = await web.app.inject({ url: '/konto/letters', headers: { cookie } })
    expect(page.body).toContain('Nästa utgåva går till ann@example.se')
  })

  it('is text and HTML of what is new, with its reasons, its way out, one picture and nothing that watches', {
    tags: 'slow',
  }, async () => {
    const { key } = await subscriber()
    await publish('Krokar & <öglor>', { excerpt: 'Åtta nya krokar.', image_url: 'https://cdn.example/a.jpg' })
    await publish('Äldre krok', { image_url: 'https://cdn.example/b.jpg' })
    at(morning)
    await run()
    const raw = mail.mails[0] ?? ''
    const { headers, text, html } = readMail(raw)
    expect(headers).toMatchObject({
      to: 'ann@example.se',
      'list-unsubscribe': `<https://site.example/utskick/${key}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      'list-id': '<edition.site.example>',
    })
    expect(headers.from).toContain('nyheter@site.example')
    expect(headers['message-id']).toMatch(/^<2026-11-23\.morning\.[0-9a-f]{24}@site\.example>$/)
    expect(headers['message-id']).not.toContain(key)
    expect(headers['content-type']).toContain('multipart/alternative')
    expect(text).toContain(
      'Krokar & <öglor>\nÅtta nya krokar.\nDu följer Krokar · 1 källa\nhttps://site.example/handelser/',
    )
    expect(html).toContain('Krokar &amp; &lt;öglor&gt;')
    expect(html).toContain('prefers-color-scheme:dark')
    const fetched = [...html.matchAll(/(?:src|background)="([^"]+)"|url\(([^)]+)\)/g)].map(([, src]) => src)
    expect(fetched).toEqual([expect.stringMatching(/^https:\/\/site\.example\/img\/\d+\/640\.jpg$/)])
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '')
    expect(links.filter((link) => !/^https:\/\/site\.example\/[^?]*$/.test(link))).toEqual([])
    for (const link of new Set(links.filter((link) => link.includes('/handelser/')))) {
      const { headers } = await web.app.inject(link.replace('https://site.example', ''))
      expect((await web.app.inject(String(headers.location))).statusCode).toBe(200)
    }
    // Gmail cuts a letter at 102 KB.
    expect(raw.length).toBeLessThan(60_000)
  })

  it('tells twelve events in under fourteen kilobytes, the first at more length than the last', {
    tags: 'slow',
  }, async () => {
    await subscriber()
    const excerpt = 'Det här är en mening om en krok som någon har gjort i år. '.repeat(5).trim()
    for (let n = 0; n < 14; n++) await publish(`Krok nummer ${n} i en rubrik av vanlig längd för en nyhet`, { excerpt })
    at(morning)
    await run()
    const raw = mail.mails[0] ?? ''
    const { text } = readMail(raw)
    expect(text.match(/^https:.*\/handelser\/\d+$/gm)).toHaveLength(12)
    const [first, last] = [text.split('\n\n')[1] ?? '', text.split('\n\n')[12] ?? '']
    expect(first.length - last.length).toBeGreaterThan(100)
    expect(raw.length).toBeLessThan(14_000)
  })

  it('comes only when there is something, and never tells again what was told or read', { tags: 'slow' }, async () => {
    const { id } = await subscriber()
    await publish('Första kroken')
    await publish('Ett annat ämne', { tag_ids: [] })
    at(morning)
    await run()
    await run()
    at(evening)
    await run()
    expect(subjects()).toEqual(['Första kroken · Morgonutgåvan'])
    await publish('Läst krok')
    const { event_id } = await web.database.db
      .selectFrom('articles')
      .select('event_id')
      .where('title', '=', 'Läst krok')
      .executeTakeFirstOrThrow()
    await markRead(web.ctx.database, id, [event_id ?? 0], true, web.ctx.clock.now())
    at('2026-11-24T06:00:00Z')
    await run()
    await publish('Olästa kroken')
    at('2026-11-24T17:00:00Z')
    await run()
    expect(subjects().slice(1)).toEqual(['Olästa kroken · Kvällsutgåvan'])
  })

  it('tells an event as it is by then, though a letter of before told it otherwise', { tags: 'slow' }, async () => {
    await subscriber()
    const later = await subscriber('bo@example.se')
    await saveTimes(web.ctx, later.id, {
      timezone: 'Europe/Stockholm',
      morning: 435,
      evening: null,
      days: [1],
    })
    await publish('Kroken var röd')
    at(morning)
    await run()
    await web.database.db
      .updateTable('articles')
      .set({ title: 'Kroken var blå' })
      .where('title', '=', 'Kroken var röd')
      .execute()
    at('2026-11-23T06:15:00Z')
    await run()
    expect(subjects()).toEqual(['Kroken var röd · Morgonutgåvan', 'Kroken var blå · Morgonutgåvan'])
  })

  it('tells what was published before the last letter and found after it', async () => {
    await subscriber()
    await publish('Kroken')
    at(morning)
    await run()
    at('2026-11-23T06:10:00Z')
    const published = new Date('2026-11-23T05:50:00Z')
    const [late = 0] = await publish('Den sena kroken', { published_at: published, sort_at: published })
    await sql`update events set created_at = ${web.clock.now()}
      where id = (select event_id from articles where id = ${late})`.execute(web.database.db)
    at(evening)
    await run()
    expect(subjects()).toEqual(['Kroken · Morgonutgåvan', 'Den sena kroken · Kvällsutgåvan'])
  })

  it('is left out when the service was away for hours: the next one tells it', async () => {
    await subscriber()
    await publish('Kroken i natt')
    at('2026-11-23T10:30:00Z')
    await run()
    expect(mail.mails).toEqual([])
    at(evening)
    await run()
    expect(subjects()).toEqual(['Kroken i natt · Kvällsutgåvan'])
  })
})

describe('a letter that waits', () => {
  const times = { timezone: 'Europe/Stockholm', morning: 7 * 60, evening: null, days: [1, 2, 3, 4, 5, 6, 7] }
  const changes = {
    'another mailbox is chosen': async (id: number) => {
      await web.database.db.updateTable('users').set({ email: 'new@example.se' }).where('id', '=', id).execute()
      await saveTimes(web.ctx, id, times)
    },
    'it is stopped': (id: number) => stopMail(web.database, 'edition', { userId: id }, web.clock.now()),
    'the account is deleted': (id: number) => web.ctx.accounts.deleteAccount(id),
  }
  it.each(Object.entries(changes))(
    'is not sent after %s, though its turn was planned before',
    async (_name, change) => {
      const { id } = await subscriber()
      await publish('En krok')
      at(morning)
      await runStage(web.services, 'editions')
      const leased = await leaseRows(web.database, 'edition', web.clock.now(), 2)
      await change(id)
      await sql`update mail_subscriptions set confirmed_at = now() where user_id = ${id}`.execute(web.database.db)
      expect([leased.length, await beginRows(web.database, leased, web.clock.now())]).toEqual([1, new Set()])
    },
  )
})

describe('exactly once', () => {
  it('holds over a kill: what was not begun is sent by another, what was begun is not sent twice and told next time', {
    tags: 'slow',
  }, async () => {
    await subscriber()
    await subscriber('bo@example.se')
    await publish('En krok')
    at(morning)
    await runStage(web.services, 'editions')
    const leased = await leaseRows(web.database, 'edition', web.clock.now(), 2)
    const [first] = await listEditionEmails(web.database, leased)
    await beginRows(web.database, leased.slice(0, 1), web.clock.now())
    // The process dies here. Its lease ends.
    await runStage(web.services, 'letters')
    expect(mail.mails).toEqual([])
    at('2026-11-23T06:10:00Z')
    await runStage(web.services, 'letters')
    expect(mail.mails).toHaveLength(1)
    at(evening)
    await run()
    expect(mail.mails.map((raw) => readMail(raw).headers.to)).toEqual([
      first?.email === 'ann@example.se' ? 'bo@example.se' : 'ann@example.se',
      first?.email,
    ])
  })

  it('holds for a server that is busy: it is asked again, and takes it once', async () => {
    await subscriber()
    await publish('En krok')
    mail.refuse('451 4.7.1 later')
    at(morning)
    await run()
    mail.refuse(false)
    await run()
    expect(mail.mails).toEqual([])
    at('2026-11-23T06:05:00Z')
    await run()
    await run()
    expect(subjects()).toEqual(['En krok · Morgonutgåvan'])
  })
})

describe('stopping', () => {
  it('takes one click in a mail program, and is told a stranger’s guess in the same words', async () => {
    const { key } = await subscriber()
    await publish('En krok')
    at(morning)
    await runStage(web.services, 'editions')
    const click = (which: string) =>
      web.app.inject({
        method: 'POST',
        url: `/utskick/${which}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    const guess = 'x'.repeat(32)
    const [known, unknown] = [await click(key), await click(guess)]
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200])
    expect(known.body).toBe(unknown.body)
    const pages = await Promise.all([key, guess].map((which) => web.app.inject(`/utskick/${which}`)))
    expect(pages[0]?.body.replaceAll(key, '')).toBe(pages[1]?.body.replaceAll(guess, ''))
    expect(pages[0]?.body).not.toContain('ann@example.se')
    await runStage(web.services, 'letters')
    at(evening)
    await run()
    expect(mail.mails).toEqual([])
  })

  it('happens by itself where there is no such mailbox, and says so; a policy against us is no such answer', {
    tags: 'slow',
  }, async () => {
    const { cookie } = await subscriber()
    await publish('En krok')
    mail.refuse('550 5.7.1 your network is blocked')
    at(morning)
    await run()
    mail.refuse('550 5.1.1 no such user')
    at('2026-11-23T06:05:00Z')
    await run()
    mail.refuse(false)
    await publish('Två krokar')
    at(evening)
    await run()
    expect(mail.mails).toEqual([])
    const page = await web.app.inject({ url: '/konto/letters', headers: { cookie } })
    expect(page.body).toContain('tog inte emot: 550 5.1.1 no such user')
    // Wanted again it is asked again.
    await post('/konto/letters', cookie, wanted)
    expect(subjects()).toEqual(['Vill du ha din utgåva från Kärnhuset som mejl?'])
  })

  it('is one button at the account, and deleting the account takes what waits with it', { tags: 'slow' }, async () => {
    const ann = await subscriber()
    const bo = await subscriber('bo@example.se')
    await publish('En krok')
    at(morning)
    await runStage(web.services, 'editions')
    await post('/konto/letters/stop', ann.cookie, [])
    await web.ctx.accounts.deleteAccount(bo.id)
    await runStage(web.services, 'letters')
    expect(mail.mails).toEqual([])
    expect(
      await web.database.db
        .selectFrom('outbox')
        .selectAll()
        .where('channel', '=', 'edition')
        .where('id', '<', NEIGHBOUR)
        .execute(),
    ).toEqual([])
  })

  it('refuses times that are none, and forms that are not ours', async () => {
    const { cookie } = await signIn('ann@example.se')
    const without = (name: string) => wanted.filter(([field]) => field !== name)
    expect((await post('/konto/letters', cookie, without('day'))).statusCode).toBe(422)
    expect((await post('/konto/letters', cookie, [...without('zone'), ['zone', 'Mars/Base']])).statusCode).toBe(422)
    const forged = await web.app.inject({ method: 'POST', url: '/konto/letters', headers: { cookie }, payload: {} })
    expect(forged.statusCode).toBe(403)
    expect((await web.app.inject('/konto/letters')).headers.location).toBe('/konto?next=%2Fkonto%2Fletters')
  })
})

it('is claimed once by whoever is first, of all mails of a reader, and a newer one takes its place', async () => {
  const { database } = web
  const { id } = await subscriber()
  at('2026-11-22T17:00:00Z')
  const [reader] = await listDueReaders(database, web.clock.now(), 10)
  if (!reader) throw new Error('nobody is due')
  await sql`
    insert into mail_subscriptions (user_id, list, email, key, confirmed_at, created_at)
    values (${id}, 'alerts', 'ann@example.se', 'k', now(), now())`.execute(database.db)
  const rows = [{ eventId: 1, because: [] }]
  const next = { at: new Date(morning), edition: 'morning' as const, day: '2026-11-23' }
  const state = async () => ({
    due: await database.db
      .selectFrom('mail_subscriptions')
      .select(['list', 'next_at'])
      .where('id', '<', NEIGHBOUR)
      .orderBy('list')
      .execute(),
    waiting: await database.db
      .selectFrom('outbox')
      .select(['id', 'edition'])
      .where('channel', '=', 'edition')
      .where('id', '<', NEIGHBOUR)
      .execute(),
  })
  await saveEditionEmails(database, [{ reader, next, rows }], web.clock.now())
  const first = await state()
  expect(first.due).toEqual([
    { list: 'alerts', next_at: null },
    { list: 'edition', next_at: next.at },
  ])
  expect(first.waiting).toMatchObject([{ edition: '2026-11-22 evening' }])
  // Another process was as quick to see that it is due.
  await saveEditionEmails(database, [{ reader, next: null, rows }], web.clock.now())
  expect(await state()).toEqual(first)
  await sql`update mail_subscriptions set next_at = ${reader.at} where list = 'edition' and user_id < ${NEIGHBOUR}`.execute(
    database.db,
  )
  await saveEditionEmails(database, [{ reader, next, rows }], web.clock.now())
  expect(await state()).toEqual(first)
  const later = { ...reader, ...next }
  await saveEditionEmails(database, [{ reader: later, next: null, rows }], web.clock.now())
  expect((await state()).waiting).toMatchObject([{ edition: '2026-11-23 morning' }])
})

it('what was sent is forgotten after a month', async () => {
  await subscriber()
  await publish('En krok')
  at(morning)
  await run()
  const left = async () =>
    (
      await web.database.db
        .selectFrom('outbox')
        .select('state')
        .where('channel', '=', 'edition')
        .where('id', '<', NEIGHBOUR)
        .execute()
    ).length
  await purgeExpiredRows(web.database, new Date('2026-12-23T05:00:00Z'))
  expect(await left()).toBe(1)
  await purgeExpiredRows(web.database, new Date('2026-12-23T07:00:00Z'))
  expect(await left()).toBe(0)
})
