/** The console's door and its forms, and who may read the numbers: without a browser. */

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { contentLexicon, t } from '../../../tests/support/content.ts'
import { features } from '../../../tests/support/features.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { logAuditedActions } from '../../app/base.ts'
import { startStages } from '../../app/stages.ts'
import { recordPruning } from '../../news/articles/writes/retention.ts'
import { createClustering } from '../../news/events/clustering/stage/cluster.ts'
import { pauseSource, resumeSource } from '../../news/feeds/writes/operator-sources.ts'
import { isOperatorSession, openOperatorSession } from '../../news/operator/writes/sessions.ts'
import { reprocessState } from '../../news/stages/ordered-reprocess.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'

/** Pages of the console's menu. */
const ofFeatures = features.flatMap(({ console = [] }) => console).length
const token = 'en-nyckel-som-bara-redaktionen-har'
const origin = 'https://site.example'

let web: TestWeb
let article: number
let source: number
beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN: token, FETCH_ALLOW: '127.0.0.1/32' })
  source = await seedFeed(web.database)
  ;[article] = (await seedArticles(web.database, [{ feed_id: source }])) as [number]
})
afterAll(() => web?.close())

interface Visitor {
  cookies: Map<string, string>
  form: string
}

const cookieHeader = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

async function get(visitor: Visitor, url: string) {
  const answer = await web.app.inject({ url, headers: { cookie: cookieHeader(visitor) } })
  keep(visitor, answer)
  return answer
}

async function post(
  visitor: Visitor,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const answer = await web.app.inject({
    method: 'POST',
    url,
    headers: {
      cookie: cookieHeader(visitor),
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams({ form: visitor.form, ...fields }).toString(),
  })
  keep(visitor, answer)
  return answer
}

function keep(visitor: Visitor, answer: Awaited<ReturnType<typeof web.app.inject>>): void {
  for (const { name, value } of answer.cookies) value ? visitor.cookies.set(name, value) : visitor.cookies.delete(name)
  visitor.form = /name="form" value="([^"]+)"/.exec(answer.body)?.[1] ?? visitor.form
}

const stranger = (): Visitor => ({ cookies: new Map(), form: '' })

async function operator(): Promise<Visitor> {
  await web.database.db.deleteFrom('rate_hits').execute()
  const visitor = stranger()
  await get(visitor, '/admin')
  expect((await post(visitor, '/admin/sign-in', { token })).statusCode).toBe(303)
  await get(visitor, '/admin')
  return visitor
}

const titleOf = async () =>
  (
    await web.database.db
      .selectFrom('articles')
      .select('translated_title')
      .where('id', '=', article)
      .executeTakeFirstOrThrow()
  ).translated_title

describe('without the setting', () => {
  it('there is no console, and nothing that tells of one', { tags: 'slow' }, async () => {
    const plain = await startTestWeb()
    const lost = await plain.app.inject('/finns-inte')
    for (const url of ['/admin', '/admin/sources', '/admin/log', '/admin/sign-in']) {
      const answer = await plain.app.inject(url)
      expect([url, answer.statusCode, answer.body === lost.body]).toEqual([url, 404, true])
    }
    await plain.close()
  })
})

