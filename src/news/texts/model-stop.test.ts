/** The operator over the models' text: single sentences ruled on, and the switch that stops all of it. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { t } from '../../../tests/support/content.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { ARTICLE_TEXT, seedArticle } from '../../../tests/support/generation.ts'
import { operatorAt, type Visitor } from '../../../tests/support/people.ts'
import { honest, judgeBy } from '../../../tests/support/played/answers/judge.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { checkModel } from '../../app/check-servers.ts'
import { startStages } from '../../app/stages.ts'
import { addFeeds } from '../feeds/writes/feeds.ts'
import { checkSilence, modelIssues } from '../health/model-checks.ts'
import { stopModels } from '../models/writes/model-stop.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
let server: ModelServer
let publisher: Publisher
let web: TestWeb
let visitor: Visitor
const published: { title: string; link: string; description: string }[] = []

beforeAll(async () => {
  server = await startModelServer()
  publisher = await startPublisher()
  const models = { ...playedSettings(server), EMBEDDING_PROVIDER: 'none', AI_JUDGE_PRICE_INPUT: '0.5' }
  web = await startTestWeb({ ...models, ADMIN_TOKEN: token, FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' })
  const source = { siteUrl: null, language: 'en', relevance: 'all' as const, extract: false, publisher: null }
  publisher.serve('/feed.xml', { body: rssDocument('Example News', []) })
  await addFeeds(web.database, [{ ...source, url: publisher.at('/feed.xml'), title: 'Example News' }])
  visitor = await operatorAt(web, token)
})
beforeEach(() => {
  server.judge = honest
  server.beforeAnswer = null
  server.calls.length = 0
})
afterAll(async () => {
  await web.close()
  await publisher.close()
  await server.close()
})

/** Publishes one more article and reads it; its row. */
async function bring(title: string, words = '') {
  const link = `https://example.com/${published.length}`
  published.push({ title, link, description: `${ARTICLE_TEXT} ${words}` })
  publisher.serve('/feed.xml', { body: rssDocument('Example News', published) })
  await pass()
  return row(link)
}

async function pass(): Promise<void> {
  web.clock.set(new Date(web.clock.now().getTime() + 3_600_000))
  await actionsOf(web).ingest({})
}

const row = (url: string) =>
  web.database.db.selectFrom('articles').selectAll().where('url', '=', url).executeTakeFirstOrThrow()
const page = async (path: string) => (await visitor.get(path)).body
const claims = (id: number) =>
  web.database.db
    .selectFrom('claims')
    .selectAll()
    .where('article_id', '=', id)
    .where('part', '=', 'sentence')
    .orderBy('position')
    .execute()

