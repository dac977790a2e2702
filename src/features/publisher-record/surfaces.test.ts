/** Records where readers, programs and the operator meet them. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedEvent, seedFeed, seedGuide, seedTag } from '../../../tests/support/build.ts'
import { operatorAt, signIn, type Visitor } from '../../../tests/support/people.ts'
import { callMcp, startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { undoOperatorAction } from '../../news/operator/writes/undo.ts'
import { publishing } from '../../platform/database/database.ts'
import { updateMonths } from './update.ts'

let web: TestWeb
let operator: Visitor
const ADMIN_TOKEN = 'a-token-that-nobody-guesses'
const EVENTS = 24
const feeds: number[] = []
let event: number
const WIRE =
  'Den nya bron vid Ramsvik har öppnats av ministern inför några hundra åskådare som väntat sedan gryningen i duggregn dag'

/** Two publishers; the second has the first one's text each time but the last. */
beforeAll(async () => {
  web = await startTestWeb({ ADMIN_TOKEN, RECORD_LICENSE: 'CC0-1.0', RECORD_ANSWERS: 'svar@site.example' })
  operator = await operatorAt(web, ADMIN_TOKEN)
  for (const name of ['Post', 'Mail', '=Evil'])
    feeds.push(
      await seedFeed(web.database, {
        title: name,
        publisher_name: name,
        publisher: `${name.replace('=', '').toLowerCase()}.example`,
      }),
    )
  const tag = await seedTag(web.database, 'Bridges')
  const [post = 0, mail = 0, evil = 0] = feeds
  for (let n = 0; n < EVENTS; n++) {
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 1 + (n % 20), 6, minutes))
    const report = (feed: number, minutes: number, excerpt: string, more = 0) => ({
      feed_id: feed,
      title: `Bron ${n}`,
      excerpt,
      published_at: at(minutes),
      sort_at: at(minutes),
      discovered_at: at(minutes + 5 + more),
      content_hash: `${feed} ${n}`,
      tag_ids: [tag],
    })
    const text = `${WIRE} ${n}`
    const made = await seedEvent(web.database, [
      report(post, 0, text),
      report(mail, 40, n === EVENTS - 1 ? 'I egna ord.' : text),
      report(evil, 50, 'Helt andra ord.', n % 7),
    ])
    event = made.eventId
  }
  await updateMonths(web.database, web.clock.now())
})
afterAll(() => web.close())

const get = (url: string) => web.app.inject({ url })
const page = async (url: string) => {
  const { statusCode, body } = await get(url)
  expect(statusCode, url).toBe(200)
  return body
}

