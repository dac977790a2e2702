/** A reader of whom every table with an account's column holds a row, some of which wait to be sent. */
import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { PushAddress } from '../../src/domain/alerts/device.ts'
import { seedEvent } from './events.ts'
import { challenge, redirectUri, verifier } from './played/oauth-client.ts'
import type { ArticleSeed } from './seed.ts'
import { signIn } from './signed-in.ts'
import type { TestWeb } from './web.ts'

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

interface Content {
  tag: number
  /** Saved and read. */
  eventId: number
  /** Part of all that readers write themselves. */
  words: string
  device?: PushAddress
  /** Of the server that takes mails, where there is one. */
  mails?: string[]
}

export async function fillReader(web: TestWeb, email: string, content: Content): Promise<FullReader> {
  const { tag, eventId, words, device = madeDevice(words), mails } = content
  const { token, userId } = await signIn(web, email, mails)
  const { commands } = web.ctx
  await commands.follow(userId, { kind: 'tag', key: String(tag) })
  await commands.follow(userId, { kind: 'search', key: words })
  await commands.mute(userId, { kind: 'word', key: words })
  await commands.saveEvents(userId, [eventId])
  await commands.markRead(userId, [eventId], true)
  await commands.noteVisit(userId)
  const password = await commands.makeAppPassword(userId, words)
  await web.app.inject({ url: '/reader/api/0/user-info', headers: { authorization: `GoogleLogin auth=${password}` } })
  await commands.makeApiKey(userId, { name: words, access: 'read' })
  const address = `https://hook.example/${encodeURIComponent(words)}`
  await commands.addAlertWebhook(userId, address)
  const agent = await connectAgent(web, userId)
  const key = await commands.makePersonalFeed(userId)
  await commands.requestAudio(userId, [eventId])
  const { id: deviceId } = await commands.saveDevice(userId, { ...device, device: words, token })
  await commands.saveQuietTime(userId, { timezone: 'UTC', from: 0, until: 60 })
  const times = { timezone: 'UTC', morning: 7 * 60, evening: null, days: [1, 2, 3, 4, 5, 6, 7] }
  await commands.saveEditionMail(userId, times)
  const { rows } = await sql<{ key: string }>`
    select key from mail_subscriptions where user_id = ${userId} and list = 'edition'`.execute(web.database.db)
  if (!(await commands.confirmMail('edition', rows[0]?.key ?? ''))) throw new Error('not confirmed')
  const rule = {
    kind: 'tag',
    key: String(tag),
    minSources: 2,
    push: true,
    mail: true,
    webhook: true,
    heedsQuiet: false,
  } as const
  const { id: ruleId } = await commands.saveAlert(userId, rule)
  return { userId, email, token, password, agent, key, deviceId, ruleId }
}

async function connectAgent({ ctx: { commands } }: TestWeb, userId: number): Promise<string> {
  const { id } = await commands.registerClient({ name: 'Agent', redirectUris: [redirectUri] })
  const code = await commands.grantAccess(userId, { clientId: id, access: 'full', redirectUri, challenge })
  await commands.redeemCode({ code, clientId: id, redirectUri, verifier })
  return id
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
  await services.pipeline.alerts.match()
  clock.set(new Date(`${new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)}T07:00:00Z`))
  await services.pipeline.editions.prepare()
  return eventId
}

const madeDevice = (name: string): PushAddress => ({
  endpoint: `https://push.example/${encodeURIComponent(name)}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
})
