/** People at a test's site, without a browser: readers who sign in, have everything or wait for mail, and the operator at the console. */

import { createECDH, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '../../src/news/accounts/rules/account.ts'
import { makeApiKey, makeAppPassword } from '../../src/news/accounts/writes/app-passwords.ts'
import { follow, mute } from '../../src/news/accounts/writes/follows.ts'
import { markRead, noteVisit, saveEvents } from '../../src/news/accounts/writes/read-markers.ts'
import { confirmMail, saveMail } from '../../src/news/editions/writes/mail-subscriptions.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type ArticleSeed, seedEvent, seedFeed, seedTag, seedWebhook } from './build.ts'
import { NEIGHBOUR } from './neighbour.ts'
import { challenge, redirectUri } from './played/identity.ts'
import { runStage } from './run-stage.ts'
import type { TestWeb } from './web.ts'

/** The code of the newest mail to an address, as a person reads it; `mails`: those that were sent, where a server takes them. */
export function lastCode(web: TestWeb, email: string, mails: string[] = web.outbox(email)): string {
  const [, ...body] = (mails.at(-1) ?? '').split(/\r?\n\r?\n/)
  const code = /\b\d{6}\b/.exec(body.join('\n'))?.[0]
  if (!code) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** A reader's new session, by a mailed code. */
export async function signIn(
  web: TestWeb,
  email: string,
  mails?: string[],
): Promise<{ token: string; userId: number }> {
  const { login } = web.ctx.accounts
  await login({ provider: 'email', email })
  const result = await login({ provider: 'email', email, code: lastCode(web, email, mails) })
  if (result.status !== 'signed_in') throw new Error('not signed in')
  return { token: result.session.token, userId: result.session.account.id }
}

type Answer = Awaited<ReturnType<TestWeb['app']['inject']>>

/** A field of boxes has a value for each that is ticked. */
export type Form = Record<string, string | string[]>

export interface Visitor {
  get(url: string): Promise<Answer>
  post(url: string, fields?: Form, headers?: Record<string, string>): Promise<Answer>
}

export const pairsOf = (fields: Form): [string, string][] =>
  Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]))

/** Cookies and the form's token are stored as a browser stores them. */
export function visitorAt(web: TestWeb, had: Record<string, string> = {}): Visitor {
  const cookies = new Map(Object.entries(had))
  let form = ''
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: Answer) => {
    for (const { name, value } of answer.cookies) value ? cookies.set(name, value) : cookies.delete(name)
    form = /name="form" value="([^"]+)"/.exec(answer.body)?.[1] ?? form
    return answer
  }
  return {
    get: async (url) => keep(await web.app.inject({ url, headers: { cookie: cookie() } })),
    post: async (url, fields = {}, headers = {}) =>
      keep(
        await web.app.inject({
          method: 'POST',
          url,
          headers: {
            cookie: cookie(),
            origin: web.config.BASE_URL,
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
          payload: new URLSearchParams(pairsOf({ form, ...fields })).toString(),
        }),
      ),
  }
}

/** Signed in with the operator's token. */
export async function operatorAt(web: TestWeb, token: string): Promise<Visitor> {
  await web.database.db.deleteFrom('rate_hits').execute()
  const visitor = visitorAt(web)
  await visitor.get('/admin')
  const { statusCode } = await visitor.post('/admin/sign-in', { token })
  if (statusCode !== 303) throw new Error(`the door answered ${statusCode}`)
  await visitor.get('/admin')
  return visitor
}

export interface FullReader {
  userId: number
  email: string
  /** Of the session whose browser has a device. */
  token: string
  password: string
  /** Of a program that acts for the reader. */
  agent: string
  /** Of the personal feed. */
  key: string
  deviceId: number
  ruleId: number
}

/** As the Push API gives it. */
type Browser = Record<'endpoint' | 'p256dh' | 'auth', string>