describe('pages', () => {
  it('has a publisher in words that lead to their events, with a chart and the method', async () => {
    const body = await page('/utgivare/post.example')
    expect(body).toContain('Först, enligt egna tider: 24 av 24, 100\u00a0%')
    expect(body).toContain('href="/utgivare/post.example/first"')
    expect(body).toContain('<meta name="description" content="november 2026">')
    expect(body).toContain('aria-label="Händelser per månad: november 2026 24"')
    expect(body).toContain('mailto:svar@site.example')
    expect(body).toContain('creativecommons.org/publicdomain/zero')
    expect(body.match(/<ul class="rows lined">(.*?)<\/ul>/s)?.[1]?.match(/<li>/g)?.length).toBeLessThanOrEqual(10)
  })

  it('has the events behind a figure, page by page, and none of a figure that is not shown', async () => {
    expect(await page('/utgivare/post.example/first')).toContain('24 av 24, 100\u00a0%')
    expect(await page('/utgivare/mail.example/copies')).toContain('23 av 24, 96\u00a0%')
    for (const path of ['settled_for', 'nosuch', 'constructor'])
      expect((await get(`/utgivare/post.example/${path}`)).statusCode, path).toBe(404)
  })

  it('has the rumors behind their line, with the event of each, and none below twenty', async () => {
    const rumor = (n: number, domain: string) => ({
      id: `r-${n}`,
      on: '2026-11-03',
      claim: `Rykte nummer ${n}`,
      by: { name: 'Post', domain },
      url: n === 1 ? 'https://post.example/bron' : `https://post.example/${n}`,
      verdict: n < 15 ? 'true' : 'wrong',
      settled: { on: '2026-11-09', outcome: `Så gick det med ${n}` },
    })
    const rumors = Array.from({ length: 22 }, (_, n) => rumor(n, n < 20 ? 'post.example' : 'mail.example'))
    const { db } = web.database
    await seedGuide(web.database, 'bron', { title: 'Bron', rumors: JSON.stringify(rumors) })
    const { event_id: id } = await db
      .updateTable('articles')
      .set({ url: 'https://post.example/bron' })
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          '=',
          selectFrom('articles')
            .select(({ fn }) => fn.min('id').as('id'))
            .where('feed_id', '=', feeds[0] ?? 0),
        ),
      )
      .returning('event_id')
      .executeTakeFirstOrThrow()
    await updateMonths(web.database, web.clock.now())
    expect(await page('/utgivare/post.example')).toContain(
      '<a href="/utgivare/post.example/rumors">Rykten som stämde: 15 av 20, 75\u00a0%',
    )
    const body = await page('/utgivare/post.example/rumors')
    expect(body).toContain('15 av 20, 75\u00a0%')
    expect([...body.matchAll(/Så gick det med/g)]).toHaveLength(20)
    expect(body).toMatch(/<strong>Stämde<\/strong> <a href="\/bron">Rykte nummer 3<\/a>/)
    expect(body).toMatch(/<strong>Fel<\/strong> <a href="\/bron">Rykte nummer 19<\/a>/)
    expect(body).not.toContain('Rykte nummer 20')
    expect(body).toContain(`/handelser/${id}-`)
    for (const publisher of ['mail.example', 'evil.example', 'nosuch.example'])
      expect((await get(`/utgivare/${publisher}/rumors`)).statusCode, publisher).toBe(404)
  })

  it('has topics, a comparison and a month', async () => {
    expect(await page('/utgivare')).toContain('href="/utgivare/mail.example"')
    expect(await page('/utgivare?topic=bridges')).toContain('24 av 24')
    const compared = await page('/utgivare/compare?a=post.example&b=mail.example')
    expect(compared).toContain('Mail har texten från Post: 23 av 24')
    for (const [query, path] of [
      ['?a=post.example&b=post.example', '/utgivare/post.example'],
      ['?a=//evil.example&b=//evil.example', '/utgivare/%2F%2Fevil.example'],
      ['', '/utgivare'],
    ]) {
      const { statusCode, headers } = await get(`/utgivare/compare${query}`)
      expect([statusCode, headers.location], query).toEqual([303, path])
    }
    const review = await page('/utgivare/months/2026-11')
    expect(review).toContain('3 utgivare rapporterade händelser.')
    expect(review).toContain('>Sammanställt automatiskt ur månadens siffror.<')
    expect(review).toContain('>Post var först i 24 av 24 händelser enligt egna tider, 100\u00a0% (86–100\u00a0%).</a>')
    expect(review).toContain('>Andra hade text från Post i 23 av 24 händelser, 96\u00a0% (80–99\u00a0%).</a>')
  })

  it('has by topic what others confirmed, and disputes that were settled for and against', async () => {
    const settled = (side: 'for' | 'against', part: string, publisher: string) => sql`
      update publisher_months set
        cases = (select jsonb_agg(c || ${JSON.stringify({ settled: side })}::jsonb) from jsonb_array_elements(cases) c),
        topics = (select jsonb_object_agg(key, value || ${part}::jsonb) from jsonb_each(topics))
      where publisher = ${publisher}`
    const { db } = web.database
    await settled('for', '{"settled_for": [24, 24], "settled_against": [0, 24]}', 'post.example').execute(db)
    await settled('against', '{"settled_for": [0, 24], "settled_against": [24, 24]}', 'evil.example').execute(db)
    await publishing(web.database, async () => {})
    const body = await page('/utgivare?topic=bridges')
    const heads = [...body.matchAll(/<th scope="col">([^<]+)</g)].map(([, head]) => head)
    expect(heads).toEqual([
      'Utgivare',
      'Först, enligt egna tider',
      'Ensam om nyheten',
      'Andra rapporterade det senare',
      'Fick rätt i avgjorda oenigheter',
      'Fick fel i avgjorda oenigheter',
    ])
    const linked = (publisher: string, figure: string) =>
      body.includes(`href="/utgivare/${publisher}.example/${figure}?topic=bridges">24 av 24`)
    expect([linked('post', 'settled_for'), linked('evil', 'settled_against')]).toEqual([true, true])
    expect(body).toContain('<td data-label="Fick rätt i avgjorda oenigheter"><a')
    expect(await page('/utgivare/post.example/settled_for?topic=bridges')).toContain('24 av 24, 100\u00a0%')
    // Without any there is no column.
    expect(await page('/utgivare')).not.toContain('i avgjorda oenigheter')
  })

  it.each([
    '/utgivare',
    '/utgivare?topic=bridges',
    '/utgivare/mail.example',
    '/utgivare/compare?a=post.example&b=mail.example',
    '/utgivare/months/2026-11',
  ])('has the events behind each figure of %s', { tags: 'slow' }, async (url) => {
    const links = [...(await page(url)).matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]*\d+ av \d+[^<]*)</g)]
    expect(links.length).toBeGreaterThan(0)
    for (const [, path = '', text = ''] of links)
      expect(await page(path.replaceAll('&amp;', '&')), path).toContain(text.match(/\d+ av \d+/)?.[0] ?? text)
  })

  it('has those of a topic, a month and a pair alone, and none below twenty', async () => {
    expect(await page('/utgivare/mail.example/copies?other=post.example')).toContain('23 av 24')
    for (const among of [
      ...['topic=nosuch', 'month=2026-10', 'month=x', 'other=nosuch.example', 'topic[]=bridges&month=1'],
      ...['topic=%00', 'other=%00', 'month=%00'],
    ])
      expect((await get(`/utgivare/mail.example/copies?${among}`)).statusCode, among).toBe(404)
  })

  it.each([
    ...[
      '/utgivare/nosuch.example',
      '/utgivare/compare?a=post.example',
      '/utgivare/compare?a=x&b=y',
      '/utgivare/months/1999-01',
    ],
    ...[
      '/utgivare/months/2026-13',
      '/utgivare/months/2026-11x',
      '/utgivare/months/1999-01.csv',
      '/utgivare?topic=nosuch',
      '/utgivare/compare?a[]=1&b=post.example',
    ],
  ])('has nothing at %s', async (url) => expect((await get(url)).statusCode).toBe(404))

  it('has its first lines on the page of a source, and a line at its name', async () => {
    expect(await page(`/feeds/${feeds[0]}`)).toContain('href="/utgivare/post.example"')
    expect(await page('/handelser')).toContain('data-note="Först i 24 av 24"')
    const { id } = await web.database.db
      .selectFrom('articles')
      .select('id')
      .where('feed_id', '=', feeds[0] ?? 0)
      .executeTakeFirstOrThrow()
    expect(await page(String((await get(`/entries/${id}`)).headers.location))).toMatch(
      /Utdrag ur artikeln hos <span title="[^"]+" data-note="[^"]+">Post</,
    )
  })

  it('has a line at each name in the sentences of ours about an event', async () => {
    const { articleIds, eventId } = await seedEvent(
      web.database,
      ['Ett eget ord.', `${WIRE} och mer`, `${WIRE} och mer`].map((excerpt, at) => ({
        feed_id: feeds[at] ?? 0,
        title: 'Bron igen',
        excerpt,
        published_at: new Date(Date.UTC(2026, 10, 20, 6, at)),
        sort_at: new Date(Date.UTC(2026, 10, 20, 6, at)),
        content_hash: `igen ${at}`,
      })),
    )
    const [post = 0, mail = 0] = articleIds
    const point = {
      status: 'single',
      judged: true,
      statements: [{ text: 'Bron är öppen.', articles: [post], quotes: [] }],
    }
    const text = (revision: number, broughtBy: number) => ({
      event_id: eventId,
      revision,
      title: 'Bron igen',
      summary: 'Bron är öppen.',
      points: JSON.stringify([point]),
      text_by: 'ai' as const,
      article_ids: articleIds,
      seen_ids: articleIds,
      reason: 'new_fact' as const,
      brought_by: [broughtBy],
      at: web.clock.now(),
    })
    await web.database.db
      .insertInto('event_texts')
      .values([text(1, post), text(2, mail)])
      .execute()
    await publishing(web.database, async () => {})
    const body = await page(`/handelser/${eventId}-bron-igen`)
    const named = (name: string) => `<span title="[^"]+" data-note="[^"]+">${name}</span>`
    expect(body).toMatch(new RegExp(`Nya uppgifter från ${named('Mail')}`))
    expect(body).toMatch(new RegExp(`${named('=Evil')} har samma text som ${named('Mail')}`))
    expect(body).toMatch(new RegExp(`${named('Mail')} och ${named('=Evil')}: säger inget om det`))
  })
})

