/**
 * `npm run survival:writes`: web, worker, database and supervisor are killed by lot while people follow, mute, save and set alerts
 * and webhooks. Counted are writes that were acknowledged and are lost, and changes that are in the log twice.
 * Options: --kills N (40), --seed N.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { embeddedAddress } from '../../src/platform/database/embedded/postgres-server.ts'
import { freePort } from '../../tests/support/played/small-server.ts'
import { startService, until } from '../../tests/support/service.ts'
import { openStage } from './place.ts'
import { generator } from './random.ts'
import { hurry, isReady, type Running, strike } from './service-kills.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [wanted, seed] = [Number(values.kills), Number(values.seed)]
const victims = ['web', 'worker', 'postgres', 'supervisor'] as const

const random = generator(seed)
const stage = await openStage()
const place = stage.open('writes', { SOURCES: stage.world.opml })
Object.assign(place.env, { PORT: String(await freePort()), LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1/32' })
const running: Running = { stage, place, service: await startService('serve', place.env), random }
let writing = true

interface Acknowledged {
  token: string
  /** The list that has it. */
  list: string
  /** Text that it has in there. */
  text: string
}
const acknowledged: Acknowledged[] = []

async function request(person: number, method: string, path: string, token?: string, body?: object) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${person >> 8}.${person & 255}`,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const given = { method, headers, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(10_000) }
  const answer = await fetch(`${running.service.url}/api/v1${path}`, given).catch(() => null)
  const text = await answer?.text().catch(() => null)
  return answer && text != null ? { status: answer.status, text } : null
}

/** Mails without a server are files of the outbox. */
function codeFor(email: string): string {
  const folder = join(place.dataDir, 'outbox')
  const mails = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const mail = mails.findLast((text) => text.includes(`To: ${email}`)) ?? ''
  return /\b\d{6}\b/.exec(mail.slice(mail.search(/\r?\n\r?\n/)))?.[0] ?? ''
}

async function signIn(person: number): Promise<string | null> {
  const login = { provider: 'email', email: `person${person}@example.se` }
  const sent = await request(person, 'POST', '/auth/login', undefined, login)
  if (sent?.status !== 202) return null
  const signedIn = await request(person, 'POST', '/auth/login', undefined, { ...login, code: codeFor(login.email) })
  return signedIn?.status === 200 ? JSON.parse(signedIn.text).data.token : null
}

/** One of each kind, by number; its text in the list afterwards. */
async function writesOf(n: number): Promise<{ path: string; body: object; list: string; text: string }[]> {
  const events = await request(0, 'GET', '/events?per_page=20')
  const ids = events?.status === 200 ? JSON.parse(events.text).data.map(({ id }: { id: number }) => id) : []
  const [feed, event] = [1 + (n % 10), ids[n % Math.max(1, ids.length)]]
  return [
    { path: '/me/follows', body: { kind: 'source', key: String(feed) }, list: '/me/follows', text: `"key":"${feed}"` },
    { path: '/me/mutes', body: { kind: 'word', key: `ord${n}` }, list: '/me/mutes', text: `"key":"ord${n}"` },
    ...(event
      ? [{ path: '/me/saved', body: { event_id: event }, list: '/me/saved?per_page=100', text: `"id":${event},` }]
      : []),
    {
      path: '/me/alerts',
      body: { kind: 'source', key: String(feed), ways: ['webhook'], min_sources: 2 },
      list: '/me/alerts',
      text: `"key":"${feed}"`,
    },
    {
      path: '/me/webhooks',
      body: { url: `https://hook.example/${n}` },
      list: '/me/webhooks',
      text: `https://hook.example/${n}"`,
    },
  ]
}

async function live(writer: number): Promise<void> {
  for (let person = writer; writing; person += 4) {
    const token = await signIn(person).catch(() => null)
    for (let n = person; token && writing && n < person + 3; n++)
      for (const { path, body, list, text } of await writesOf(n)) {
        const answer = await request(person, 'POST', path, token, body)
        if (answer?.status === 200) acknowledged.push({ token, list, text })
        else
          refused.set(
            `${path} ${answer?.status ?? 'no answer'}`,
            (refused.get(`${path} ${answer?.status ?? 'no answer'}`) ?? 0) + 1,
          )
      }
    await sleep(200)
  }
}
const refused = new Map<string, number>()

console.log(`seed ${seed}, ${wanted} kills`)
await until(() => isReady(running.service), Boolean, 120)
const writers = [1, 2, 3, 4].map(live)
await until(
  async () => acknowledged.length,
  (n) => n > 5,
  120,
)
const kills: Record<string, number> = {}
for (let n = 1; n <= wanted; n++) {
  const victim = victims[Math.floor(random() * victims.length)] ?? 'web'
  stage.world.grow()
  await hurry(place).catch(() => {})
  await sleep(random() * 3000)
  const ms = await strike[victim](running)
  kills[victim] = (kills[victim] ?? 0) + 1
  console.log(`${n}: ${victim}, mended after ${Math.round(ms)} ms, ${acknowledged.length} writes acknowledged`)
}
writing = false
await Promise.all(writers)
await until(() => isReady(running.service), Boolean, 120)

const lists = new Map<string, string>()
let lost = 0
for (const { token, list, text } of acknowledged) {
  const key = `${token} ${list}`
  for (let tries = 0; !lists.has(key) && tries < 90; tries++) {
    const answer = await request(lists.size, 'GET', list, token)
    if (answer?.status === 200) lists.set(key, answer.text)
    else await sleep(1000)
  }
  if (lists.get(key)?.includes(text)) continue
  lost++
  console.log(`lost: ${list} ${text}`)
}
const client = new pg.Client(embeddedAddress(place.dataDir))
await client.connect()
const { rows } = await client.query(
  `select kind, id, act, count(*)::int as n from changes where act in ('created', 'removed', 'merged') group by kind, id, act having count(*) > 1`,
)
const { rows: all } = await client.query('select count(*)::int as n from changes')
await client.end()
await running.service.stop()
await stage.close()
for (const { kind, act, id, n } of rows.slice(0, 20)) console.log(`twice: ${kind} ${id} ${act}, ${n} times`)
console.log(
  `kills: ${Object.entries(kills)
    .map(([victim, n]) => `${victim} ${n}`)
    .join(', ')}`,
)
console.log(`not acknowledged: ${[...refused].map(([what, n]) => `${n} ${what}`).join(', ') || 'none'}`)
console.log(`${acknowledged.length} acknowledged writes, ${lost} lost; ${all[0].n} changes, ${rows.length} twice`)
process.exit(lost === 0 && rows.length === 0 && acknowledged.length > wanted ? 0 : 1)
