/** What readers write besides plain words, and how they misspell, on a real database. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArticleSeed, seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { readContent } from '../../app/content.ts'
import type { Database } from '../../platform/database/database.ts'
import { stemmerOf } from '../../platform/text/stem.ts'
import { type SearchQuery, searchArticles } from './queries/search.ts'

const { search: content, languages } = readContent(join(import.meta.dirname, '../../../content'))
const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
  const [nytt, verge] = [
    await seedFeed(database, { title: 'Mobilnytt', publisher: 'mobilnytt.example' }),
    await seedFeed(database, { title: 'The Verge', publisher: 'theverge.example' }),
  ]
  const [airpods, watch] = [
    await seedTag(database, 'AirPods', 'airpods'),
    await seedTag(database, 'Apple Watch', 'apple-watch'),
  ]
  const articles: Partial<ArticleSeed>[] = [
    {
      title: 'AirPods mäter pulsen',
      excerpt: 'Lurarna får en sensor.',
      tag_ids: [airpods],
      kind: 'review',
      sort_at: daysAgo(2),
    },
    {
      title: 'AirPods väntas få kamera',
      excerpt: 'Enligt uppgifter.',
      tag_ids: [airpods],
      kind: 'rumor',
      sort_at: daysAgo(20),
      feed_id: verge,
    },
    { title: 'HomePod skjuts upp', excerpt: 'Högtalaren dröjer.', kind: 'news', sort_at: daysAgo(30) },
    { title: 'Säkerhetslucka i en router', excerpt: 'Femtiotusen hushåll har den.', sort_at: daysAgo(3) },
    { title: 'Sårbarhet i skrivare', excerpt: 'Forskare varnar.', sort_at: daysAgo(60) },
    { title: 'iOS 27.2 släpps', excerpt: 'Trettio fel rättas.', sort_at: daysAgo(1) },
    { title: 'iCloud låg nere', excerpt: 'Avbrottet varade i två timmar.', sort_at: daysAgo(4) },
    { title: 'Batteribyte blir billigare', excerpt: 'Verkstäderna sänker taxan.', sort_at: daysAgo(6) },
    { title: 'Kaffet kostar mer', excerpt: 'Priset har dubblats.', sort_at: daysAgo(8) },
    { title: 'iPhone tappar täckningen', excerpt: 'Problemet gäller 180 telefoner.', sort_at: daysAgo(9) },
    { title: 'Svarta hål kolliderade', excerpt: 'Astronomer jublar.', sort_at: daysAgo(10) },
    { title: 'Hål i svarta lådan', excerpt: 'Två minuter saknas.', tag_ids: [watch], sort_at: daysAgo(11) },
    { title: 'Printers have a vulnerability', excerpt: 'Two hours to fix.', language: 'en', sort_at: daysAgo(70) },
  ]
  await seedArticles(
    database,
    articles.map((article) => ({ feed_id: nytt, language: 'sv', kind: 'news', ...article })),
  )
})
afterAll(() => database.close())

const search = (q: string, query: Partial<SearchQuery> = {}) =>
  searchArticles(
    {
      db: database.readDb,
      embedder: null,
      siteLanguage: 'sv',
      log: { warn: () => {} },
      content,
      clock: { now: () => now },
    },
    { q, limit: 20, ...query },
  )
const titles = async (q: string) => (await search(q)).hits.map(({ article }) => article.title)
const airpodsTitles = ['AirPods mäter pulsen', 'AirPods väntas få kamera']

describe('a misspelt word', () => {
  it.each([
    ['aripods', airpodsTitles[0], 'AirPods'],
    ['hompod', 'HomePod skjuts upp', 'HomePod'],
    ['HOMPOD dröjer', 'HomePod skjuts upp', 'HomePod dröjer'],
    ['astronmoer', 'Svarta hål kolliderade', 'Astronomer'],
  ])('%j finds what is meant, and says what that was', async (q, title, meant) => {
    const { hits, didYouMean } = await search(q)
    expect(hits.map(({ article }) => article.title)).toContain(title)
    expect(didYouMean).toBe(meant)
  })

  it.each([
    ['sakerhetslucka', 'Säkerhetslucka i en router'],
    ['sakerhetsluckor', 'Säkerhetslucka i en router'],
    ['ios27.2', 'iOS 27.2 släpps'],
    ['säkerhets lucka', 'Säkerhetslucka i en router'],
    ['i phone', 'iPhone tappar täckningen'],
    ['problem med i phone 17', 'iPhone tappar täckningen'],
  ])('%j finds what is meant without a word about it', async (q, title) => {
    expect((await titles(q))[0]).toBe(title)
    expect((await search(q)).didYouMean).toBeNull()
  })

  it('is no word of a known name, though no article holds it', async () => {
    expect(await titles('jim pinter')).toEqual(['Printers have a vulnerability'])
    await seedTag(database, 'Jim Pinter', 'jim-pinter')
    expect(await search('jim pinter')).toMatchObject({ hits: [], didYouMean: null })
  })

  it('is never suggested for what is spelt right, nor for what nothing is near', async () => {
    for (const q of ['airpods', 'HomePod', 'säkerhetslucka', 'icloudavbrott', 'malmö', 'xyzzyx'])
      expect((await search(q)).didYouMean, q).toBeNull()
    expect(await titles('xyzzyx')).toEqual([])
  })
})

it('neither a number nor two letters are taken for the beginning of a longer word', async () => {
  expect(await titles('18')).toEqual([])
  expect(await titles('kaffe ho')).toEqual(['Kaffet kostar mer'])
  expect(await titles('homep')).toEqual(['HomePod skjuts upp'])
})

describe('a compound', () => {
  it.each([
    ['icloudavbrott', 'iCloud låg nere'],
    ['batteribyte', 'Batteribyte blir billigare'],
    ['byte av batteri', 'Batteribyte blir billigare'],
    ['batteri byte', 'Batteribyte blir billigare'],
    ['kaffepriset', 'Kaffet kostar mer'],
    ['pris på kaffe', 'Kaffet kostar mer'],
  ])('%j finds its parts, or the parts find it', async (q, title) => {
    expect((await titles(q))[0]).toBe(title)
  })
})

describe('a synonym', () => {
  it('is found below the word itself', async () => {
    expect((await titles('sårbarheter'))[0]).toBe('Sårbarhet i skrivare')
    expect(await titles('sårbarheter')).toContain('Säkerhetslucka i en router')
    expect(await titles('säkerhetshål')).toEqual(
      expect.arrayContaining(['Sårbarhet i skrivare', 'Säkerhetslucka i en router']),
    )
  })
})

describe.each(languages.all.filter(({ stemmer }) => stemmer))('the words of $name', (language) => {
  it('that the index leaves out are stop words in the file of the language', async () => {
    const { rows } = await sql<{ words: string }>`
      select pg_read_file(setting || ${`/tsearch_data/${language.stemmer}.stop`}) as words
      from pg_config where name = 'SHAREDIR'`.execute(database.db)
    const left = rows[0]?.words.split(/\s+/).filter(Boolean) ?? []
    expect(left.length).toBeGreaterThan(90)
    expect(left.filter((word) => !language.stop.includes(word))).toEqual([])
  })

  it('have nearly all the stems in the index that they have in clustering', async () => {
    const words = wordsIn(language.code).filter((word) => !language.stop.includes(word))
    const { rows } = await sql<{ word: string; stem: string }>`
      select word, (tsvector_to_array(to_tsvector(search_config(${language.code}), word)))[1] as stem
      from unnest(${words}::text[]) word`.execute(database.db)
    const stem = stemmerOf(language)
    const same = rows.filter((row) => stem(row.word) === row.stem)
    expect(words.length).toBeGreaterThan(900)
    // English: the package still has Porter's first algorithm, which takes "day" and "gas" for inflected.
    expect(same.length / words.length).toBeGreaterThan(language.code === 'en' ? 0.93 : 0.985)
  })
})

/** Words of four letters and more in the labelled news of a language, or else in its exam, or else in its messages. */
function wordsIn(code: string): string[] {
  const read = (name: string) => readFileSync(name, 'utf8')
  const files = ['clusters', 'clusters-swedish', 'clusters-wire'].map((name) => `quality/eval/${name}.jsonl`)
  const lines = files.flatMap((file) => read(file).trim().split('\n')).map((line) => JSON.parse(line))
  const texts = lines.flatMap(({ language, title, text }) => (language === code ? `${title} ${text ?? ''}` : []))
  const exam = `content/exams/${code}.jsonl`
  const others = existsSync(exam) ? examTexts(read(exam), code) : read(`content/messages/${code}.yaml`)
  const text = texts.length > 0 ? texts.join(' ') : others
  return [...new Set(text.toLowerCase().match(/\p{L}{4,}/gu))]
}