describe('the door', () => {
  it('opens for the token alone, with a cookie that no script, no other path and no other site sees', async () => {
    const visitor = stranger()
    const door = await get(visitor, '/admin')
    expect(door.statusCode).toBe(200)
    expect((await post(visitor, '/admin/sign-in', { token: 'en annan nyckel' })).statusCode).toBe(422)
    expect((await post(visitor, '/admin/sign-in', { token: `${token}x` })).statusCode).toBe(422)
    const answer = await post(visitor, '/admin/sign-in', { token })
    expect(answer.statusCode).toBe(303)
    const cookie = answer.cookies.find(({ name }) => name === 'admin')
    expect(cookie).toMatchObject({ path: '/admin', httpOnly: true, sameSite: 'Strict', secure: true })
    expect(cookie?.value).not.toContain(token)
    expect((await get(visitor, '/admin/sources')).statusCode).toBe(200)
  })

  it('is kept by nobody, found by nobody, and runs no script but ours', async () => {
    const { headers } = await web.app.inject('/admin')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['content-security-policy']).toMatch(/default-src 'none';script-src 'self'/)
    expect(headers['content-security-policy']).toMatch(/form-action 'self'.*frame-ancestors 'none'/)
  })

  it('sends those who have not signed in back to it, and on to where they were going', async () => {
    const answer = await web.app.inject('/admin/sources')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/admin?to=%2Fadmin%2Fsources'])
    for (const till of ['//evil.example', 'https://evil.example', '/admin/../konto', '/konto']) {
      const door = await web.app.inject(`/admin?to=${encodeURIComponent(till)}`)
      expect(door.body).toContain('name="to" value="/admin"')
    }
  })

  it('closes after ten tries', async () => {
    await web.database.db.deleteFrom('rate_hits').execute()
    const visitor = stranger()
    await get(visitor, '/admin')
    for (let n = 0; n < 10; n++) expect((await post(visitor, '/admin/sign-in', { token: 'fel' })).statusCode).toBe(422)
    const answer = await post(visitor, '/admin/sign-in', { token })
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.cookies.some(({ name }) => name === 'admin')).toBe(false)
  })

  it('is shut behind those who leave: the session is dead, not only the cookie', async () => {
    const visitor = await operator()
    const kept = new Map(visitor.cookies)
    expect((await post(visitor, '/admin/sign-out', {})).statusCode).toBe(303)
    const answer = await get({ cookies: kept, form: '' }, '/admin/sources')
    expect(answer.statusCode).toBe(303)
  })
})

it('a session ends with the token that opened it', { tags: 'slow' }, async () => {
  const session = await openOperatorSession(web.database, web.ctx.config.ADMIN_TOKEN ?? '', web.ctx.clock.now())
  const sessions = async (other: string) => {
    const renamed = await startTestWeb({ ADMIN_TOKEN: other }, { ...web.database, close: async () => {} })
    onTestFinished(() => renamed.close())
    return isOperatorSession(renamed.database, renamed.ctx.config.ADMIN_TOKEN ?? '', session, renamed.ctx.clock.now())
  }
  expect([await sessions(token), await sessions(`${token}-renewed`)]).toEqual([true, false])
})