describe('REST, MCP and files', () => {
  it('has the record of a feed’s publisher', async () => {
    const { data } = (await get(`/api/v1/feeds/${feeds[1]}/record`)).json()
    expect(data).toMatchObject({
      publisher: 'mail.example',
      events: 24,
      figures: { copies: { count: 23, of: 24 }, settled_for: null },
      copies: [{ other: 'post.example', counts_as_copy: true, decided_by: 'history', after_minutes: 40 }],
    })
    expect((await get('/api/v1/feeds/999999/record')).statusCode).toBe(404)
  })

  it('compares two, and lists all', async () => {
    const { data } = (await get('/api/v1/publishers/compare?a=post.example&b=mail.example')).json()
    expect(data.texts).toEqual([null, expect.objectContaining({ publisher: 'mail.example' })])
    expect((await get('/api/v1/publishers/compare?a=post.example')).statusCode).toBe(400)
    expect((await get('/api/v1/publishers/compare?a=post.example&b=nosuch.example')).statusCode).toBe(404)
    expect((await get('/api/v1/publishers')).json().data).toHaveLength(3)
  })

  it('answers agents', async () => {
    const { token } = await signIn(web, 'ann@site.example')
    const result = await callMcp(web, token, 'tools/call', {
      name: 'publisher_record',
      arguments: { publisher: 'post.example' },
    })
    expect(result.structuredContent.record).toMatchObject({ publisher: 'post.example', events: 24 })
    expect(JSON.stringify(result.content)).toContain('24 av 24')
    const missing = await callMcp(web, token, 'tools/call', {
      name: 'publisher_record',
      arguments: { publisher: 'nosuch.example' },
    })
    expect(JSON.stringify(missing.content)).toContain('Call list_feeds')
  })

  it('has months as CSV and JSON under the licence, and no formula among them', async () => {
    const csv = await get('/utgivare/months/2026-11.csv')
    expect(csv.headers.link).toContain('rel="license"')
    expect(csv.headers['content-type']).toContain('text/csv')
    const lines = csv.body.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines.find((line) => line.includes('post.example'))).toMatch(/^2026-11,post\.example,Post,right,24,24,24,/)
    expect(csv.body).toContain("'=Evil")
    const json = (await get('/utgivare/months/2026-11.json')).json()
    expect(json).toMatchObject({ month: '2026-11', license: 'CC0-1.0' })
    expect(json.publishers).toHaveLength(3)
  })

  it('gives no data away without a licence', async () => {
    const without = await startTestWeb({ RECORD_LICENSE: 'none' }, { ...web.database, close: async () => {} })
    expect((await without.app.inject({ url: '/utgivare/months/2026-11.csv' })).statusCode).toBe(404)
    expect((await without.app.inject({ url: '/utgivare/months/2026-11' })).body).not.toContain('.csv')
    await without.close()
  })

  it('has markdown', async () => {
    const { body, statusCode } = await get('/utgivare/post.example.md')
    expect(statusCode).toBe(200)
    expect(body).toContain('- Först, enligt egna tider: 24 av 24')
  })
})