function examTexts(lines: string, code: string): string {
  const pairs: { sentence: string; evidence: { text: string; language: string }[] }[] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const evidence = pairs.flatMap((pair) => pair.evidence.filter(({ language }) => language === code))
  return [...pairs.map(({ sentence }) => sentence), ...evidence.map(({ text }) => text)].join(' ')
}

describe('a concept', () => {
  it('finds what is written in another language, below what has the word', async () => {
    expect(await titles('sårbarhet')).toContain('Printers have a vulnerability')
    expect((await titles('vulnerability'))[0]).toBe('Printers have a vulnerability')
    expect(await titles('vulnerability')).toContain('Sårbarhet i skrivare')
  })
})

describe('phrases and exclusions', () => {
  it('finds only articles that hold a quoted phrase word by word', async () => {
    expect(await titles('"svarta hål"')).toEqual(['Svarta hål kolliderade'])
    expect(await titles('”hål i svarta”')).toEqual(['Hål i svarta lådan'])
    expect(await titles('"svart hål"')).toEqual([])
    expect(await titles('"svarta hål" "i svarta"')).toEqual([])
  })

  it('leaves out articles that hold an excluded word in any form, or an excluded phrase', async () => {
    expect(await titles('airpods -kameror')).toEqual(['AirPods mäter pulsen'])
    expect(await titles('hål -"svarta lådan"')).toContain('Svarta hål kolliderade')
    expect(await titles('hål -"svarta lådan"')).not.toContain('Hål i svarta lådan')
  })

  it('lists the newest of the others where there is nothing but an exclusion', async () => {
    const found = await titles('-airpods')
    expect(found[0]).toBe('iOS 27.2 släpps')
    expect(found).toHaveLength(11)
    expect(await titles('-"svarta lådan"')).toHaveLength(12)
  })
})

