/** `/sok` beside a model that comes and goes, and what it shows besides articles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { t } from '../../../../tests/support/content.ts'
import { features, ifThere, isThere, partOf } from '../../../../tests/support/features.ts'
import { NEIGHBOUR } from '../../../../tests/support/neighbour.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../../tests/support/web.ts'
import { embeddingIsDue, embedPending } from '../../../news/search/embed.ts'
import { publishing } from '../../../platform/database/database.ts'
import type { Embedder } from '../../../platform/models/ports.ts'

let server: ModelServer
let web: TestWeb
let articleIds: number[]

beforeAll(async () => {
  server = await startModelServer()
  web = await startTestWeb({ ...playedSettings(server), AI_PROVIDER: 'none' })
  const feed = await seedFeed(web.database)
  articleIds = await seedArticles(web.database, [
    {
      feed_id: feed,
      title: 'Bron över sundet stängs',
      excerpt: 'Bron stängs för lagning hela veckan.',
      language: 'sv',
      kind: 'news',
    },
    { feed_id: feed, title: 'Ny hamn i staden', excerpt: 'Hamnen tar emot fler fartyg än förr.', language: 'sv' },
  ])
  // Others, so that what is near stands out.
  const others = Array.from({ length: 40 }, (_, n) => ({
    feed_id: feed,
    title: `Annat${n} sort${n * 7} prov${n * 13}`,
    excerpt: `Rad${n * 3} ord${n * 11} tal${n * 17} del${n * 19}.`,
    language: 'sv',
  }))
  await seedArticles(web.database, others)
  await seedStory('Striden om bron', 'Bron och dess ägare möts i rätten om lagningen, som drar ut på tiden.', 1)
  await seedStory('Valet i kommunen', 'Rösterna räknas.', 0)
  if (isThere('guides')) {
    await seedGuide('broar', 'Broar', 'Allt om bron.', 'Om broar.')
    await seedGuide('hamnar', 'Hamnar', 'Där fartygen ligger.', 'Fartyg och kajer.')
  }
  await embed()
})
afterAll(async () => {
  await web.close()
  await server.close()
})

const embed = () => embedPending(embedding())

const embedding = () => ({
  ...web.services,
  embedder: embedder(),
  budget: web.services.models.budget,
  price: 0,
  passages: features.flatMap((feature) => feature.passages ?? []),
})

function embedder(): Embedder {
  const { embedder } = web.services.models
  if (!embedder) throw new Error('no embedding model is set up')
  return embedder
}

/** `member`: which of the articles belongs to it. */
async function seedStory(title: string, lead: string, member: number): Promise<void> {
  const at = new Date('2026-11-20T08:00:00Z')
  const { db } = web.database
  const event = await db
    .insertInto('events')
    .values({ created_at: at, first_at: at, last_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('articles')
    .set({ event_id: event.id })
    .where('id', '=', articleIds[member] as number)
    .execute()
  const story = await db
    .insertInto('stories')
    .values({ title, lead, created_at: at, updated_at: at, last_at: at, entries_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('story_events').values({ event_id: event.id, story_id: story.id, at }).execute()
}

async function seedGuide(slug: string, title: string, summary: string, body: string): Promise<void> {
  const place = { file: `${slug}.md`, slug, pageType: 'product_hub' as const, family: slug, generation: null, tags: [] }
  const guide = {
    ...place,
    title,
    summary,
    body,
    updated: '2026-11-20',
    factsUntil: null,
    checked: null,
    sources: [],
    specs: [],
    releases: [],
    rumors: [],
    picture: null,
    names: [],
    bodyLine: 1,
    lines: {},
  }
  const { saveGuide } = await partOf('guides/guide-store.ts')
  await publishing(web.database, (trx) => saveGuide(trx, guide, 'sv'))
}

const get = (path: string) => web.app.inject({ url: path })
const byWords = 'Sorterade efter hur väl orden stämmer.'
const SEMANTIC_NOTICE = 'Sorterade efter innebörd, inte bara efter ord.'
const api = async (q: string) => (await get(`/api/v1/entries/search?q=${encodeURIComponent(q)}`)).json().meta.mode

describe('a search that had to do without the model', () => {
  it('is answered by words in time, kept by nobody, and by meaning when the model is back', {
    tags: 'slow',
  }, async () => {
    server.mode = 'hang'
    const alone = await get('/sok?q=bron%20lagning')
    expect([alone.statusCode, alone.body.includes(byWords)]).toEqual([200, true])
    expect(await api('bron lagning')).toBe('keyword')
    expect(alone.headers['cache-control']).toBe('no-store')
    server.mode = 'broken'
    expect((await get('/sok?q=bron%20lagning')).headers['cache-control']).toBe('no-store')
    server.mode = 'good'
    const back = await get('/sok?q=bron%20lagning')
    expect(back.body).toContain(SEMANTIC_NOTICE)
    expect(back.headers['cache-control']).toBe('private, max-age=60')
    expect(await api('bron lagning')).toBe('semantic')
    const calls = server.calls.length
    await get('/sok?q=bron%20lagning')
    expect(server.calls.length).toBe(calls)
  })
})

describe('beside the articles', () => {
  it('stand the stories and guides that fit, with the words marked', async () => {
    const { body } = await get('/sok?q=bron')
    expect(body).toMatch(/<h2 class="box-title" id="search-stories">Följetonger<\/h2>.*Striden om bron/s)
    expect(body).toContain('<mark>Bron</mark> och dess ägare möts i rätten')
    if (!isThere('guides')) return
    expect(body).toMatch(
      /id="search-guides">Guider<\/h2>.*href="\/broar">Broar<\/a><p class="row-small">Allt om <mark>/s,
    )
  })

  it('stands nothing where nothing fits, or where a filter speaks of articles only', async () => {
    for (const query of ['q=xyzzy', 'q=bron&language=sv', 'q=']) {
      const { body } = await get(`/sok?${query}`)
      expect(body, query).not.toContain('Striden om bron')
      expect(body, query).not.toContain('search-guides')
    }
  })

  it('stands a story whose articles mean what was searched for', async () => {
    const { body } = await get(`/sok?q=${encodeURIComponent('hela veckan stängs')}`)
    expect(body).toContain(SEMANTIC_NOTICE)
    expect(body).toContain('Valet i kommunen')
  })

  it.runIf(isThere('guides'))('stands a guide that means what was searched for, in its newest text', async () => {
    const guides = async (q: string) => / id="search-guides".*/s.exec((await get(`/sok?q=${q}`)).body)?.[0] ?? ''
    expect(await guides('fartygstrafiken')).toContain('href="/hamnar"')
    expect(await guides('fartygstrafiken')).not.toContain('href="/broar"')
    await seedGuide('hamnar', 'Hamnar', 'Där båtarna ligger.', 'Båtar och kajer.')
    expect(await embeddingIsDue(embedding())).toBe(true)
    await embed()
    expect(await embeddingIsDue(embedding())).toBe(false)
    expect(await guides('fartygstrafiken')).not.toContain('href="/hamnar"')
    expect(await guides('b%C3%A5tarnas')).toContain('href="/hamnar"')
  })
})

describe('what is written besides words', () => {
  const sok = async (q: string) => (await get(`/sok?q=${encodeURIComponent(q)}`)).body
  const main = async (q: string) => /<div aria-live.*/s.exec(await sok(q))?.[0] ?? ''

  it('is told below the field', async () => {
    expect(await sok('')).toContain('Avgränsa med källa:, ämne:, typ:, sedan: och före:')
  })

  it('may be chosen below the field instead', async () => {
    const found = async (filter: string) => (await get(`/sok?q=bron&${filter}`)).body
    expect(await found('kind=review')).not.toContain('Bron över sundet stängs')
    expect(await found('tag=finns-inte')).not.toContain('Bron över sundet stängs')
    expect(await found('kind=review')).toContain('<option value="review" selected>Recension</option>')
    expect(await found('kind=finns-inte&tag=')).toContain('Bron över sundet stängs')
  })

  it('has the order as links, which the filters keep, and the API and agents take it too', async () => {
    const [best, newest] = ['Bästa träffarna först', 'Nyast först']
    const sorted = (await get('/sok?q=bron&language=sv&sort=newest')).body
    expect(sorted).toContain(`<a href="/sok?q=bron&amp;language=sv">${best}</a>`)
    expect(sorted).toContain(`<a href="/sok?q=bron&amp;sort=newest&amp;language=sv" aria-current="true">${newest}</a>`)
    expect(sorted).toContain('<input type="hidden" name="sort" value="newest">')
    expect(sorted).toContain('De nyaste först.')
    expect(sorted).toContain('type="application/rss+xml" href="/sok.rss?q=bron&amp;language=sv"')
    const byFit = (await get('/sok?q=bron')).body
    expect(byFit).toContain(`<a href="/sok?q=bron" aria-current="true">${best}</a>`)
    expect(byFit).toContain(`<a href="/sok?q=bron&amp;sort=newest">${newest}</a>`)
    expect(byFit).not.toContain('name="sort"')
    for (const without of ['q=', 'q=bron&kind=review', 'language=sv', 'q=typ:news'])
      expect((await get(`/sok?${without}`)).body, without).not.toContain(newest)
    for (const path of ['/api/v1/entries/search', '/api/v1/search']) {
      expect((await get(`${path}?q=bron&sort=newest`)).statusCode).toBe(200)
      expect((await get(`${path}?q=bron&sort=nyast`)).statusCode).toBe(400)
      expect((await get(`${path}?q=bron`)).json().meta.filters).not.toHaveProperty('sort')
    }
  })

  it('may be chosen in the API too, each filter by a name of its own', async () => {
    const api = async (filter: string) => {
      const { statusCode, body } = await get(`/api/v1/entries/search?q=bron&${filter}`)
      return { statusCode, finds: body.includes('Bron över sundet stängs') }
    }
    expect(await api('kind=news&since=2026-01-01&until=2030-01-01')).toEqual({ statusCode: 200, finds: true })
    for (const none of ['kind=review', 'tag=finns-inte', 'feed_id=999', 'since=2030-01-01', 'until=2020-01-01'])
      expect(await api(none), none).toEqual({ statusCode: 200, finds: false })
    expect(await api('kind=saga')).toMatchObject({ statusCode: 400 })
    expect(await api('since=nyss')).toMatchObject({ statusCode: 400 })
  })

  it('is answered for what was meant where it was misspelt, and only there, with a way to what was written', async () => {
    const corrected = await main('fartgy')
    expect(corrected).toContain('Visar träffar på <strong>fartyg</strong>.')
    expect(corrected).toContain('Sök i stället på <a href="/sok?q=fartgy&amp;exact=yes">fartgy</a>.')
    expect(corrected).toContain('Ny hamn i staden')
    expect(await sok('fartgy')).toContain('value="fartgy"')
    expect(await main('fartyg')).not.toMatch(/Menade du|Visar träffar på/)
    const exact = (await get('/sok?q=fartgy&exact=yes')).body
    expect(exact).toContain('Menade du <a href="/sok?q=fartyg">fartyg</a>?')
    expect(exact).not.toContain('Visar träffar på')
  })

  it('keeps the filters, in the ways to what was meant and written and in its feed', async () => {
    const filters = 'time=year&language=sv&source=1&tag=bro&kind=news'
    const escaped = filters.replaceAll('&', '&amp;')
    const exact = (await get(`/sok?q=fartgy&language=sv&exact=yes`)).body
    expect(exact).toContain('Menade du <a href="/sok?q=fartyg&amp;language=sv">fartyg</a>?')
    expect(exact).toContain('<button class="button" name="exact" value="yes">')
    const corrected = (await get('/sok?q=fartgy&language=sv')).body
    expect(corrected).toContain('<a href="/sok?q=fartgy&amp;exact=yes&amp;language=sv">fartgy</a>')
    expect(corrected).not.toContain('name="exact"')
    expect(corrected).toContain('type="application/rss+xml" href="/sok.rss?q=fartyg&amp;language=sv"')
    const none = (await get(`/sok?q=bron&${filters}`)).body
    expect(none).toContain(`href="/sok.rss?q=bron&amp;${escaped}"`)
  })

  it.each([
    ['tag=bro-%3Cb%3E', 'bro-&lt;b&gt;'],
    ['source=999', '999'],
  ])('shows a filter that is none of the usual choices, so that the next one keeps it: %s', async (filter, value) => {
    expect((await get(`/sok?q=bron&${filter}`)).body).toContain(`<option value="${value}" selected>${value}</option>`)
  })

  it('has one field, and its hits before all else', async () => {
    const body = await sok('bron')
    expect(body.match(/type="search"/g)).toHaveLength(1)
    expect((await get('/')).body.match(/type="search"/g)).toHaveLength(1)
    const places = [
      'search-count',
      'class="item ',
      'id="search-stories"',
      ...ifThere('guides', 'id="search-guides"'),
    ].map((part) => body.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })

  it('filters by time in words, and says so', async () => {
    const found = await main('vad hände med bron den här veckan')
    expect(found).toContain('Bron över sundet stängs')
    expect(found).toContain(t('search.period_week'))
    expect(found).not.toContain('Striden om bron')
    expect(await main('bron före:2026-11-01')).not.toContain('Bron över sundet stängs')
  })

  it('is answered with a sentence where a filter names nothing', async () => {
    expect(await main('bron källa:<b>')).toContain('Det finns ingen källa som heter ”&lt;b&gt;”.')
    expect(await main('bron typ:saga')).toContain('Det finns ingen typ som heter ”saga”.')
    expect(await main('bron sedan:nyss')).toContain('Vi kan inte tolka tiden ”nyss”.')
  })

  it('says of a list without words that the newest come first', async () => {
    expect(await main('typ:nyhet')).toContain(t('search.mode_newest'))
    expect(await main('bron typ:nyhet')).not.toContain(t('search.mode_newest'))
  })

  it('folds the filters away, so that a small screen shows hits, unless one is in force', async () => {
    expect(await sok('bron')).toContain('<details class="filters-fold"><summary')
    expect((await get('/sok?q=bron&kind=news')).body).toContain('<details class="filters-fold" open>')
  })

  it('leads to the source whose name it is', async () => {
    const { title, id } = await web.database.db
      .selectFrom('feeds')
      .select(['id', 'title'])
      .where('id', '<', NEIGHBOUR)
      .executeTakeFirstOrThrow()
    expect(await main(title.toUpperCase())).toContain(`Källa: <a href="/feeds/${id}">${title}</a>`)
    expect(await main('bron')).not.toContain('Källa: <a')
  })

  it('works in the API and the suggestions too', async () => {
    const found = async (path: string, q: string) => (await get(`${path}${encodeURIComponent(q)}`)).json()
    const { data, meta } = await found('/api/v1/entries/search?q=', 'fartgy -bron')
    expect(JSON.stringify(data)).toContain('Ny hamn i staden')
    expect(JSON.stringify(data)).not.toContain('Bron över sundet')
    expect(meta.did_you_mean).toBe('fartyg -bron')
    const { hits } = await found('/sok/suggestions?q=', '"bron över sundet"')
    expect(hits.map(({ title }: { title: string }) => title)).toEqual(['Bron över sundet stängs'])
  })
})

it('is found by programs from the front page', async () => {
  const { body } = await web.app.inject('/')
  const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
  expect(JSON.parse(text).potentialAction).toEqual({
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: 'https://site.example/sok?q={search_term_string}' },
    'query-input': 'required name=search_term_string',
  })
})