describe('a pair whose history says copy', () => {
  const note = 'Mail brukar ha samma text som Post'
  const shown = async () => (await operator.get(`/handelser/${event}-bron-23`)).body

  it('is said on an event where its text does not show it', async () => {
    expect(await shown()).toContain(note)
  })

  it('is overruled by the operator, who can take that back', async () => {
    const form = { publisher: 'mail.example', other: 'post.example', counts: 'independent' }
    expect((await operator.get('/admin/pairs')).body).toContain('23 av 24')
    expect((await operator.post('/admin/pairs', form)).headers.location).toBe('/admin/pairs?said=pair_overridden')
    expect((await operator.post('/admin/pairs', form)).headers.location).toBe('/admin/pairs?said=unchanged')
    expect(await shown()).not.toContain(note)
    const [pair] = (await get(`/api/v1/feeds/${feeds[1]}/record`)).json().data.copies
    expect(pair).toMatchObject({ counts_as_copy: false, decided_by: 'operator' })
    const action = await web.database.db
      .selectFrom('operator_actions')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(action).toMatchObject({ action: 'pair_overridden', subject: 'mail.example – post.example' })
    expect((await operator.get('/admin/log')).body).toContain('mail.example – post.example')
    expect(await undoOperatorAction(web.database, action.id, web.ctx.clock.now(), web.services.undoHandlers)).toBe(
      'done',
    )
    expect(await shown()).toContain(note)
  })

  it('is not overruled for a pair that does not exist', async () => {
    for (const form of [
      { publisher: 'mail.example', other: 'nosuch.example', counts: 'copies' },
      { publisher: 'mail.example', other: 'post.example', counts: 'nosuch' },
      {},
    ])
      expect((await operator.post('/admin/pairs', form)).headers.location).toBe('/admin/pairs?said=no_such')
  })
})

