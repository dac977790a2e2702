/** The guides that the product ships: complete, linked, dated, and none in the way of a path. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reservedSlugs } from '../../platform/site/reserved.ts'
import { checkGuideFolder, readWording } from './guide-folder.ts'
import { guidesCheck } from './report.ts'
import { checkGuides } from './rules/check.ts'
import { findCitations } from './rules/citations.ts'
import { parseGuide } from './rules/parse.ts'

const { guides } = await checkGuideFolder('content/guides')
const { rules: wording } = await readWording('content/guides')

it('pass the check without a complaint, tags of the vocabulary included', async () => {
  const lines: string[] = []
  expect(await guidesCheck('content', { line: (text = '') => lines.push(text) })).toBe(0)
  expect(lines).toEqual(['68 guides (10 family_hub, 10 generation_hub, 41 product_hub, 7 rumor), 0 errors'])
})

it('are none in a content folder without them, which is no error', async () => {
  const lines: string[] = []
  expect(await guidesCheck('src', { line: (text = '') => lines.push(text) })).toBe(0)
  expect(lines.join()).toMatch(/^There is no folder .*guides, so there are no guides\.$/)
})

it('have no name of a path of the service', () => {
  expect(guides.filter(({ slug }) => reservedSlugs.has(slug))).toEqual([])
})

it('say how far their facts reach, never past the day they were gone through', () => {
  expect(guides.filter(({ factsUntil, updated }) => factsUntil === null || factsUntil > updated)).toEqual([])
})

it('say where their facts come from, and when the sources were read, or mark their facts as unchecked', () => {
  const lacking = guides.filter(
    ({ sources, checked, body }) =>
      (sources.length === 0 || checked === null) && !findCitations(body).some(({ source }) => source === null),
  )
  expect(lacking.map(({ slug }) => slug)).toEqual([])
})

it('price what they describe in kronor, and call a price in dollars American', () => {
  const priced = guides.flatMap(({ slug, specs }) => specs.map(({ price }) => ({ slug, currency: price?.currency })))
  expect(priced.filter(({ currency }) => currency !== undefined && currency !== 'SEK')).toEqual([])
  const dollars = guides.filter(({ body }) =>
    body.split('\n').some((line) => /dollar/i.test(line) && !/USA/.test(line)),
  )
  expect(dollars.map(({ slug }) => slug)).toEqual([])
})

it('cite every source that they list', () => {
  const idle: string[] = []
  for (const { slug, body, specs, releases, sources } of guides) {
    const listed = [...specs, ...releases].flatMap((row) => row.sources)
    const cited = new Set([...findCitations(body).map(({ source }) => source), ...listed])
    for (const [index, { url }] of sources.entries()) if (!cited.has(index + 1)) idle.push(`${slug}: ${url}`)
  }
  expect(idle).toEqual([])
})

it('show a drawing each, described in words, and no drawing lies unused', () => {
  expect(guides.filter(({ picture }) => picture === null).map(({ slug }) => slug)).toEqual([])
  const drawn = readdirSync('content/guides/pictures').map((file) => file.replace('.svg', ''))
  expect([...new Set(guides.map(({ picture }) => picture?.name))].sort()).toEqual(drawn.sort())
})

it('speak of a rumor as a rumor', () => {
  const rumors = guides.filter(({ pageType }) => pageType === 'rumor')
  for (const { title, body } of rumors) expect(`${title} ${body}`).toMatch(/rykte/i)
})

it('do not repeat a sentence from page to page', () => {
  const seen = new Map<string, string>()
  const repeated: string[] = []
  for (const { slug, body } of guides)
    for (const sentence of body.split(/(?<=[.?!])\s+/).filter((text) => text.split(' ').length > 7)) {
      const first = seen.get(sentence)
      if (first !== undefined && first !== slug) repeated.push(`${first}, ${slug}: ${sentence}`)
      seen.set(sentence, slug)
    }
  expect(repeated).toEqual([])
})

it('stand in files that git stores as they are read', () => {
  for (const { file } of guides) expect(readFileSync(`content/guides/${file}`, 'utf8')).not.toMatch(/\r|\t| $/m)
})

/** Errors that an editor found: the guide, its text today, the error in its place, and part of the objection. */
const corrected: [slug: string, today: string, error: string, objection: string][] = [
  // A page that its member, its successor or its own record contradicts.
  [
    'apple-watch',
    'Den vanliga heter sedan den 18 september 2026 [Apple Watch Series 12](/apple-watch-series-12) [3].',
    '[Apple Watch Series 11](/apple-watch-series-11) är den vanliga.',
    '/apple-watch-series-11 was succeeded by /apple-watch-series-12',
  ],
  [
    'mac',
    'förnyades sist 2023 och lades ned den 26 mars 2026 [?].',
    'förnyades sist 2023 och har ingen efterföljare.',
    '/mac-pro ended on 2026-03-26',
  ],
  [
    'm4-generationen',
    'ersattes M4 i Mac mini av M6 eller M5 Pro [9][10], och i Mac Studio av M5 Max eller M5 Ultra [5].',
    'gjorde även Mac mini och Mac Studio det [5].',
    'M5: /mac-mini has M5 Pro',
  ],
  [
    'm4-generationen',
    'chippet som finns kvar i iMac och iPad Air och som',
    'chippet som sitter i iMac, Mac mini och Mac Studio och som',
    'summary: /mac-mini has M6, M5 Pro today, not M4',
  ],
  [
    'iphone',
    '  - model: "iPhone Duo"\n    year: 2026\n    chip: "A20 Pro"\n    sources: [5]\n',
    '',
    'no row for the newest member, /iphone-duo',
  ],
  [
    'iphone-16e',
    'I mars 2026 togs den ur Apples sortiment [?]. Efterföljaren heter [iPhone 17e]',
    'Sedan mars 2026 heter det naturliga valet [iPhone 17e]',
    'does not say that /iphone-17e succeeded it',
  ],
  [
    'apple-watch-se',
    ' Den vanliga klockan heter i dag [Series 12](/apple-watch-series-12) [5];',
    '',
    'names /apple-watch-series-11, but not /apple-watch-series-12',
  ],
  [
    'vikbar-iphone',
    'De kommer alla från Bloomberg.',
    'Rykten ur leverantörskedjan brukar ha fel om namn och datum.',
    '"fel om": no rumor of the record was wrong',
  ],
  [
    'apple-tv-tjansten',
    'Våra uppgifter slutar i december 2025; vad som',
    'Vad som',
    'its facts end on 2025-12-31, and the text does not say so',
  ],
  // A superlative or a comparison without a source.
  [
    'airpods',
    'Fråga vad ett byte kostar innan du köper begagnat.',
    'Ett byte kostar nästan lika mycket som nya lurar.',
    '"nästan lika mycket som" has no source',
  ],
  [
    'ipad-mini',
    'iPad mini är Apples lilla platta.',
    'iPad mini är den enda lilla plattan.',
    '"är den enda" has no source',
  ],
  ['apple-watch-se', 'Apples enklare klocka', 'Den billigaste klockan', '"billigaste" has no source'],
  [
    'apple-tv-4k',
    'Tv-boxen från 2022 med A15:',
    'Tv-boxen från 2022 med A15, fortfarande snabbast i klassen:',
    '"snabbast" has no source',
  ],
  ['ipad-pro', 'Vad den har mer än Air,', 'Apples mest avancerade platta,', '"mest avancerade" has no source'],
  // A rumor as a fact.
  ['ipad-mini', '**En ny ryktas.**', '**En ny är på väg eller redan här.**', '"är på väg" is no fact yet'],
  // Facts that no table holds.
  [
    'ipad-mini',
    'Chippet är av samma slag som i iPhone,',
    'Den lilla plattan har samma slags chip som de stora,',
    'iPad mini has a chip of the iPhone',
  ],
  [
    'ipad-mini',
    'Pencil Pro fungerar bara med den som har A17 Pro;',
    'Pencil Pro fungerar;',
    'Pencil Pro fits iPad mini with A17 Pro',
  ],
  [
    'homepod',
    'Andra generationen kom i februari 2023 [1].',
    'Andra generationen kom i februari 2023 [1] och har mätare för temperatur och luftfuktighet [6].',
    'both HomePod models have the sensors',
  ],
  [
    'homepod',
    'Båda har även radiotekniken Thread, mini [7] liksom den stora från 2023 [?];',
    'Mini har även radiotekniken Thread [7];',
    'the large HomePod of 2023 has Thread too',
  ],
  ['apple-tv-och-hem', ', i den stora HomePod från 2023 [?] och', ' och', 'the large HomePod of 2023 has Thread too'],
  [
    'iphone-air',
    'och 28 för den svenska 17 Pro [?]',
    'och 30 för 17 Pro [3]',
    '30 and 35 hours are of the model with eSIM alone',
  ],
  [
    'iphone-17-pro',
    '33 timmars strömmad video mot 28 [?].',
    '35 timmars strömmad video mot 30 [5].',
    '30 and 35 hours are of the model with eSIM alone',
  ],
  [
    'iphone-17-serien',
    'och 27 i grundmodellen [9].',
    ', 27 i grundmodellen, 30 i Pro och 35 i Pro Max [9].',
    '30 and 35 hours are of the model with eSIM alone',
  ],
  [
    'operativsystem',
    ' efter att det sista exemplaret av modellen släpptes på marknaden [?].',
    ' [6].',
    'five years from the last unit',
  ],
  [
    'iphone-17-serien',
    ' efter att det sista exemplaret av modellen släpptes på marknaden [?].',
    ' [13].',
    'five years from the last unit',
  ],
  ['ipad-pro', ', och detsamma gäller modellen med M5 [?].', '.', 'the same is true of the model with M5'],
  [
    'jubileums-iphone',
    'iPhone X kom till tioårsdagen, men ett enda exempel är ingen vana.',
    'Apple firar sällan jämna år för sakens skull.',
    'iPhone X came for the tenth year',
  ],
  // Words.
  [
    'iphone-duo',
    'Mått, vikt och batteritid har vi inte läst.',
    'Mått och vikt står inte här, eftersom ingen källa på vår lista anger dem.',
    'write "har vi inte läst"',
  ],
  [
    'airpods-max',
    'Om mer än chippet är nytt har vi inte läst.',
    'Om mer är nytt framgår inte av de källor vi litar på.',
    'write "har vi inte läst"',
  ],
  ['mac', 'konstruerar Apple sina egna datorchip', 'bygger Apple sina egna datorchip', 'konstruerar Apple'],
  ['apple-pay', 'Swish och BankID', 'Swish och Bank-ID', 'write "BankID"'],
  ['airpods-5', 'Båda har chippet H2', 'Båda har kretsen H2', 'write "chip"'],
  ['apple-tv-tjansten', 'Du behöver ingen Apple-enhet', 'Du behöver ingen Apple-apparat', 'write "Apple-enhet"'],
  ['macbook-pro-med-oled', '"MacBook med pekskärm"]', '"MacBook med pekskärm", "OLED"]', '"OLED" is a word of'],
]

it.each(corrected)(
  'object to an error that is put back: %s, error %#',
  { tags: 'slow' },
  (slug, today, error, objection) => {
    const text = readFileSync(`content/guides/${slug}.md`, 'utf8')
    expect(text.split(today)).toHaveLength(2)
    const drawings = new Map(guides.flatMap(({ picture }) => (picture ? [[picture.name, picture.svg] as const] : [])))
    const parsed = parseGuide(
      `${slug}.md`,
      text.replace(today, () => error),
      drawings,
    )
    if (!('guide' in parsed)) throw new Error(JSON.stringify(parsed.violations))
    const withError = guides.map((guide) => (guide.slug === slug ? parsed.guide : guide))
    const messages = checkGuides(withError, { ...(wording && { wording }) }).map(
      ({ file, message }) => `${file} ${message}`,
    )
    expect(messages.filter((message) => message.startsWith(`${slug}.md`)).join('\n')).toContain(objection)
  },
)