describe('sentence by sentence', () => {
  const doubted = 'Hur stor'
  let id: number
  let path: string
  beforeAll(async () => {
    server.judge = judgeBy(({ sentence }) => (sentence.includes(doubted) ? 'not_in_evidence' : null))
    id = (await bring('How Apple tests the Vision headset')).id
    path = `/admin/articles/${id}`
  })
  const rule = async (position: number, act: string, fields = {}) => {
    const claim = (await claims(id))[position]
    return visitor.post(`${path}/claims/${claim?.id}/${act}`, fields)
  }
  const shown = async () => (await row('https://example.com/0')).translated_summary

  it('shows each beside the words of its source, with what the judge said and why one was dropped', async () => {
    const body = await page(path)
    for (const { sentence } of await claims(id)) expect(body).toContain(sentence.replaceAll('"', '&quot;'))
    expect(body).toMatch(/<blockquote class="quoted" lang="en">The document explains which labs/)
    expect(body).toContain(t('admin.claims.judged_supported'))
    expect(body).toContain('Struken: domaren fann inget stöd')
    expect(await shown()).not.toContain(doubted)
  })

  it('takes a dropped sentence in where it stood, and tells readers so', async () => {
    expect((await rule(2, 'accept')).headers.location).toContain('said=corrected')
    expect(await shown()).toBe((await claims(id)).map(({ sentence }) => sentence).join(' '))
    for (const list of ifThere('corrections', '/rattelser')) expect(await page(list)).toContain('How')
    expect(await page(path)).toContain(t('admin.claims.ruled_accepted'))
  })

  it('takes a sentence out, puts one in other words, and stops at the last', async () => {
    await rule(0, 'drop')
    await rule(1, 'correct', { sentence: 'Dokumentet <b>nämner</b> labben i Cupertino.' })
    expect(await shown()).toMatch(/^Dokumentet <b>nämner<\/b> labben i Cupertino\. /)
    expect((await row('https://example.com/0')).translated_by).toBe('operator')
    expect(await page(`/entries/${id}`)).not.toContain('<b>nämner')
    for (const position of [1, 2]) await rule(position, 'drop')
    const before = await shown()
    expect((await rule(3, 'drop')).headers.location).toContain('said=overtaken')
    expect(await shown()).toBe(before)
  })

  it('can be undone from the log, sentence and text together', async () => {
    const [last] = await web.database.db
      .selectFrom('operator_actions')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    await visitor.post(`/admin/log/${last?.id}/undo`)
    expect((await claims(id))[2]).toMatchObject({ verdict: 'stands', ruling: 'accepted' })
    expect(await shown()).toContain(doubted)
  })

  it('leaves a text that was written anew as a whole alone', async () => {
    await visitor.post(`${path}/correct`, { title: 'Ny rubrik', summary: 'En helt ny text.' })
    expect((await rule(3, 'drop')).headers.location).toContain('said=overtaken')
    expect(await shown()).toBe('En helt ny text.')
    expect(await page(path)).toContain('Texten har skrivits om sedan dess')
  })

  it('shows the sentences of an event beside their passages', async () => {
    const { id, event_id } = await row('https://example.com/0')
    const { db } = web.database
    const at = web.clock.now()
    const revised = { event_id: Number(event_id), revision: 1 }
    await db
      .insertInto('event_texts')
      .values({
        ...revised,
        title: 'Labben',
        summary: 'Labben visas.',
        text_by: 'ai',
        article_ids: [id],
        seen_ids: [id],
        at,
        reason: 'second_source',
        points: '[]',
        brought_by: [],
      } as never)
      .execute()
    const evidence = JSON.stringify([{ start: 0, end: 11, text: 'The Labs opened', headline: true, articleId: id }])
    const claim = { ...revised, evidence, at, judged: 'supported' as const }
    await db
      .insertInto('claims')
      .values([
        { ...claim, position: 0, part: 'sentence', sentence: 'Labben visas.', verdict: 'stands' },
        {
          ...claim,
          position: 1,
          part: 'point',
          sentence: 'Labben stängs.',
          verdict: 'dropped',
          dropped_by: 'polarity',
        },
      ])
      .execute()
    const shown = await page(`/admin/events/${event_id}`)
    expect(shown).toMatch(/Labben visas\.[\s\S]*?Källans rubrik:[\s\S]*?The Labs opened/)
    expect(shown).toMatch(/Punkt<\/p>[\s\S]*?Labben stängs\.[\s\S]*?Struken/)
  })

  it('gives an event the words of its operator', async () => {
    const { event_id } = await row('https://example.com/0')
    const console = `/admin/events/${event_id}`
    expect(await page(console)).toContain(t('admin.event.text'))
    const sent = await visitor.post(`${console}/correct`, {
      title: 'Labben visas',
      summary: 'Labben visas i vår.',
    })
    expect(sent.headers.location).toContain('said=corrected')
    expect((await visitor.post(`${console}/correct`, { title: '', summary: '' })).headers.location).toContain(
      'said=unchanged',
    )
    expect(await page(`/handelser/${event_id}.md`)).toContain('Labben visas i vår.')
    expect(await page('/admin/log')).toContain(t('admin.action.event_corrected'))
  })

  it('counts what is refused most, and says what a call and its judge cost', async () => {
    expect(await page('/admin/summaries')).toMatch(/domaren fann inget stöd[\s\S]*?redaktionen|redaktionen/)
    const spend = await page('/admin/spend')
    expect(spend).toMatch(/Skriver<\/th>[\s\S]*?played[\s\S]*?2,00[\s\S]*?8,00/)
    expect(spend).toMatch(/Prövar \(domaren\)<\/th>[\s\S]*?played[\s\S]*?0,50[\s\S]*?8,00/)
  })
})