describe('a publisher without a registrable domain', () => {
  let token: string
  const hosts = ['127.0.0.1:8080', '[::1]:3000', 'intranet', 'blått_bär.example', 'en redaktion']
  beforeAll(async () => {
    token = (await signIn(web, 'bo@site.example')).token
    for (const publisher of hosts) {
      const feed = await seedFeed(web.database, { title: publisher, publisher })
      await seedEvent(web.database, [{ feed_id: feed, title: publisher, published_at: web.clock.now() }])
    }
    await updateMonths(web.database, web.clock.now())
  })

  it.each(hosts)('is found where it is linked to: %s', async (publisher) => {
    const path = `/utgivare/${encodeURIComponent(publisher)}`
    expect(await page('/utgivare')).toContain(publisher)
    for (const url of [path, `${path}.md`, `/utgivare/compare?a=${encodeURIComponent(publisher)}&b=post.example`])
      await page(url)
    const { data } = (await get(`/api/v1/publishers/${encodeURIComponent(publisher)}`)).json()
    expect(data).toMatchObject({ publisher, url: expect.stringContaining(path) })
    const answer = await callMcp(web, token, 'tools/call', { name: 'publisher_record', arguments: { publisher } })
    expect(answer.structuredContent.record).toMatchObject({ publisher })
  })
})