describe('filters in the text', () => {
  it.each([
    ['airpods källa:verge', [airpodsTitles[1]]],
    ['airpods kalla:"the verge"', [airpodsTitles[1]]],
    ['airpods source:Mobilnytt', [airpodsTitles[0]]],
    ['airpods typ:rykte', [airpodsTitles[1]]],
    ['airpods kind:review', [airpodsTitles[0]]],
    ['airpods -källa:verge', [airpodsTitles[0]]],
    ['airpods -typ:recension', [airpodsTitles[1]]],
    ['tagg:airpods -källa:mobilnytt', [airpodsTitles[1]]],
    ['hål -tagg:"apple watch" -säkerhetslucka', ['Svarta hål kolliderade', 'Sårbarhet i skrivare']],
    ['tagg:airpods', airpodsTitles],
    ['tag:"apple watch"', ['Hål i svarta lådan']],
    ['airpods sedan:2026-11-10', [airpodsTitles[0]]],
    ['airpods before:2026-11-10', [airpodsTitles[1]]],
    ['airpods sedan:2026-11-10 före:2026-11-12', []],
    ['vad hände med AirPods den här veckan', [airpodsTitles[0]]],
    ['vad hände i går', ['iOS 27.2 släpps']],
  ])('%j', async (q, found) => {
    expect(await titles(q)).toEqual(found)
  })

  it.each([
    ['airpods källa:finnsinte', { filter: 'source', value: 'finnsinte' }],
    ['airpods källa:%', { filter: 'source', value: '%' }],
    ['airpods tagg:finnsinte', { filter: 'tag', value: 'finnsinte' }],
    ['airpods typ:finnsinte', { filter: 'kind', value: 'finnsinte' }],
    ['airpods sedan:nyss', { filter: 'since', value: 'nyss' }],
  ])('%j finds nothing and says why', async (q, unknown) => {
    expect(await search(q)).toMatchObject({ hits: [], unknown })
  })

  it('hold beside those that are given apart', async () => {
    expect((await search('airpods', { kind: 'rumor', until: daysAgo(10) })).hits).toHaveLength(1)
    expect((await search('airpods typ:rykte', { kind: 'review' })).hits).toEqual([])
  })
})