describe('the stop', () => {
  it('keeps an answer that is under way from being published', async () => {
    server.beforeAnswer = async () => {
      server.beforeAnswer = null
      await stopModels(web.database, web.ctx.clock.now())
    }
    const article = await bring(
      'How Apple tests the Vision hardware',
      'The second document is shorter than the first one.',
    )
    expect(article).toMatchObject({ status: 'published', translated_summary: null, enrich_state: 'pending' })
  })

  it('has no model asked while it is on, and new articles show their excerpt', async () => {
    const article = await bring('How Apple tests the Vision glasses', 'The third document names a day in spring.')
    expect(server.calls).toHaveLength(0)
    expect(article).toMatchObject({ status: 'published', translated_summary: null })
    expect(await page(`/entries/${article.id}.md`)).toContain('Apple has published')
  })

  it('is said in the console, on /status and by the doctor, and stands in the log', async () => {
    expect(await page('/admin')).toContain(t('admin.models.stopped'))
    expect(await page('/status')).toContain('Redaktionen har stoppat språkmodellerna sedan 21 november 2026')
    expect(await checkModel(web.services)).toMatchObject([
      { level: 'warning', text: expect.stringContaining('stopped') },
    ])
    expect(await page('/admin/log')).toContain(t('admin.action.models_stopped'))
    expect((await visitor.post('/admin/models/stop')).headers.location).toContain('said=unchanged')
  })

  it('once released lets what waited be written, and the answer that was paid for is used', async () => {
    expect((await visitor.post('/admin/models/release')).headers.location).toContain('said=models_released')
    await pass()
    expect((await row('https://example.com/1')).translated_summary).toContain('Nya uppgifter')
    expect((await row('https://example.com/2')).translated_summary).toContain('Nya uppgifter')
    expect(await page('/status')).not.toContain('stoppat språkmodellerna')
    const bought = await web.database.db
      .selectFrom('ai_calls')
      .select('article_id')
      .where('purpose', '=', 'summary')
      .where('article_id', '=', (await row('https://example.com/1')).id)
      .execute()
    expect(bought).toHaveLength(1)
  })
})

describe('a model that falls silent', () => {
  it('is asked no more, and is reported to readers and the operator; new articles show their excerpt', {
    tags: 'slow',
  }, async () => {
    server.mode = 'broken'
    const bringPart = (part: string) =>
      bring(`How Apple tests the ${part} of a headset`, `Its ${part} is described on a page of its own.`)
    const links = [(await bringPart('lens')).url, (await bringPart('strap')).url]
    // The second pass asks about both at once.
    expect(await failedCalls()).toBe(3)
    links.push((await bringPart('battery')).url)
    expect(await failedCalls()).toBe(3)
    for (const link of links)
      expect(await row(link)).toMatchObject({ status: 'published', translated_summary: null, enrich_state: 'pending' })
    expect(await page('/status')).toContain(t('status.models_silent'))
    expect(await page('/admin')).toContain(t('notice.model_away', { n: 3 }))
    expect(await checkSilence(web.database.db, web.clock.now())).toEqual([
      expect.objectContaining({ level: 'warning', text: expect.stringContaining('the last 3 calls had no answer') }),
    ])
    // The last of them was never asked about.
    const summaries = await page('/admin/summaries')
    expect(summaries).toContain(t('admin.summaries.waiting', { n: 3 }))
    for (const link of links) expect(summaries).toContain(`/admin/articles/${(await row(link)).id}"`)
  })
})

const failedCalls = async () =>
  (await web.database.db.selectFrom('ai_calls').select('id').where('verdict', '=', 'failed').execute()).length

describe('a worker that is ended', () => {
  it('gives up calls under way at once, charges them as estimated, and takes no provider for silent', {
    tags: 'slow',
  }, async () => {
    const other = await startTestWeb({ ...playedSettings(server), EMBEDDING_PROVIDER: 'none', AI_PRICE_INPUT: '1' })
    try {
      server.mode = 'hang'
      for (const part of ['lens', 'strap', 'battery'])
        await seedArticle(other.database, { title: `How Apple tests the ${part}`, text: `${ARTICLE_TEXT} ${part}` })
      const worker = await startStages(other.services)
      await expect.poll(() => server.calls.length, { timeout: 20_000 }).toBe(3)
      const began = performance.now()
      await worker.close()
      expect(performance.now() - began).toBeLessThan(4000)
      const calls = await other.database.db.selectFrom('ai_calls').select(['verdict', 'reason', 'cost']).execute()
      expect(calls).toHaveLength(3)
      for (const call of calls) {
        expect(call).toMatchObject({ verdict: 'failed', reason: 'the service ended during the call' })
        expect(call.cost).toBeGreaterThan(0)
      }
      expect(await modelIssues(other.database.db, other.clock.now())).toEqual([])
    } finally {
      server.mode = 'good'
      await other.close()
    }
  })
})
