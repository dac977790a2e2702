/** A third topic in a third language by content alone: every page of a railway site in German, and its gates. */
// @module-tag slow

import { parseHTML } from 'linkedom'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { actionsOf } from './support/actions.ts'
import { seedArticle } from './support/generation.ts'
import { NEIGHBOUR } from './support/neighbour.ts'
import { type ModelMode, type ModelServer, playedSettings, startModelServer } from './support/played/model.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'
import { type DemoSite, startDemoSite } from './support/worlds/demo.ts'

const CONTENT_DIR = 'demo/railways/content'

// å, ø and words that German has not; the names of formats and of the reference for programmers are English everywhere.
const foreign =
  /[åø]|\b(och|för|är|som|på|inte|från|nyheter|källor|senaste|sedan|the|and|with|from|sources|news|latest|search|articles?|ago|about|summary|stories|read)\b/iu
const oldTopic = /\bapple\b|iphone|macos|kärnhuset/iu

describe('a site about railways in German', () => {
  let site: DemoSite
  /** Address → page, of all that can be reached from the front page, and what nothing links to. */
  const pages = new Map<string, string>()
  const json = async (path: string) => (await fetch(site.url + path)).json()

  beforeAll(async () => {
    site = await startDemoSite({ CONTENT_DIR, AI_PROVIDER: 'none' }, 'demo/railways')
    const waiting = [
      '/',
      '/suche?q=brücke',
      '/suche?q=zzzz',
      '/konto',
      '/offline',
      '/gibt-es-nicht',
      '/stories',
      '/podd',
    ]
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (pages.has(path)) continue
      const answer = await fetch(site.url + path, { redirect: 'manual' })
      if (answer.headers.get('location')?.startsWith('/konto')) continue
      if (!answer.headers.get('content-type')?.includes('html')) continue
      pages.set(path, await answer.text())
      for (const link of parseHTML(pages.get(path) ?? '').document.querySelectorAll('a[href^="/"]'))
        waiting.push(String(link.getAttribute('href')?.split('#')[0]))
    }
  })
  afterAll(() => site.close())

  it('says everything in German', () => {
    expect(pages.size).toBeGreaterThan(50)
    for (const [path, page] of pages) {
      if (path.startsWith('/api/docs')) continue
      expect([path, parseHTML(page).document.documentElement.getAttribute('lang')]).toEqual([path, 'de'])
      expect([path, words(page).filter((line) => foreign.test(line) || oldTopic.test(line))]).toEqual([path, []])
    }
    expect(pages.get('/')).toMatch(/vor \d+ (Stunden?|Minuten?)/)
  })

  it('has German for machines, and originals that are known as German', async () => {
    const entries = ((await json('/entries.json')) as { entries: { posted: string }[] }).entries
    for (const { posted } of entries)
      expect(posted).toMatch(/^(vor \d+ (Minute|Stunde|Tag|Woche|Monat)|gestern|vorgestern|letzte)/)
    expect(await json('/feed.json')).toMatchObject({ title: 'Weichenpost', language: 'de' })
    const { db } = site.web.database
    const languages = await db
      .selectFrom('articles')
      .select('language')
      .distinct()
      .where('id', '<', NEIGHBOUR)
      .execute()
    expect(languages).toEqual([{ language: 'de' }])
    const llms = await (await fetch(`${site.url}/llms.txt`)).text()
    expect(llms.split('\n').filter((line) => foreign.test(line.replace(/\(https?:[^)]*\)/g, '')))).toEqual([])
  })

  it('follows the bridge from the report on it to the ruling as one story', async () => {
    const { data } = (await json('/api/v1/stories')) as { data: { title: string; entries_count: number }[] }
    const bridge = data.filter(({ title }) => title.includes('Rottalbrücke'))
    expect(bridge.map((story) => story.entries_count)).toEqual([6])
  })

  it('sorts out what is about something else', async () => {
    const { db } = site.web.database
    const off = await db
      .selectFrom('articles')
      .select('title')
      .where('relevant', '=', false)
      .where('id', '<', NEIGHBOUR)
      .execute()
    expect(off.map(({ title }) => title)).toEqual(['Freibad Brandhofen öffnet erst im Juni'])
  })

  it('joins what is about one happening, and parts the turns of an affair', async () => {
    const { db } = site.web.database
    const rows = await db.selectFrom('articles').select(['title', 'event_id']).execute()
    const events = Map.groupBy(rows, ({ event_id: id }) => id)
    const together = (a: string, b: string) => {
      const [one, other] = [a, b].map((start) => rows.find(({ title }) => title.startsWith(start)))
      return one?.event_id === other?.event_id
    }
    const pairs = [
      ['Rottalbrücke nach Rissen', 'Risse im Pfeiler'],
      ['Gericht weist Klage', 'Rottalbrücke: Richter'],
      ['Lokführer kündigen Streik', 'Streik der Lokführer'],
      ['Nachtzug von Rotstein', 'Mondschiene fährt im Mai'],
      ['Stellwerk Altenfels', 'Digitales Stellwerk'],
    ] as const
    const joined = pairs.filter(([a, b]) => together(a, b))
    expect(joined.length).toBeGreaterThanOrEqual(4)
    const apart = [
      ['Lokführer kündigen Streik', 'Lokführer und Nordgleis einigen'],
      ['Gutachten: Rottalbrücke', 'Gericht weist Klage'],
      ['Risse im Pfeiler', 'Naturschützer klagen'],
      ['Nachtzug von Rotstein', 'Gerücht: Mondschiene'],
      ['Akkutriebzug Lerche im Test', 'Freibad Brandhofen'],
    ] as const
    expect(apart.filter(([a, b]) => together(a, b))).toEqual([])
    for (const members of events.values()) expect(members.length).toBeLessThan(5)
  })

  it('is searched in German', async () => {
    const found = pages.get('/suche?q=brücke') ?? ''
    expect(found).toContain('Rottalbrücke')
    expect(hits(found).some((address) => address.includes('/schienenblick/'))).toBe(true)
    const narrowed = await (await fetch(`${site.url}/suche?q=${encodeURIComponent('quelle:talbote brücke')}`)).text()
    expect(narrowed).toContain('Gutachten: Rottalbrücke')
    expect(hits(narrowed).filter((address) => !address.includes('/talbote/'))).toEqual([])
  })
})

