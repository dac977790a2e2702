/** Two sites of this program that follow each other over HTTP, each with its own keys and database. */

import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type SmallServer, startSmallServer } from '../../../tests/support/played/small-server.ts'
import { type ReportSite, startReportSite } from '../../../tests/support/worlds/reports.ts'
import { removeArticle } from '../../news/articles/writes/operator-articles.ts'
import { buildFederation, type Sign } from './federation.ts'

interface Instance {
  site: ReportSite
  /** Address of its actor. */
  actor: string
  sign: Sign
  /** Activities that came in: `type of host: status`. */
  received: string[]
  server: SmallServer
}

const OPTIONS = { strangers: ['127.0.0.0/8'] }
let a: Instance
let b: Instance

/** On an address of its own, since limits count by host. */
async function startInstance(host: string): Promise<Instance> {
  const received: string[] = []
  const server = await startSmallServer(async (request, response) => {
    const payload = await text(request)
    const { method, url = '/', headers } = request
    const answer = await site.web.app.inject({ method: method as 'GET', url, headers, payload })
    if (method === 'POST') {
      const { type, actor } = JSON.parse(payload)
      received.push(`${type} of ${new URL(actor).hostname}: ${answer.statusCode}`)
    }
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.rawPayload)
  }, host)
  const site = await startReportSite({ BASE_URL: server.url, FEDIVERSE: 'on', FEDIVERSE_MIN_SOURCES: '2' }, OPTIONS)
  const { database, clock, services, config } = site.web
  const { sign } = await buildFederation({
    database,
    clock,
    poster: services.strangers,
    dataDir: config.DATA_DIR,
    baseUrl: server.url,
    blocked: [],
    version: '',
    siteName: '',
    icon: `${server.url}/icon-512.png`,
    findActor: async () => null,
    countFollowers: async () => 0,
    countPosts: async () => 0,
  })
  return { site, actor: `${server.url}/fediverse/actors/site`, sign, received, server }
}

beforeAll(async () => {
  a = await startInstance('127.0.7.1')
  b = await startInstance('127.0.7.2')
})
afterAll(async () => {
  for (const { site, server } of [a, b]) {
    await site.close()
    await server.close()
  }
})

/** Signed by the sender with its own keys; `body` is sent in place of what was signed. The answer's status. */
async function send(from: Instance, to: Instance, activity: object, body?: string): Promise<number> {
  const id = `${from.actor}#${crypto.randomUUID()}`
  const signed = JSON.stringify({
    '@context': 'https://www.w3.org/ns/activitystreams',
    id,
    actor: from.actor,
    ...activity,
  })
  const url = `${to.server.url}/fediverse/inbox`
  const headers = await from.sign({ url, body: signed, actor: 'site', spec: 'rfc9421' })
  return (await fetch(url, { method: 'POST', body: body ?? signed, headers })).status
}

const follow = (to: Instance) => ({ type: 'Follow', object: to.actor })

async function delivered(from: Instance, to: Instance): Promise<string[]> {
  to.received.length = 0
  await from.site.web.deliver()
  return to.received.splice(0)
}

const followersOf = async ({ site }: Instance) =>
  (
    await site.web.database.db
      .selectFrom('fediverse_followers')
      .select(['actor', 'follower'])
      .where('inbox_id', '<', NEIGHBOUR)
      .execute()
  ).map(({ actor, follower }) => `${actor} ${follower}`)
const reactionsTo = async ({ site }: Instance) =>
  (await site.web.database.db.selectFrom('fediverse_reactions').select(['kind', 'account']).execute()).map(
    ({ kind, account }) => `${kind} ${account}`,
  )

it('each accepts the other’s follow, and takes the answer', { tags: 'slow' }, async () => {
  for (const [from, to] of [[a, b] as const, [b, a] as const]) {
    expect(await send(from, to, follow(to))).toBe(202)
    expect(await followersOf(to)).toEqual([`site ${from.actor}`])
    const host = new URL(to.actor).hostname
    expect(await delivered(to, from)).toEqual([`Accept of ${host}: 202`])
  }
})

it('posts, edits and withdrawals of one are taken by the other, and the other way round', {
  tags: 'slow',
}, async () => {
  for (const [from, to] of [[a, b] as const, [b, a] as const]) {
    const { report, web } = from.site
    const event = await report('Krokarna är här')
    expect(await delivered(from, to)).toEqual([])
    await report('Krokar!', event)
    const host = new URL(from.actor).hostname
    expect(await delivered(from, to)).toEqual([`Create of ${host}: 202`])
    const operator = actionsOf(web)
    from.site.at('2026-11-21T12:05:00Z')
    await operator.correctEvent(event, { title: 'Krokarna kom', summary: 'Nu.', retainPoints: false })
    expect(await delivered(from, to)).toEqual([`Update of ${host}: 202`])
    const post = `${from.server.url}/fediverse/posts/${event}`
    expect(await send(to, from, { type: 'Like', object: post })).toBe(202)
    expect(await reactionsTo(from)).toEqual([`like ${to.actor}`])
    const members = web.database.db.selectFrom('event_members').select('article_id').where('event_id', '=', event)
    for (const { article_id } of await members.execute())
      await removeArticle(web.database, article_id, web.ctx.clock.now())
    expect(await delivered(from, to)).toEqual([`Delete of ${host}: 202`])
  }
})

it('what was changed on its way is refused, and a follow ends where it is undone', { tags: 'slow' }, async () => {
  expect(await send(b, a, follow(a), JSON.stringify({ type: 'Undo', actor: b.actor, object: follow(a) }))).toBe(401)
  expect(await followersOf(a)).toEqual([`site ${b.actor}`])
  const undone = { id: `${b.actor}#follow`, actor: b.actor, ...follow(a) }
  expect(await send(b, a, { type: 'Undo', object: undone })).toBe(202)
  expect(await followersOf(a)).toEqual([])
  await a.site.report('Nya krokar', await a.site.report('Krokar igen'))
  expect(await delivered(a, b)).toEqual([])
})