it.each([
  '"',
  '""',
  '"" "" ”“',
  '-',
  '- - -',
  '--',
  '-"',
  'källa:',
  'källa: tag: typ:',
  'sedan:',
  'a\0"b\0c"',
  '-\0',
  '.*+?^$()|[]\\ {1,9} "(((" -[a-z]+',
  'källa:\' tagg:\\ typ:"\'"',
  `"${'a '.repeat(249)}"`,
  `-${'x'.repeat(499)}`,
  'ios27.2.'.repeat(60),
  'aripods '.repeat(60),
  'källa:a '.repeat(60),
  'sakerhetsluckorbatteribyten'.repeat(18),
  '-å '.repeat(160),
  'sedan:9999-99-99',
  'före:0000-00-00',
])('answers %j without a fault', async (q) => {
  expect((await search(q)).mode).toBe('keyword')
})

describe('a word as an article in another language has it', () => {
  const printed: [language: string, title: string, words: string[]][] = [
    [
      'de',
      'Der nächste Zug hält an der Königstraße',
      ['nächste', 'NÄCHSTE', 'nächste'.normalize('NFD'), 'Königstraße', 'KÖNIGSTRASSE', '"nächste Zug"', 'hält'],
    ],
    [
      'fr',
      'Une exposition numérique ouvre au café',
      ['numérique', 'Numérique', 'numérique'.normalize('NFD'), 'exposition numérique', '"une exposition numérique"'],
    ],
    ['es', 'La próxima estación será más rápida', ['próxima', 'estación', 'rápida']],
    ['it', 'Le prossime città saranno più verdi', ['prossime', 'città', 'verdi']],
    ['nl', 'De volgende geëerde gemeente bouwt huizen', ['geëerde', 'huizen', 'volgende']],
    ['pt', 'As próximas eleições serão amanhã', ['eleições', 'amanhã']],
    ['da', 'Regeringens forhandlinger strandede på målstregen', ['forhandlinger', 'målstregen', 'regeringens']],
    ['nb', 'Ferjeavgangene innstilles på kveldene', ['ferjeavgangene', 'kveldene']],
    ['fi', 'Seuraavat junat lähtevät myöhässä', ['seuraavat', 'junat', 'myöhässä']],
    ['pl', 'Następny pociąg odjeżdża z Łodzi', ['następny', 'NASTĘPNY', 'odjeżdża', 'łodzi']],
    ['hu', 'A következő vonatok késnek', ['következő', 'vonatok']],
    ['ro', 'Următoarele trenuri întârzie', ['următoarele', 'trenuri']],
    ['ru', 'Следующие поезда опаздывают', ['следующие', 'ПОЕЗДА', 'опаздывают']],
    ['tr', 'Sonraki trenler gecikiyor', ['trenler', 'gecikiyor']],
    ['el', 'Τα επόμενα τρένα καθυστερούν', ['επόμενα', 'τρένα', 'καθυστερούν']],
  ]
  beforeAll(async () => {
    const feed = await seedFeed(database, { title: 'Världen', publisher: 'varlden.example' })
    const foreign = printed.map(([language, title]) => ({
      feed_id: feed,
      language,
      title,
      excerpt: '',
      sort_at: daysAgo(90),
    }))
    // A Swedish word that is the German stem of another.
    const swedish = { feed_id: feed, language: 'sv', title: 'Nach är ett efternamn', excerpt: '', sort_at: daysAgo(90) }
    await seedArticles(database, [...foreign, swedish])
  })

  it.each(printed.flatMap(([language, title, words]) => words.map((word) => [word, language, title])))(
    '%j is found in %s',
    async (word, _, title) => {
      const { hits, didYouMean } = await search(word)
      expect([hits[0]?.article.title, didYouMean]).toEqual([title, null])
    },
  )

  it('has stems of its language in that language alone, and is marked there', async () => {
    expect(await titles('nächste')).toEqual([printed[0]?.[1]])
    expect(await titles('-nächste Zug')).toEqual([])
    const { hits } = await search('kaffet')
    expect(hits.map(({ article }) => article.title)).toEqual(['Kaffet kostar mer'])
  })
})