describe('its summaries', () => {
  let server: ModelServer
  let web: TestWeb
  beforeAll(async () => {
    server = await startModelServer()
    web = await startTestWeb({ ...playedSettings(server), EMBEDDING_PROVIDER: 'none', CONTENT_DIR })
  })
  afterAll(async () => {
    await web.close()
    await server.close()
  })
  afterEach(() => {
    server.calls.length = 0
  })

  const text =
    'Bei einer Prüfung haben Fachleute in einem Pfeiler der Rottalbrücke Risse gefunden. Die Strecke zwischen Altenfels und ' +
    'Brandhofen ist seitdem gesperrt, alle Züge fallen aus. Etwa 6 200 Fahrgäste sind an einem Werktag betroffen; für sie ' +
    'fahren Busse, die für den Weg doppelt so lange brauchen.'

  async function enrich(mode: ModelMode) {
    server.mode = mode
    const id = await seedArticle(web.database, { title: 'Rottalbrücke gesperrt', text, language: 'de' })
    await actionsOf(web).ingest({ feedIds: [] })
    const row = await web.database.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const calls = await web.database.db
      .selectFrom('ai_calls')
      .selectAll()
      .where('article_id', '=', id)
      .orderBy('id')
      .execute()
    return { id, row, reasons: calls.map(({ reason }) => reason), purposes: calls.map(({ purpose }) => purpose) }
  }

  it('are asked for in German and published', async () => {
    const { id, row, reasons, purposes } = await enrich('good')
    expect(server.calls[0]?.prompt).toMatch(/Nachrichtendienst über Bahn auf Deutsch/s)
    expect(purposes).toEqual(['summary', 'judge', 'judge'])
    expect(reasons).toEqual([null, null, null])
    expect(row).toMatchObject({
      enrich_state: 'done',
      translated_title: 'Neues zum Thema Rottalbrücke',
      relevant: true,
    })
    const page = await web.app.inject({ url: `/entries/${id}.md` })
    expect(page.body).toContain('Zum Thema Rottalbrücke sind neue Einzelheiten bekannt geworden.')
  })

  it('are refused twice where they are in another language', async () => {
    const { row, reasons } = await enrich('english')
    const refusal = expect.stringMatching(/^language: /)
    expect(reasons).toEqual([refusal, refusal])
    expect(row).toMatchObject({ enrich_state: 'refused', status: 'published', translated_summary: null })
    expect(server.calls[1]?.prompt).toContain(
      'Deine letzte Antwort wurde nicht angenommen: der Text ist in der falschen Sprache.',
    )
  })

  it.each([
    ['invented-number', /87\.431|913/],
    ['invented-name', /Quillfeder|Zorblatt/],
    ['invented-quote', /das Größte/],
  ] as const)('go without a sentence that is %s', async (mode, lie) => {
    const { row } = await enrich(mode)
    expect(row).toMatchObject({ enrich_state: 'done', status: 'published', translated_summary: expect.any(String) })
    expect(row.translated_summary).not.toMatch(lie)
  })
})

/** The originals of the hits; what others write of the same event stands folded below a hit and is none. */
function hits(page: string): string[] {
  const rows = parseHTML(page).document.querySelectorAll('.item[data-original]')
  return [...rows].map((row) => String(row.getAttribute('data-original')))
}

/** What a person reads, sees in a tooltip or hears, line by line. */
function words(page: string): string[] {
  const { document } = parseHTML(page)
  const attributes = ['title', 'alt', 'aria-label', 'placeholder', 'data-done', 'data-label']
  const spoken = [...document.querySelectorAll('*')].flatMap((element) =>
    attributes.flatMap((name) => element.getAttribute(name) ?? []),
  )
  for (const element of document.querySelectorAll('script, style')) element.remove()
  for (const element of document.querySelectorAll('*')) element.append(' ')
  return [document.title, ...spoken, ...(document.body?.textContent ?? '').split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(https?:|\/|[\w-]+=)/.test(line))
}