interface Content {
  tag: number
  /** Saved and read. */
  eventId: number
  /** Part of all that readers write themselves. */
  words: string
  device?: Browser
  /** Of the server that takes mails, where there is one. */
  mails?: string[]
}

/** A reader of whom every table with an account's column holds a row, some of which wait to be sent. */
export async function fillReader(web: TestWeb, email: string, content: Content): Promise<FullReader> {
  const { tag, eventId, words, device = madeDevice(words), mails } = content
  const { token, userId } = await signIn(web, email, mails)
  const { database, clock } = web.ctx
  await follow(database, userId, { kind: 'tag', key: String(tag) }, clock.now())
  await follow(database, userId, { kind: 'search', key: words }, clock.now())
  await mute(database, userId, { kind: 'word', key: words }, clock.now())
  await saveEvents(database, userId, [eventId], clock.now())
  await markRead(database, userId, [eventId], true, clock.now())
  await noteVisit(database, userId, clock.now())
  const password = await makeAppPassword(database, userId, { name: words }, clock.now())
  await web.app.inject({ url: '/reader/api/0/user-info', headers: { authorization: `GoogleLogin auth=${password}` } })
  await makeApiKey(database, userId, { name: words, access: 'read' }, clock.now())
  const address = `https://hook.example/${encodeURIComponent(words)}`
  await seedWebhook(database, address, { user_id: userId, kind: 'alerts', min_sources: 1, created_at: clock.now() })
  const agent = await connectAgent(web, userId)
  const key = await addPersonalFeed(web, userId)
  await sql`
    insert into spoken_editions (user_id, day, event_ids, asked_at)
    values (${userId}, ${clock.now().toISOString().slice(0, 10)}, ${[eventId]}, ${clock.now()})`.execute(database.db)
  const { id: deviceId } = await database.db
    .insertInto('push_subscriptions')
    .values({ user_id: userId, ...device, device: words, token_hash: hashToken(token), created_at: clock.now() })
    .onConflict((oc) => oc.column('endpoint').doUpdateSet({ user_id: userId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const night = { user_id: userId, timezone: 'UTC', quiet_from: 0, quiet_until: 60 }
  await database.db.insertInto('alert_quiet_times').values(night).execute()
  const edition = await saveMail(database, userId, { list: 'edition', email, plan: planAt(clock.now()) }, clock.now())
  if (!(await confirmMail(database, 'edition', edition ?? '', clock.now()))) throw new Error('not confirmed')
  await saveMail(database, userId, { list: 'alerts', email }, clock.now())
  const rule = {
    kind: 'tag' as const,
    key: String(tag),
    min_sources: 2,
    by_push: true,
    by_mail: true,
    by_webhook: true,
  }
  const { id: ruleId } = await database.db
    .insertInto('alert_rules')
    .values({ user_id: userId, ...rule, heeds_quiet: false, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId, email, token, password, agent, key, deviceId, ruleId }
}

/** An edition by mail each morning at seven, the first after an instant. */
export function planAt(now: Date) {
  const [day, ahead] = [now.toISOString().slice(0, 10), now.getUTCHours() >= 7 ? 1 : 0]
  const next_at = new Date(Date.parse(`${day}T07:00:00Z`) + ahead * 86_400_000)
  return {
    timezone: 'UTC',
    morning: 7 * 60,
    evening: null,
    days: [1, 2, 3, 4, 5, 6, 7],
    next_at,
    next_edition: 'morning' as const,
    next_day: next_at.toISOString().slice(0, 10),
    since: new Date(now.getTime() - 86_400_000),
  }
}

/** Returns the key of a feed of the reader's own. */
export async function addPersonalFeed({ database: { db }, clock }: TestWeb, user_id: number): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  const hash = createHash('sha256').update(key).digest()
  await db.insertInto('personal_feeds').values({ user_id, hash, created_at: clock.now() }).execute()
  return key
}

/** A program that was let in. */
async function connectAgent({ database: { db }, clock }: TestWeb, userId: number): Promise<string> {
  const [client_id, now] = [randomBytes(16).toString('base64url'), clock.now()]
  const client = { id: client_id, name: 'Agent', redirect_uris: [redirectUri], created_at: now, granted_at: now }
  await db.insertInto('oauth_clients').values(client).execute()
  const hashes = { code_hash: randomBytes(32), family_hash: randomBytes(32) }
  const grant = { client_id, redirect_uri: redirectUri, challenge, access: 'full' as const, created_at: now }
  const expires_at = new Date(now.getTime() + 90 * 86_400_000)
  await db
    .insertInto('oauth_grants')
    .values({ user_id: userId, ...grant, ...hashes, expires_at, last_used_at: now })
    .execute()
  return client_id
}

/** Two publishers tell an event of the tag; from then on, at seven the next morning, everybody's alerts and editions wait. */
export async function letWait(web: TestWeb, feeds: [number, number], article: Omit<ArticleSeed, 'feed_id'>) {
  const { database, clock, services } = web
  const now = clock.now()
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
  const { eventId } = await seedEvent(
    database,
    feeds.map((feed_id) => ({ feed_id, ...times, ...article })),
  )
  await sql`
    update events set story_state = 'done', created_at = case id when ${eventId} then ${now} else created_at end`.execute(
    database.db,
  )
  await runStage(services, 'alerts')
  clock.set(new Date(`${new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)}T07:00:00Z`))
  await runStage(services, 'editions')
  return eventId
}

const madeDevice = (name: string): Browser => ({
  endpoint: `https://push.example/${encodeURIComponent(name)}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
})

/** An edition and an alert for each of so many. */
export async function seedWaiting(database: Database, readers: number, now: Date): Promise<void> {
  const { db } = database
  const tag = await seedTag(database, 'Krokar')
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
  const feed_id = await seedFeed(database)
  const { eventId } = await seedEvent(database, [{ feed_id, title: 'En krok', tag_ids: [tag], ...times }])
  const content = {
    edition: 'morning',
    day: now.toISOString().slice(0, 10),
    rows: [{ eventId, because: [] }],
    until: now,
  }
  await sql`
    insert into users (email, created_at)
    select 'r' || n || '@example.se', ${now} from generate_series(1, ${readers}::integer) n`.execute(db)
  await sql`
    insert into mail_subscriptions (user_id, list, email, timezone, morning, days, key, created_at, confirmed_at, since, next_at, next_edition, next_day)
    select id, 'edition', email, 'UTC', 420, '{1,2,3,4,5,6,7}', md5(id::text), ${now}, ${now}, ${now},
      ${new Date(now.getTime() + 86_400_000)}::timestamptz, 'morning', ${now.toISOString().slice(0, 10)}
    from users where id < ${NEIGHBOUR}`.execute(db)
  await sql`
    insert into outbox (channel, mail_id, edition, content, once, try_at, at)
    select 'edition', id, 'morning', ${JSON.stringify(content)}::jsonb, true, ${now}, ${now} from mail_subscriptions
    where user_id < ${NEIGHBOUR}`.execute(db)
  await sql`
    insert into mail_subscriptions (user_id, list, email, key, created_at, confirmed_at)
    select id, 'alerts', email, 'a' || md5(id::text), ${now}, ${now} from users where id < ${NEIGHBOUR}`.execute(db)
  await sql`
    insert into alert_rules (user_id, kind, key, min_sources, by_push, by_mail, heeds_quiet, created_at)
    select id, 'tag', ${String(tag)}, 1, false, true, false, ${now} from users where id < ${NEIGHBOUR}`.execute(db)
  await sql`
    insert into outbox (channel, mail_id, event_id, rule_id, content, once, try_at, at)
    select 'alert', m.id, ${eventId}, r.id, '{"minSources": 1}', true, ${now}, ${now}
    from alert_rules r join mail_subscriptions m on m.user_id = r.user_id and m.list = 'alerts'
    where r.user_id < ${NEIGHBOUR}`.execute(db)
}