describe('a page', () => {
  it('is there before there is anything to show on it', { tags: 'slow' }, async () => {
    const empty = await startTestWeb({ ADMIN_TOKEN: token })
    onTestFinished(() => empty.close())
    const feed = await seedFeed(empty.database)
    const cookie = `admin=${await openOperatorSession(empty.database, empty.ctx.config.ADMIN_TOKEN ?? '', empty.ctx.clock.now())}`
    const overview = await empty.app.inject({ url: '/admin', headers: { cookie } })
    const pages = new Set([...overview.body.matchAll(/href="(\/admin[^"#]*)"/g)].map(([, path = '']) => path))
    expect(pages.size).toBeGreaterThan(6 + ofFeatures)
    for (const url of [...pages, `/admin/sources/${feed}`, '/admin/articles?view=removed', '/admin/log?q=x']) {
      const { statusCode } = await empty.app.inject({ url, headers: { cookie } })
      expect([url, statusCode]).toEqual([url, 200])
    }
  })
})

describe('a form', () => {
  const path = () => `/admin/articles/${article}/correct`
  const fields = { title: 'Utifrån', summary: 'Skriven av någon annan.' }

  it('from elsewhere, without its proof, with another’s or by GET changes nothing', async () => {
    const visitor = await operator()
    const other = await operator()
    const refused: [string, Record<string, string>, Record<string, string>][] = [
      ['another site', {}, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['a sister site', {}, { 'sec-fetch-site': 'same-site', origin: 'https://other.site.example' }],
      ['an old browser elsewhere', {}, { 'sec-fetch-site': '', origin: 'https://evil.example' }],
      ['no origin', {}, { 'sec-fetch-site': '', origin: 'null' }],
      ['no proof', { form: '' }, {}],
      ['a wrong proof', { form: 'x'.repeat(43) }, {}],
      ["another session's proof", { form: other.form }, {}],
    ]
    const log = async () => (await web.database.db.selectFrom('operator_actions').select('id').execute()).length
    const before = await log()
    for (const [name, more, headers] of refused) {
      const answer = await post({ ...visitor }, path(), { ...fields, ...more }, headers)
      expect([name, answer.statusCode]).toEqual([name, 403])
    }
    expect((await get(visitor, `${path()}?title=x&summary=y&form=${visitor.form}`)).statusCode).toBe(405)
    const nobody = stranger()
    await get(nobody, '/admin')
    expect((await post(nobody, path(), fields)).statusCode).toBe(303)
    expect([await titleOf(), await log()]).toEqual([null, before])
  })

  it('of our own changes it once, however often it is sent', async () => {
    const visitor = await operator()
    await get(visitor, `/admin/articles/${article}`)
    const given = { title: '  Rättad\r\nrubrik\u0000 ', summary: 'Rad ett.\r\nRad två.' }
    const [one, two] = await Promise.all([post(visitor, path(), given), post(visitor, path(), given)])
    expect([one?.headers.location, two?.headers.location].sort()).toEqual([
      `/admin/articles/${article}?said=corrected`,
      `/admin/articles/${article}?said=unchanged`,
    ])
    expect(await titleOf()).toBe('Rättad rubrik')
    const shown = (await web.app.inject(`/entries/${article}.json`)).json()
    expect(shown).toMatchObject({ title: 'Rättad rubrik', summary: 'Rad ett.\nRad två.' })
    const row = await web.database.db
      .selectFrom('operator_actions')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row).toMatchObject({ action: 'article_corrected', after: { title: 'Rättad rubrik' } })
  })

  it('that asks for what is not there is told so', { tags: 'slow' }, async () => {
    const visitor = await operator()
    for (const url of ['/admin/articles/999999', '/admin/sources/999999', '/admin/events/999999', '/admin/stories/9'])
      expect([url, (await get(visitor, url)).statusCode]).toEqual([url, 404])
    expect((await post(visitor, '/admin/articles/999999/remove', {})).statusCode).toBe(404)
    expect((await post(visitor, '/admin/log/999999/undo', {})).statusCode).toBe(404)
  })
})

describe('sources at the console', () => {
  it('say what is wrong with an address, keep what was written, and take and give OPML', async () => {
    const visitor = await operator()
    const answer = await post(visitor, '/admin/sources', { address: 'http://127.0.0.1:9/feed', name: '' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('value="http://127.0.0.1:9/feed"')
    const opml = '<opml version="2.0"><body><outline text="Ny" xmlUrl="https://ny.example/feed"/></body></opml>'
    expect((await post(visitor, '/admin/sources.opml', { opml })).headers.location).toBe('/admin/sources?said=imported')
    expect((await post(visitor, '/admin/sources.opml', { opml })).headers.location).toBe(
      '/admin/sources?said=unchanged',
    )
    expect((await post(visitor, '/admin/sources.opml', { opml: 'ingen' })).statusCode).toBe(422)
    expect((await get(visitor, '/admin/sources.opml')).body).toContain('https://ny.example/feed')
  })
})

describe('the menu', () => {
  it('has three groups, and each page of the console once', async () => {
    const { body } = await get(await operator(), '/admin')
    const nav = /<nav[\s\S]*?<\/nav>/.exec(body)?.[0] ?? ''
    const names = [...nav.matchAll(/<p id="group-\w+">([^<]+)</g)].map(([, name]) => name)
    expect(names).toEqual(['content', 'models', 'operations'].map((group) => t(`admin.group.${group}`)))
    const paths = [...nav.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)
    expect([new Set(paths).size, paths.length]).toEqual([11 + ofFeatures, 11 + ofFeatures])
  })
})

describe('secrets', () => {
  it('are masked in the form of a source', async () => {
    const { body } = await get(await operator(), `/admin/sources/${source}`)
    expect(body).toMatch(/name="password" type="password"[^>]*autocomplete="new-password"/)
    expect(body).toMatch(/name="headers"[^>]*class="masked" autocomplete="off"/)
  })
})

describe('stages', () => {
  it('are run again once it is known what that costs', { tags: 'slow' }, async () => {
    const visitor = await operator()
    const plan = await post(visitor, '/admin/rerun', { stage: 'cluster', since: '' })
    expect([plan.statusCode, plan.body.includes('gratis')]).toEqual([200, true])
    const run = { stage: 'cluster', since: '', what: 'run' }
    expect((await post(visitor, '/admin/rerun', run)).headers.location).toBe('/admin/rerun?said=running')
    const worker = await startStages(web.services)
    const ended = async () => (await reprocessState(web.database, await web.services.queue())).ended
    await expect.poll(ended).toMatchObject({ error: null, reports: [{ stage: 'cluster' }] })
    await worker.close()
    expect((await get(visitor, '/admin/rerun')).body).toContain(t('admin.rerun.ended'))
    for (const wrong of [
      { stage: 'cluster', since: 'igår' },
      { stage: 'embed', since: '' },
      { stage: '', since: '2099-01-01' },
    ])
      expect((await post(visitor, '/admin/rerun', wrong)).statusCode).toBe(422)
  })
})

describe('/metrics', () => {
  const ask = (headers: Record<string, string>, remoteAddress: string) =>
    web.app.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000', ...headers }, remoteAddress })

  it('answers this machine, and others with the token', async () => {
    for (const [headers, address] of [
      [{}, '127.0.0.1'],
      [{}, '::ffff:127.0.0.1'],
      [{ host: '[::1]:3000' }, '::1'],
      [{ host: 'localhost:3000' }, '127.0.0.1'],
    ] as [Record<string, string>, string][])
      expect([headers, (await ask(headers, address)).statusCode]).toEqual([headers, 200])
    const bearer = (given: string) => ask({ host: 'site.example', authorization: `Bearer ${given}` }, '203.0.113.9')
    expect((await bearer(token)).statusCode).toBe(200)
    expect((await bearer('0123456789abcdef0123')).statusCode).toBe(403)
  })

  it('is not there for others, nor for this machine when it speaks for others', async () => {
    for (const [headers, address] of [
      [{}, '203.0.113.9'],
      [{ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9'],
      [{ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
      [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
      [{ forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
      [{ 'x-real-ip': '203.0.113.9' }, '127.0.0.1'],
      [{ host: 'site.example' }, '127.0.0.1'],
    ] as [Record<string, string>, string][])
      expect([headers, address, (await ask(headers, address)).statusCode]).toEqual([headers, address, 404])
  })

  it('counts requests, the cache, the queue, sources, articles and what models cost', async () => {
    await web.database.db
      .insertInto('ai_calls')
      .values({
        purpose: 'summary',
        article_id: article,
        at: web.clock.now(),
        provider: 'openai',
        model: 'm "1"\n',
        prompt_version: '1',
        request: '{}',
        verdict: 'accepted',
        input_tokens: 200,
        output_tokens: 30,
        cost: 0.5,
      })
      .execute()
    for (let n = 0; n < 3; n++) await web.app.inject({ url: '/entries.json', headers: { cookie: 'a=b' } })
    web.clock.set(new Date(web.clock.now().getTime() + 20_000))
    const { body } = await ask({}, '127.0.0.1')
    const value = (line: string) =>
      Number(
        body
          .split('\n')
          .find((each) => each.startsWith(`${line} `))
          ?.split(' ')
          .at(-1),
      )
    expect(value('karnhuset_http_requests_total{method="GET",route="/entries.json",status="200"}')).toBe(3)
    const duration = 'karnhuset_http_request_duration_seconds'
    expect(value(`${duration}_bucket{le="+Inf",method="GET",route="/entries.json"}`)).toBe(3)
    expect(value(`${duration}_count{method="GET",route="/entries.json"}`)).toBe(3)
    expect(body).toContain('route="/admin/sources/:id"')
    expect(value('karnhuset_read_cache_hits_total')).toBeGreaterThanOrEqual(2)
    expect(value('karnhuset_read_cache_bytes')).toBeGreaterThan(100)
    expect(value('karnhuset_feeds{state="unread"}')).toBe(2)
    expect(value('karnhuset_articles{relevant="true"}')).toBe(1)
    expect(value('karnhuset_queue_jobs{stage="cluster",state="failed"}')).toBe(0)
    const call = '{purpose="summary",model="m \\"1\\"\\n",verdict="accepted"}'
    expect(value(`karnhuset_ai_input_tokens_total${call}`)).toBe(200)
    expect(value(`karnhuset_ai_cost_total${call}`)).toBe(0.5)
    expect(body).toMatch(/^process_cpu_seconds_total \d/m)
    expect(body).toMatch(/^karnhuset_search_fallbacks_total \d/m)
    const later = web.clock.now().getTime() + 3_600_000
    web.clock.set(new Date(later))
    const again = (await ask({}, '127.0.0.1')).body
    expect(again).toContain(`karnhuset_ai_calls_total${call} 1\n`)
  })
})

describe('an article at the console', () => {
  it('says whether its event decided that it is about the topic', async () => {
    const feed = await seedFeed(web.database)
    const reason = 'text: iPhone (1.2 of 2)'
    const ids = await seedArticles(web.database, [
      { feed_id: feed, relevance_reason: reason, relevant_by_event: true, kind: 'rumor' },
      { feed_id: feed, relevance_reason: reason },
    ])
    const visitor = await operator()
    const [byEvent, alone] = await Promise.all(
      ids.map(async (id) => (await get(visitor, `/admin/articles/${id}`)).body),
    )
    for (const body of [byEvent, alone]) expect(body).toContain(reason)
    expect(byEvent).toContain(t('admin.article.by_event'))
    expect(alone).not.toContain(t('admin.article.by_event'))
    expect(byEvent).toContain('<dd>Rykte</dd>')
    expect(alone).not.toContain('<dd>Rykte')
  })

  it('whose page could not be read says why, and when it is tried again', async () => {
    const feed = await seedFeed(web.database)
    const [refused, last] = await seedArticles(web.database, [
      {
        feed_id: feed,
        extract_state: 'refused',
        extract_reason: 'The page answered HTTP 403.',
        extract_after: new Date(web.clock.now().getTime() + 5 * 86_400_000),
      },
      { feed_id: feed, extract_state: 'refused', extract_reason: 'The page is application/pdf, not HTML.' },
    ])
    const visitor = await operator()
    const first = (await get(visitor, `/admin/articles/${refused}`)).body
    expect(first).toContain('The page answered HTTP 403.')
    expect(first).toMatch(/Nytt försök.{1,200}om 5 dagar/s)
    const second = (await get(visitor, `/admin/articles/${last}`)).body
    expect(second).toContain('The page is application/pdf, not HTML.')
    expect(second).not.toContain(t('admin.article.page_again'))
    expect((await get(visitor, `/admin/articles/${article}`)).body).not.toContain('gick inte att läsa')
  })
})

const numbers = [701, 702, 703] as const

describe('what looks wrong', () => {
  const titles = (body: string) =>
    [...body.matchAll(/<th scope="row"><a href="\/admin\/\w+\/(\d+)">/g)].map(([, id]) => Number(id))

  it('comes first: large events, those of several languages, those that few words hold together', async () => {
    const visitor = await operator()
    const feed = await seedFeed(web.database)
    const [large, mixed, loose] = numbers
    const members = [
      ...Array.from({ length: 6 }, () => ({ event_id: large, language: 'sv' })),
      ...['sv', 'en', 'de'].map((language) => ({ event_id: mixed, language })),
      ...['sv', 'sv'].map((language) => ({ event_id: loose, language })),
    ]
    const ids = await seedArticles(
      web.database,
      members.map((member, i) => ({ feed_id: feed, title: `Mässan i Visby ${i}`, ...member, event_id: null })),
    )
    for (const id of numbers) {
      const at = web.clock.now()
      await web.database.db.insertInto('events').values({ id, created_at: at, first_at: at, last_at: at }).execute()
    }
    const rows = ids.map((article_id, i) => ({ article_id, event_id: members[i]?.event_id ?? 0, at: web.clock.now() }))
    await web.database.db
      .insertInto('event_members')
      .values(rows.map((row) => ({ ...row, decided_by: 'likeness' as const, score: 0.6 })))
      .execute()
    const reason = (shared: string[]) => ({
      members: 1,
      ruling: null,
      nearest: { article: 1, likeness: 0.6, words: 0.6, vectors: null, hours: 1, shared },
    })
    for (const [event, words] of [
      [large, ['a', 'b', 'c']],
      [mixed, ['a', 'b']],
      [loose, ['a']],
    ] as const)
      await web.database.db
        .updateTable('event_members')
        .set({ reason: JSON.stringify(reason([...words])) })
        .where('event_id', '=', event)
        .execute()
    const first = async (order: string) => titles((await get(visitor, `/admin/events?view=${order}`)).body)[0]
    expect([await first('large'), await first('languages'), await first('words')]).toEqual([large, mixed, loose])
  })

  it('in stories too', async () => {
    const visitor = await operator()
    const insert = (title: string, event_id: number) => seedStory(title, event_id)
    const [small, big] = [await insert('Liten', 703), await insert('Stor', 701)]
    expect(titles((await get(visitor, '/admin/stories?view=large')).body)).toEqual([big, small])
    const { body } = await get(visitor, '/admin/stories?view=languages')
    expect(body).toContain('aria-current="page">Flest språk')
    for (const [id, names] of [
      [big, ['Tellmo', 'Karin']],
      [small, ['Tellmo']],
    ] as const)
      await web.database.db
        .updateTable('story_events')
        .set({ reason: JSON.stringify({ joined_by: names }) })
        .where('story_id', '=', id)
        .execute()
    expect(titles((await get(visitor, '/admin/stories?view=words')).body)).toEqual([small, big])
  })

  const seedStory = async (title: string, event_id: number) => {
    const { id } = await web.database.db
      .insertInto('stories')
      .values({ title, created_at: web.clock.now(), updated_at: web.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await web.database.db.insertInto('story_events').values({ story_id: id, event_id, at: web.clock.now() }).execute()
    return id
  }
})

describe('one search', () => {
  it('finds sources, articles, events, stories and what was done, by words or by number', async () => {
    const visitor = await operator()
    const source = await seedFeed(web.database, { title: 'Gotlands Tidning 100 %' })
    await actionsOf(web).pauseSource(source, 'semester')
    const { body } = await get(visitor, '/admin/search?q=m%C3%A4ssan+visby')
    expect(body).toContain('href="/admin/events/701"')
    expect(body).not.toContain('Gotlands Tidning')
    const other = (await get(visitor, '/admin/search?q=100+%25')).body
    expect(other).toContain(`href="/admin/sources/${source}"`)
    expect(other).toContain('href="/admin/log"')
    expect((await get(visitor, '/admin/search?q=703')).body).toContain('href="/admin/events/703"')
    expect((await get(visitor, '/admin/search?q=%25%5C')).body).toContain(t('admin.search.none'))
  })
})

describe('who did what', () => {
  it('is kept of each act and each sign-in: the address at the console, the user of the command line, the service', async () => {
    const visitor = await operator()
    await post(visitor, `/admin/articles/${article}/remove`, {})
    await post(visitor, `/admin/articles/${article}/restore`, {})
    const byAnna: ActorDatabase = { ...web.database, actor: 'command:anna' }
    await pauseSource(byAnna, source, web.clock.now())
    await resumeSource(byAnna, source, web.clock.now())
    await recordPruning(web.database, { days: 90, retired: 12, deleted: 3 }, web.clock.now())
    const rows = await web.database.db
      .selectFrom('operator_actions')
      .select(['actor', 'action', 'subject'])
      .orderBy('id', 'desc')
      .limit(6)
      .execute()
    expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'service articles_pruned',
      'command:anna source_resumed',
      'command:anna source_paused',
      'console:127.0.0.1 article_restored',
      'console:127.0.0.1 article_removed',
      'console:127.0.0.1 signed_in',
    ])
  })

  it('is found by words, by act and by who, page by page', async () => {
    const visitor = await operator()
    const found = async (query: string) => {
      const { body } = await get(visitor, `/admin/log?${query}`)
      return [...body.matchAll(/<p><strong>([^<]+)<\/strong>/g)].map(([, words]) => words)
    }
    expect(await found('q=anna')).toEqual(['Återupptog källan', 'Pausade källan'])
    expect(await found('q=anna+source&what=source_paused')).toEqual(['Pausade källan'])
    expect(await found('by=service&q=retired')).toEqual(['Gallrade gamla artiklar'])
    expect(new Set(await found('what=signed_in&by=console'))).toEqual(new Set(['Loggade in i konsolen']))
    expect(await found('q=%25%5C')).toEqual([])
    const { body: removal } = await get(visitor, '/admin/log?what=article_removed')
    expect(removal).toContain(`<a href="/admin/articles/${article}">`)
    const { body } = await get(visitor, '/admin/log?by=command')
    expect(body).toContain('på kommandoraden anna')
    for (let n = 0; n < 51; n++) await recordPruning(web.database, { days: 9, retired: n, deleted: 0 }, web.clock.now())
    const first = (await get(visitor, '/admin/log?by=service&q=articles')).body
    expect(first).toContain('/admin/log?q=articles&amp;what=&amp;by=service&amp;page=2')
    expect(await found('by=service&q=articles&page=2')).toHaveLength(2)
  })

  it('is one line each in the log of the process', async () => {
    const lines: string[] = []
    logAuditedActions(web.database, pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }))
    const visitor = await operator()
    await post(visitor, `/admin/articles/${article}/remove`, {})
    await post(visitor, `/admin/articles/${article}/remove`, {})
    expect(lines.map((line) => JSON.parse(line)).map(({ msg, actor }) => [msg, actor])).toEqual([
      ['operator: signed_in', 'console:127.0.0.1'],
      [expect.stringMatching(/^operator: article_removed ./), 'console:127.0.0.1'],
    ])
  })
})

it('tells of the events near one what keeps them apart', async () => {
  const visitor = await operator()
  const [feed, other] = [await seedFeed(web.database), await seedFeed(web.database)]
  const at = new Date('2026-09-03T08:00:00Z')
  const seeds = [
    ['Apple släpper iOS 26.4 beta 2 till utvecklare', 0],
    ['Apple släpper iOS 26.4 beta 3 till utvecklare', 1],
    ['Butiken i Umeå öppnar på lördag med kö, tårta och utvecklare', 2],
  ] as const
  const ids = await seedArticles(
    web.database,
    seeds.map(([title, hours]) => {
      const then = new Date(at.getTime() + hours * 3_600_000)
      const times = { published_at: then, sort_at: then, discovered_at: then }
      return {
        feed_id: hours === 2 ? other : feed,
        title,
        excerpt: `${title}.`,
        language: 'sv',
        event_id: null,
        ...times,
      }
    }),
  )
  const { database } = web
  const about = { vectorModel: null, classifyBorderlinePairs: null, now: () => web.clock.now() }
  await createClustering({ database, lexicon: contentLexicon(), ...about })()
  const events = await database.db.selectFrom('event_members').selectAll().where('article_id', 'in', ids).execute()
  const eventOf = (n: number) => events.find(({ article_id }) => article_id === ids[n])?.event_id
  const { body } = await get(visitor, `/admin/events/${eventOf(0)}`)
  const near = (n: number) => body.split(`href="/admin/events/${eventOf(n)}"`)[1]?.split('</li>')[0]
  expect(near(1)).toContain(t('admin.event.parted.stage'))
  expect(near(1)).toContain('<span class="flag">beta</span>')
  expect(near(2)).toContain(t('admin.event.parted.little'))
})
