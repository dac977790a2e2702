/** Search as readers meet it, on a real database. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArticleSeed, seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { embedText } from '../../../tests/support/played/model.ts'
import { readContent } from '../../app/content.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Embedder } from '../../platform/models/ports.ts'
import { ensureVectorModel } from '../embeddings/writes/embedding-models.ts'
import { listUnembedded } from '../embeddings/writes/embedding-queue.ts'
import { saveVectors } from '../embeddings/writes/vectors.ts'
import { type SearchDeps, type SearchQuery, searchArticles } from './queries/search.ts'
import { searchStories } from './queries/search-stories.ts'
import { suggest } from './queries/suggest.ts'
import { setSearchLanguage } from './writes/search.ts'

let database: Database
let feed: number
const warnings: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  feed = await seedFeed(database)
  await seedArticles(
    database,
    articles.map((article) => ({ feed_id: feed, language: 'sv', ...article })),
  )
})
afterAll(() => database.close())

const articles: Partial<ArticleSeed>[] = [
  { title: 'Vaccinationsintyg krävs vid gränsen', excerpt: 'Resenärer måste visa upp dokumentet.' },
  { title: 'Nya intyg för förare', excerpt: 'Myndigheten ändrar reglerna.' },
  { title: 'Kommunen bygger en simhall', excerpt: 'Bygget av hallen börjar i vår, säger kommunens ordförande.' },
  { title: 'Uppdateringar av systemet', excerpt: 'Versionen heter 26.1 och rättar fel.' },
  { title: 'Malmö får ny bro', excerpt: 'Bron ritas av en känd arkitekt.' },
  { title: 'Kanske', excerpt: 'En pjäs.' },
  { title: 'Rodel och slalom', excerpt: 'Vintersporterna drar publik.' },
  { title: 'Rödel i konsten', excerpt: 'En utställning om färger.' },
  { title: 'Telefonen Blixt 17 Pro visas upp', excerpt: 'Den kostar mer än Blixt 16.' },
  { title: 'Blixt 16 Pro rabatteras', excerpt: 'Proffsen köper gärna 17 stycken.' },
  {
    title: 'Maker unveils the thinnest laptop',
    excerpt: 'An English text.',
    language: 'en',
    translated_title: 'Tillverkaren visar sin tunnaste dator',
    translated_summary: 'Datorn väger ett kilo.',
    translated_by: 'ai',
  },
  { title: 'Sälar vid kusten', excerpt: 'Sälen \uE000simmar\uE001 åter vid kusten.' },
  { title: 'Hemligt utkast om simhallar', excerpt: 'Inte ute än.', status: 'pending' },
]

const content = readContent(join(import.meta.dirname, '../../../content')).search
const now = new Date('2026-11-21T12:00:00Z')

const parts = (): SearchDeps => ({
  db: database.readDb,
  embedder: null,
  siteLanguage: 'sv',
  log: { warn: (_, message) => warnings.push(message) },
  content,
  clock: { now: () => now },
})

const search = (q: string, options: { embedder?: Embedder; budgetMs?: number } & Partial<SearchQuery> = {}) => {
  const { embedder = null, budgetMs = 60_000, ...query } = options
  return searchArticles({ ...parts(), embedder, budgetMs }, { q, limit: 20, ...query })
}

const titles = async (...args: Parameters<typeof search>) =>
  (await search(...args)).hits.map(({ article }) => article.title)

describe('order by time', () => {
  const ago = (days: number) => {
    const at = new Date(now.getTime() - days * 86_400_000)
    return { sort_at: at, published_at: at }
  }

  beforeAll(() =>
    seedArticles(
      database,
      [
        { title: 'Fyrskeppet Gyllen på grund', excerpt: 'Nästan ute.', ...ago(1) },
        {
          title: 'Loggboken',
          excerpt: 'Där står om mat, väder, vind, besättning, last, knopar och Gyllen.',
          ...ago(0),
        },
        {
          title: 'Odaterat',
          excerpt: 'Vem vet hur, var och varför: om Fyrskeppet Gyllen.',
          ...ago(-1),
          published_at: null,
        },
        { title: 'Fyrskeppet Rask', excerpt: 'Ett annat.', ...ago(0) },
        // Taken in last: the id does not decide.
        { title: 'Fyrskeppet Gyllen på varv', excerpt: 'Gyllen lagas.', ...ago(21) },
      ].map((one) => ({ feed_id: feed, language: 'sv', ...one })),
    ),
  )
  const [varv, grund] = ['Fyrskeppet Gyllen på varv', 'Fyrskeppet Gyllen på grund']

  it.each([
    ['fyrskeppet gyllen', [grund, varv]],
    ['fyrskeppet gyllen på varv', [varv, grund]],
  ])(
    'of what fits "%s" as well the newer comes first, and the exact title before a mention of today',
    async (q, best) => {
      expect((await titles(q)).slice(0, 2)).toEqual(best)
    },
  )

  it('is a choice: newest first of what fits well, and no undated one opens it', async () => {
    const all = [grund, varv, 'Loggboken', 'Odaterat']
    expect((await titles('gyllen')).toSorted()).toEqual(all.toSorted())
    expect(await titles('gyllen', { sort: 'newest' })).toEqual(['Loggboken', 'Odaterat', grund, varv])
    expect(await titles('fyrskeppet gyllen', { sort: 'newest' })).not.toContain('Fyrskeppet Rask')
    expect(await titles('fyrskeppet gyllen')).toContain('Fyrskeppet Rask')
  })

  it('has the best ones in front for stories, whatever the order of the hits', async () => {
    const [best, newest] = [await search('gyllen'), await search('gyllen', { sort: 'newest' })]
    expect(newest.leading).toEqual(best.leading)
    expect(best.leading).toEqual(best.hits.map(({ article }) => article.id))
  })
})

describe('search by words', () => {
  it('finds other forms of a word', async () => {
    expect((await titles('uppdatering'))[0]).toBe('Uppdateringar av systemet')
    expect((await titles('kommuner'))[0]).toBe('Kommunen bygger en simhall')
  })

  it('finds a compound by its parts, below the word itself, and the parts by the compound', async () => {
    expect(await titles('intyg')).toEqual(['Nya intyg för förare', 'Vaccinationsintyg krävs vid gränsen'])
    expect((await titles('förarintyg'))[0]).toBe('Nya intyg för förare')
  })

  it('asks nothing by words that the language’s file calls empty, unless there is no other', async () => {
    expect(await titles('kanske förare')).toEqual(await titles('förare'))
    expect((await titles('kanske förare'))[0]).toBe('Nya intyg för förare')
    expect((await search('kanske förare')).hits[0]?.score).toBe((await search('förare')).hits[0]?.score)
    expect(await titles('kanske')).toEqual(['Kanske'])
  })

  it('completes the last word while it is being written, and no other', async () => {
    expect(await titles('slal')).toEqual(['Rodel och slalom'])
    expect(await titles('slal xyzzy')).toEqual([])
  })

  it('reads a letter without its marks only where the word itself is unknown', async () => {
    expect(await titles('malmo')).toEqual(['Malmö får ny bro'])
    expect(await titles('slålom')).toEqual(['Rodel och slalom'])
    expect(await titles('rodel')).toEqual(['Rodel och slalom'])
    expect(await titles('rödel')).toEqual(['Rödel i konsten'])
  })

  it('ranks the product that was named before its relatives', async () => {
    expect((await titles('blixt 17 pro'))[0]).toBe('Telefonen Blixt 17 Pro visas upp')
    expect((await titles('blixt 16 pro'))[0]).toBe('Blixt 16 Pro rabatteras')
    expect((await titles('26.1'))[0]).toBe('Uppdateringar av systemet')
  })

  it('finds a translated article by its translation and by its own title', async () => {
    expect(await titles('tunnaste datorer')).toEqual(['Tillverkaren visar sin tunnaste dator'])
    expect(await titles('thinnest laptops')).toEqual(['Tillverkaren visar sin tunnaste dator'])
  })

  it('finds only published articles, and those that pass the filters', async () => {
    expect(await titles('simhallar')).toEqual(['Kommunen bygger en simhall'])
    expect(await titles('simhall', { feedIds: [feed + 1] })).toEqual([])
    expect(await titles('simhall', { language: 'en' })).toEqual([])
    expect(await titles('simhall', { relevant: false })).toEqual([])
    expect(await titles('simhall', { since: new Date('2030-01-01') })).toEqual([])
    expect(await titles('simhall', { feedIds: [feed], language: 'sv', relevant: true })).toHaveLength(1)
  })

  it('marks nothing that a publisher has marked in the summary', async () => {
    const { hits } = await search('sälar kusten')
    expect(hits[0]?.highlight).toBe('\uE000Sälen\uE001 simmar åter vid \uE000kusten\uE001.')
  })

  it('marks the words in the summary as text', async () => {
    const { hits } = await search('kommunens ordförande')
    expect(hits[0]?.highlight).toBe(
      'Bygget av hallen börjar i vår, säger \uE000kommunens\uE001 \uE000ordförande\uE001.',
    )
  })

  it.each([
    "' | ! & <-> :*",
    '"oavslutat citat',
    'a\0b simhall',
    '\\',
    "o'brien\\'; drop table articles; --",
    '🍏🍎 👨‍👩‍👧',
    '(((((',
    'x'.repeat(500),
    'ö'.repeat(250),
    'a b '.repeat(125),
    'vaccinationsintyg '.repeat(27),
    '\ud800 simhall',
    '   ',
    '%_ % _',
    '<script>alert(1)</script>',
    'och i att det',
    '日本語 العربية',
  ])('answers %j without a fault', async (q) => {
    expect((await search(q)).mode).toBe('keyword')
  })
})

describe('statistics', () => {
  const counted = async () => {
    const terms = await database.db
      .selectFrom('search_terms')
      .selectAll()
      .where('docs', '<>', 0)
      .orderBy('term')
      .execute()
    return { terms, totals: await database.db.selectFrom('search_totals').selectAll().executeTakeFirst() }
  }

  it('are those of a fresh count, whatever happened to the articles', async () => {
    const before = await counted()
    const ids = await seedArticles(database, [
      { feed_id: feed, title: 'Tillfällig simhall', status: 'pending' },
      { feed_id: feed, title: 'En sak till' },
    ])
    const change = (values: object) => database.db.updateTable('articles').set(values).where('id', 'in', ids).execute()
    await change({ status: 'published' })
    await change({ translated_title: 'Översatt', translated_summary: 'Hela saken, översatt.', translated_by: 'ai' })
    await change({ views: 7 })
    const during = await counted()
    expect(during.terms.find(({ term }) => term === 'översat')?.docs).toBe(2)
    await setSearchLanguage(database, 'en')
    await setSearchLanguage(database, 'sv')
    expect(await counted()).toEqual(during)
    await change({ status: 'removed' })
    expect(await counted()).toEqual(before)
    await database.db.deleteFrom('articles').where('id', 'in', ids).execute()
    expect(await counted()).toEqual(before)
  })
})

describe('stories and suggestions', () => {
  beforeAll(async () => {
    const at = new Date('2026-11-21T12:00:00Z')
    const dates = { created_at: at, updated_at: at, last_at: at }
    const story = (title: string, lead: string) => ({ title, lead, entries_count: 1, ...dates })
    await database.db
      .insertInto('stories')
      .values([story('Striden om simhallen', 'Kommunen och grannarna.'), story('Blixt mot Donner', 'Två tillverkare.')])
      .execute()
    const tag = await seedTag(database, 'Blixt 17', 'blixt-17')
    await seedTag(database, 'Blixtlös', 'blixtlos')
    await seedArticles(database, [{ feed_id: feed, title: 'Något annat', tag_ids: [tag] }])
  })

  it('finds stories by other forms of their words', async () => {
    const found = await searchStories(database.readDb, 'simhallar i kommuner', { siteLanguage: 'sv', limit: 5 })
    expect(found.map(({ story }) => story.title)).toEqual(['Striden om simhallen'])
    expect(found[0]?.highlight).toBe('\uE000Kommunen\uE001 och grannarna.')
  })

  it('suggests pages by the beginning of their names, then articles', async () => {
    const found = await suggest(parts(), 'blix', 6, [])
    expect(found.slice(0, 2).map(({ kind, title }) => [kind, title])).toEqual([
      ['tags', 'Blixt 17'],
      ['stories', 'Blixt mot Donner'],
    ])
    expect(found.slice(2).map(({ kind }) => kind)).toEqual(['news', 'news'])
    expect(await suggest(parts(), "%_\0'", 6, [])).toEqual([])
  })
})

const DIMENSIONS = 64
const played = (embed: Embedder['embed']): Embedder => ({ model: 'played', dimensions: DIMENSIONS, embed })
const good = played(async (texts) => texts.map((text) => embedText(text, DIMENSIONS)))

describe('search by meaning', () => {
  it('is by words where there are no vectors yet, which is no failure', async () => {
    warnings.length = 0
    expect((await search('simhall', { embedder: good })).mode).toBe('keyword')
    expect(warnings).toEqual([])
  })

  describe('with vectors', () => {
    beforeAll(async () => {
      const at = new Date('2026-11-21T12:00:00Z')
      const model = await ensureVectorModel(database, { name: 'played', dimensions: DIMENSIONS }, at)
      const items = await listUnembedded(database.db, 1000)
      await saveVectors(
        database,
        model,
        items.map((item) => ({ item, vector: embedText(item.text, DIMENSIONS) })),
      )
    })

    it('finds what no word of the query stands in', async () => {
      // The played model calls these alike: it hears the first five letters only.
      const embedder = played(async () => [embedText('Rödel i konsten En utställning om färger.', DIMENSIONS)])
      const { mode, hits } = await search('qwertyuiop', { embedder })
      expect(mode).toBe('semantic')
      expect(hits[0]?.article.title).toBe('Rödel i konsten')
    })

    it('keeps an exact product name among the first five, wherever the vectors point', async () => {
      const astray = played(async () => [embedText('kommunen simhall bygget hallen rodel slalom intyg', DIMENSIONS)])
      for (const q of ['Blixt 17 Pro', 'blixt 16', '26.1']) {
        const { mode, hits } = await search(q, { embedder: astray })
        expect(mode).toBe('semantic')
        const exact = (await titles(q))[0]
        expect(hits.slice(0, 5).map(({ article }) => article.title)).toContain(exact)
      }
    })

    it('is by words when nothing is near enough', async () => {
      const all = articles.map(({ title, excerpt }) => embedText(`${title} ${excerpt}`, DIMENSIONS))
      const opposite = Array.from(
        { length: DIMENSIONS },
        (_, i) => -all.reduce((sum, vector) => sum + (vector[i] ?? 0), 0),
      )
      const nowhere = played(async () => [opposite])
      expect((await search('simhall', { embedder: nowhere })).mode).toBe('keyword')
    })

    it('filters', async () => {
      expect((await search('simhall', { embedder: good, feedIds: [feed + 1] })).hits).toEqual([])
    })

    it.each([
      ['hangs', () => new Promise<number[][]>(() => {})],
      ['fails', () => Promise.reject(new Error('no model'))],
      ['answers in another dimension', async () => [[1, 0]]],
      ['answers with nonsense', async () => [new Array<number>(DIMENSIONS).fill(Number.NaN)]],
    ])('is by words when the model %s, and says so in the log', { tags: 'slow' }, async (_, embed) => {
      warnings.length = 0
      const { mode, hits } = await search('simhall', { embedder: played(embed), budgetMs: 1000 })
      expect(mode).toBe('keyword')
      expect(hits[0]?.article.title).toBe('Kommunen bygger en simhall')
      expect(warnings).toHaveLength(1)
    })

    it('tells a model that is too late to stop', { tags: 'slow' }, async () => {
      let stopped = false
      const hanging = played((_texts, _kind, signal) => {
        signal?.addEventListener('abort', () => {
          stopped = true
        })
        return new Promise(() => {})
      })
      await search('simhall', { embedder: hanging, budgetMs: 1000 })
      expect(stopped).toBe(true)
    })

    it('asks the model whose vectors serve', async () => {
      const next: Embedder = { ...good, model: 'next', sibling: () => good }
      expect((await search('simhall', { embedder: next })).mode).toBe('semantic')
      expect((await search('simhall', { embedder: { ...good, model: 'next' } })).mode).toBe('keyword')
    })
  })
})
