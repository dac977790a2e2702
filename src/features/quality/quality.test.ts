/** Figures of the texts: the page, its markdown and its JSON give the same, and only what is known. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { said, seedEvent, seedEventText, seedFeed, seedStoryText } from '../../../tests/support/build.ts'
import { t } from '../../../tests/support/content.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { insertErrorReport } from '../../news/articles/writes/fault-reports.ts'
import { correctArticle } from '../../news/articles/writes/operator-articles.ts'
import { splitFromEvent } from '../../news/events/writes/operator-events.ts'
import { insertAiCall } from '../../news/models/writes/ai-calls.ts'

let web: TestWeb
let feed: number
let ids: number[]
beforeAll(async () => {
  web = await startTestWeb({ AI_PROVIDER: 'openai', AI_MODEL: 'played', AI_BASE_URL: 'http://127.0.0.1:9/v1' })
  feed = await seedFeed(web.database, {
    title: 'Posten',
    publisher: 'posten.example',
    created_at: new Date('2026-10-05'),
  })
  const text = {
    translated_title: 'Rubrik',
    translated_summary: 'En. Två.',
    translated_by: 'ai' as const,
    language: 'en',
  }
  ids = (await seedEvent(web.database, [{ feed_id: feed, ...text }, { feed_id: feed }])).articleIds
})
afterAll(() => web.close())

const get = async (url: string) => (await web.app.inject({ url })).body
const quality = async () => JSON.parse(await get('/api/v1/quality')).data
const called = (
  verdict: 'accepted' | 'refused',
  reason: string | null,
  articleId: number | null,
  at: string,
  purpose: 'summary' | 'story' | 'judge' = 'summary',
) =>
  insertAiCall(web.database.db, {
    purpose,
    articleId,
    at: new Date(at),
    ms: 1,
    provider: 'openai',
    model: 'played',
    promptVersion: '1',
    contentHash: 'x',
    request: {},
    response: null,
    inputTokens: 1,
    outputTokens: 1,
    cost: 0,
    verdict,
    reason,
  })

async function claim(position: number, sentence: string, dropped_by: string | null, headline = false): Promise<void> {
  await web.database.db
    .insertInto('claims')
    .values({
      article_id: ids[0] as number,
      position,
      sentence,
      dropped_by,
      reason: dropped_by && 'för säkert',
      evidence: JSON.stringify([
        { start: 0, end: 300, text: `The bridge opens. ${'word '.repeat(60)}`, ...(headline ? { headline } : {}) },
      ]),
      verdict: dropped_by ? 'dropped' : 'stands',
      judged: dropped_by ? null : 'supported',
      at: web.clock.now(),
    })
    .execute()
}

it('says nothing of models in months in which none was asked, and nothing of months before the service', async () => {
  const { months } = await quality()
  expect(months.map(({ month }: { month: string }) => month)).toEqual(['2026-11', '2026-10'])
  expect(months[0]).toEqual({ month: '2026-11', corrections: 0, reports: 0, false_joins: 0, events_split: 0 })
  expect(await get('/kvalitet')).not.toContain(t('quality.summarised'))
})

describe('once something has happened', () => {
  beforeAll(async () => {
    await called('accepted', null, ids[0] as number, '2026-11-02T10:00:00Z')
    await called('accepted', null, ids[0] as number, '2026-11-03T10:00:00Z')
    await called('refused', 'numbers: 87 does not occur', ids[1] as number, '2026-11-03T10:00:00Z')
    await called('refused', 'a new gate nobody knows: x', ids[1] as number, '2026-11-03T10:00:00Z')
    await called('refused', 'names: Zorb', null, '2026-10-31T23:30:00Z')
    // Texts of events, stories and episodes count too; the judge's answers are no texts.
    await called('refused', 'polarity: a "not" is lost', null, '2026-11-04T10:00:00Z', 'story')
    await called('refused', 'the answer could not be read', null, '2026-11-04T10:00:00Z', 'judge')
    await claim(0, 'En.', null)
    await claim(1, 'Det är säkert.', 'certainty')
    await claim(2, 'Två.', null, true)
    await insertErrorReport(web.ctx.database, {
      articleId: ids[0] as number,
      text: 'Fel stad',
      at: web.ctx.clock.now(),
    })
    await splitFromEvent(web.database, ids[1] as number, web.ctx.clock.now(), await eventOf(ids[1] as number))
    await correctArticle(
      web.database,
      ids[1] as number,
      { title: 'Bron', summary: 'Bron öppnar.' },
      web.ctx.clock.now(),
    )
    web.clock.set(new Date('2026-11-21T14:00:00Z'))
  })
  const eventOf = async (id: number) =>
    (
      await web.database.db
        .selectFrom('event_members')
        .select('event_id')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
    ).event_id

  it('counts it by month in the time zone of the site, an article that was written twice once', async () => {
    const { months, model } = await quality()
    expect(model).toEqual({ judge: true })
    expect(months[0]).toEqual({
      month: '2026-11',
      summarised: 1,
      // Half past midnight in Sweden on the first of November.
      refused: { names: 1, numbers: 1, polarity: 1, rest: 1 },
      dropped: { certainty: 1 },
      corrections: 1,
      reports: 1,
      false_joins: 1,
      events_split: 1,
    })
  })

  it('shows people the same on /kvalitet, and agents in markdown', async () => {
    const page = await get('/kvalitet')
    const [counters = '', folded = ''] = page.split(`<details class="fold"><summary>${t('quality.all')}</summary>`)
    const sentences = [...counters.matchAll(/<li>([^<]*\.)<\/li>/g)].map(([, text]) => text)
    expect(sentences).toEqual([
      t('quality.count.summarised', { n: 1 }),
      t('quality.count.refused', { n: 4 }),
      t('quality.count.corrections', { n: 1 }),
    ])
    expect(folded).toContain('oktober 2026')
    expect(counters).not.toContain('oktober 2026')
    expect(page).toMatch(/<dt class="fine">Sammanfattade artiklar<\/dt><dd>1<\/dd>/)
    expect(page).toMatch(/siffra som inte står i källan<\/span><span>1</)
    expect(page).toMatch(/november 2026.*hittills.*oktober 2026/s)
    expect(page).not.toMatch(/oktober 2026.*hittills/s)
    const [stopped = ''] = t('status.models_stopped', { date: '|' }).split('|')
    expect(page).not.toContain(stopped)
    const markdown = await get('/kvalitet.md')
    expect(markdown).toContain('- Underkända AI-texter: 4')
    expect(markdown).toContain('- Artiklar som redaktionen flyttade ur fel händelse: 1')
  })

  it('is found: in the footer, in the sitemap, in llms.txt', async () => {
    expect(await get('/om')).toContain('href="/kvalitet"')
    expect(await get('/sitemap-pages.xml')).toContain('/kvalitet</loc>')
    expect(await get('/llms.txt')).toContain('/kvalitet.md')
  })

  it('says nothing of what may have been pruned', async () => {
    const pruning = await startTestWeb({ KEEP_ARTICLES: '30' }, { ...web.database, close: async () => {} })
    pruning.clock.set(web.clock.now())
    const { months } = JSON.parse((await pruning.app.inject('/api/v1/quality')).body).data
    expect(months[0]).toMatchObject({ reports: 1, dropped: { certainty: 1 } })
    expect(months[1]).not.toHaveProperty('reports')
    expect(months[1]).not.toHaveProperty('dropped')
    await pruning.close()
  })
})

describe('how one text was checked', () => {
  const checks = async (of: TestWeb = web) =>
    JSON.parse((await of.app.inject(`/api/v1/entries/${ids[0]}/checks`)).body).data

  it('is shown sentence by sentence with the publisher, and without a word of the source', async () => {
    expect(await checks()).toEqual({
      entry_id: ids[0],
      title: null,
      sentences: ['En.', 'Två.'].map((text) => ({
        text,
        publisher: 'Posten',
        publishers: ['Posten'],
        passages: 1,
        supported: true,
        by_operator: false,
        evidence: null,
        headline_only: text === 'Två.',
      })),
      dropped: 1,
      judge: null,
    })
    const { headers } = await web.app.inject(`/entries/${ids[0]}`)
    const page = await get(String(headers.location).replace('https://site.example', ''))
    expect(page).toContain('2 meningar, var och en prövad mot texten hos Posten. 1 mening ströks.')
    expect(page).toContain('Stöds av 1 stycke i Posten')
    expect(page).toContain('Stöds av 1 stycke i Posten · källans rubrik')
    expect(page).not.toContain('The bridge opens')
  })

  it('shows a short passage only where the setting says so', async () => {
    const open = await startTestWeb({ EVIDENCE_PUBLIC: 'short' }, { ...web.database, close: async () => {} })
    const { sentences } = await checks(open)
    expect(sentences[0].evidence[0]).toMatch(/^The bridge opens\. .*…$/)
    expect(sentences[0].evidence[0].length).toBeLessThanOrEqual(160)
    await open.close()
  })

  it('is empty for an excerpt and for what an operator wrote', async () => {
    const of = async (id: number | undefined) => JSON.parse(await get(`/api/v1/entries/${id}/checks`)).data.sentences
    expect(await of(ids[1])).toEqual([])
    expect((await web.app.inject('/api/v1/entries/99999/checks')).statusCode).toBe(404)
  })

  it('is told of texts that rest on several publishers, with those of each sentence', { tags: 'slow' }, async () => {
    const other = await seedFeed(web.database, { title: 'Bladet', publisher: 'bladet.example' })
    const { eventId, articleIds } = await seedEvent(web.database, [{ feed_id: feed }, { feed_id: other }])
    const [one, two] = articleIds as [number, number]
    const both = said('sentence', 'Bron öppnar i maj.', { by: [one, two] })
    const alone = said('sentence', 'Den blir grön.', { by: [two] })
    const lost = said('sentence', 'Alla är nöjda.', { by: [one], dropped: 'literal' })
    const claims = [said('title', 'Bron öppnar', { by: [one] }), both, lost, alone]
    await seedEventText(web.database, { eventId, claims, points: [] })
    const of = async (path: string) => JSON.parse(await get(`/api/v1/${path}/checks`)).data
    const report = await of(`events/${eventId}`)
    expect(report).toMatchObject({ event_id: eventId, title: { publishers: ['Posten'] }, dropped: 1 })
    expect(report.sentences).toMatchObject([
      {
        text: 'Bron öppnar i maj.',
        publisher: 'Posten',
        publishers: ['Posten', 'Bladet'],
        passages: 2,
        evidence: null,
      },
      { text: 'Den blir grön.', publishers: ['Bladet'] },
    ])
    const lead = said('lead', 'Bron har byggts i tre år.', { by: [one] })
    const body = said('body', 'Nu öppnar den.', { section: 1, by: [two] })
    const story = await seedStoryText(web.database, eventId, [said('title', 'Brobygget', { by: [one] }), lead, body])
    expect((await of(`stories/${story}`)).sentences).toMatchObject([{ publisher: 'Posten' }, { publisher: 'Bladet' }])
    for (const path of [`/handelser/${eventId}`, `/stories/${story}`]) {
      const { headers } = await web.app.inject(path)
      const page = await get(String(headers.location).replace('https://site.example', ''))
      expect(page).toContain('2 meningar, var och en prövad mot de texter den bygger på.')
      expect(page).toContain('Stöds av 1 stycke i Bladet')
      expect(page).not.toContain(`What article ${one} says`)
    }
    expect((await web.app.inject('/api/v1/events/99999/checks')).statusCode).toBe(404)
  })
})

describe('the judge', () => {
  const record = 'Den har avslöjat 97 av de senaste 100 fel som vi har planterat.'
  const surfaces = async (of: TestWeb) =>
    Promise.all(
      ['/api/v1/quality', '/kvalitet', '/kvalitet.md', '/om'].map(async (url) => (await of.app.inject(url)).body),
    )
  /** So many controls with such an answer, of a call about the first article. */
  async function seedControls(
    n: number,
    expected: 'refused' | 'supported',
    answered: 'supported' | 'contradicted',
    counts = true,
  ) {
    const judge = { model: 'played', prompt_version: '1', language: 'sv', class: 'value', exam_id: null }
    const row = { ...judge, call_id: null, position: 0, expected, answered, counts, at: web.clock.now() }
    await web.database.db.insertInto('judge_controls').values(Array(n).fill(row)).execute()
  }
  const reread = () => web.clock.set(new Date(web.clock.now().getTime() + 3_600_000))

  beforeAll(async () => {
    await called('accepted', null, ids[0] as number, '2026-11-04T11:00:00Z', 'judge')
    await seedControls(9, 'refused', 'supported')
    await seedControls(97, 'refused', 'contradicted')
    await seedControls(3, 'refused', 'supported')
    await seedControls(24, 'supported', 'supported')
    await seedControls(1, 'supported', 'contradicted')
    // Recognised without their evidence.
    await seedControls(5, 'refused', 'contradicted', false)
    reread()
  })

  it('is named with its last hundred planted errors, and all of the month', async () => {
    const [json, page, markdown, about] = (await surfaces(web)) as [string, string, string, string]
    const { judge, months } = JSON.parse(json).data
    expect(judge).toEqual({ model: 'played', planted_errors: { caught: 97, of: 100 }, suspended_since: null })
    expect(months[0]).toMatchObject({ planted_errors: { caught: 97, of: 109 }, true_pairs: { refused: 1, of: 25 } })
    expect(page).toContain(record)
    expect(page).toContain(t('quality.how_counted'))
    expect(page).toMatch(/<dt class="fine">Planterade fel som domaren avslöjade<\/dt><dd>97 av 109<\/dd>/)
    expect(page).toMatch(/<dt class="fine">Sanna meningar som domaren underkände<\/dt><dd>1 av 25<\/dd>/)
    expect(markdown).toMatch(/planted_errors_caught: 97\nplanted_errors: 100\n/)
    expect(markdown).toContain('- Planterade fel som domaren avslöjade: 97 av 109')
    expect(about).toContain(record)
  })

  it('stands at a text that it judged', async () => {
    const later = await startTestWeb({}, { ...web.database, close: async () => {} })
    const read = async (url: string) => (await later.app.inject(url)).body
    const { data } = JSON.parse(await read(`/api/v1/entries/${ids[0]}/checks`))
    expect(data.judge).toEqual({ model: 'played', planted_errors: { caught: 97, of: 100 } })
    const { headers } = await later.app.inject(`/entries/${ids[0]}`)
    const page = await read(String(headers.location).replace('https://site.example', ''))
    await later.close()
    expect(page).toContain('Prövad av played, som har avslöjat 97 av de senaste 100 fel som vi har planterat.')
  })

  it('is reported as suspended while it is', async () => {
    const at = { suspended_at: new Date('2026-11-20T08:00:00Z'), examine_at: new Date('2026-11-20T14:00:00Z') }
    const counts = { planted: 100, refused: 60, pairs: 25, supported: 24 }
    await web.database.db
      .insertInto('judge_suspensions')
      .values({ model: 'played', prompt_version: '1', ...at, ...counts })
      .execute()
    reread()
    const [json, page, markdown, about] = (await surfaces(web)) as [string, string, string, string]
    expect(JSON.parse(json).data.judge.suspended_since).toBe('2026-11-20T08:00:00.000Z')
    expect(markdown).toContain('judge_suspended_since: "2026-11-20T08:00:00.000Z"')
    for (const one of [page, about]) expect(one).toContain('Domaren är avstängd sedan 20 november 2026')
  })

  it('is called a second model only where it is one', { tags: 'slow' }, async () => {
    const model = { AI_PROVIDER: 'openai', AI_MODEL: 'played', AI_BASE_URL: 'http://127.0.0.1:9/v1' }
    const same = ['quality.how_judge_same', 'about.checked_judge_same']
    const cases: [string | undefined, string[]][] = [
      [undefined, same],
      ['played', same],
      ['another', ['quality.how_judge', 'about.checked_judge']],
    ]
    for (const [judge, used] of cases) {
      const other = await startTestWeb(
        { ...model, ...(judge ? { AI_JUDGE_MODEL: judge } : {}) },
        { ...web.database, close: async () => {} },
      )
      const bodies = [(await other.app.inject('/kvalitet')).body, (await other.app.inject('/om')).body].join()
      const keys = ['quality.how_judge', 'quality.how_judge_same', 'about.checked_judge', 'about.checked_judge_same']
      expect([judge, keys.filter((one) => bodies.includes(t(one)))]).toEqual([judge, used])
      await other.close()
    }
  })

  it.each([
    ['no judge', { AI_PROVIDER: 'openai', AI_MODEL: 'played', AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_JUDGE: 'off' }],
    ['no model', {}],
    ['another judge', { AI_PROVIDER: 'openai', AI_MODEL: 'x', AI_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ])('is not named where the settings have %s', async (_, settings) => {
    const other = await startTestWeb(settings, { ...web.database, close: async () => {} })
    other.clock.set(web.clock.now())
    const [json, page, , about] = (await surfaces(other)) as [string, string, string, string]
    expect(JSON.parse(json).data.judge).toBeNull()
    for (const one of [page, about]) expect(one).not.toMatch(/av de senaste 100|avstängd/)
    await other.close()
  })
})
