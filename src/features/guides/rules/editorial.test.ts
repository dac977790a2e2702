import { expect, it } from 'vitest'
import { editorialViolations } from './editorial.ts'
import type { Guide } from './guide.ts'
import { overdueGuides } from './overdue.ts'
import { parseWording } from './wording.ts'

const wording = parseWording(`
sourced: [fastest, the best]
current: [the usual one, the newest]
renewed: [last renewed]
ended: [was discontinued]
replaced: [succeeded*]
coming: [is on its way]
attributed: [rumor*, according to]
missed: [was wrong]
again: [so did]
reach: [facts end]
released: [releases, now available]
instead: { tram: streetcar }
statements: [{ words: two doors, unless: estate, why: the estate has five }]
`)

const guide = (slug: string, changes: Partial<Guide> = {}): Guide => ({
  file: `${slug}.md`,
  title: slug,
  slug,
  pageType: 'product_hub',
  family: 'cars',
  generation: null,
  tags: [],
  updated: '2026-11-20',
  factsUntil: '2026-10-01',
  checked: null,
  sources: [],
  specs: [],
  releases: [],
  rumors: [],
  picture: null,
  names: [],
  summary: 'A car.',
  body: 'A car.',
  bodyLine: 10,
  lines: {},
  ...changes,
})
const row = (model: string, year: number, chip?: string) => ({ model, year, ...(chip && { chip }), sources: [1] })
const release = (date: string) => [{ date, sources: [1] }]

const two = guide('volt-2', {
  title: 'Volt 2',
  releases: release('2026-09-01'),
  specs: [row('Volt 2', 2026, 'K9 Max')],
})
const one = guide('volt-1', {
  title: 'Volt 1',
  successor: 'volt-2',
  specs: [row('Volt 1', 2024, 'K8')],
  body: 'It was succeeded by [Volt 2](/volt-2).',
})
const old = guide('coupe', { title: 'Coupe', discontinued: '2026-03-01', body: 'It was discontinued.' })
const hub = (body: string, changes: Partial<Guide> = {}) =>
  guide('cars', { pageType: 'family_hub', specs: [row('Volt 2', 2026)], body, ...changes })
const fine = 'See [Volt 2](/volt-2), [Volt 1](/volt-1) and the [Coupe](/coupe), which was discontinued.'
const objections = (...guides: Guide[]) => {
  const slugs = new Set(guides.map(({ slug }) => slug))
  const rest = [two, one, old, hub(fine)].filter(({ slug }) => !slugs.has(slug))
  return editorialViolations([...guides, ...rest], wording).map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  )
}
const page = (body: string, changes: Partial<Guide> = {}) => guide('x', { family: 'vans', body, ...changes })

it('has nothing against guides that agree', () => {
  expect(objections()).toEqual([])
})

it.each<[name: string, guides: Guide[], objection: string]>([
  [
    'a predecessor as the newest',
    [hub(`Volt 1 is the newest.\n${fine}`)],
    'cars.md:10 "the newest": /volt-1 was succeeded by /volt-2',
  ],
  [
    'the same by a link',
    [hub(`The [old one](/volt-1) is the usual one.\n${fine}`)],
    'cars.md:10 "the usual one": /volt-1 was succeeded by /volt-2',
  ],
  [
    'the same in a summary',
    [hub(fine, { summary: 'Volt 1, the newest.', lines: { summary: 4 } })],
    'cars.md:4 "the newest": /volt-1 was succeeded by /volt-2',
  ],
  [
    'silence about an end',
    [hub('See [Coupe](/coupe).')],
    'cars.md:10 /coupe ended on 2026-03-01: the sentence that links it is silent',
  ],
  [
    'silence about its own end',
    [guide('coupe', { discontinued: '2026-03-01' })],
    'coupe.md:10 the text does not say that it ended on 2026-03-01',
  ],
  [
    'silence about its successor',
    [guide('volt-1', { successor: 'volt-2' })],
    'volt-1.md:10 the text does not say that /volt-2 succeeded it',
  ],
  [
    'a table without the newest member',
    [hub(fine, { specs: [row('Volt 1', 2024)] })],
    'cars.md:10 no row for the newest member, /volt-2 of 2026-09-01',
  ],
  [
    'facts of a family that end before a release',
    [hub(fine, { factsUntil: '2026-08-01' })],
    'cars.md:10 its facts end on 2026-08-01, before the release of /volt-2 on 2026-09-01',
  ],
  [
    'facts that end before its own release',
    [{ ...two, factsUntil: '2026-08-01' }],
    'volt-2.md:10 its facts end on 2026-08-01, before the release of /volt-2 on 2026-09-01',
  ],
  [
    'old facts that the text is silent about',
    [page('A van.', { factsUntil: '2025-12-31' })],
    'x.md:10 its facts end on 2025-12-31, and the text does not say so',
  ],
  [
    'a wrong year of renewal',
    [hub(`Volt 2 was last renewed in May 2025.\n${fine}`)],
    'cars.md:10 renewed in 2025: the newest release of /volt-2 is of 2026',
  ],
  [
    'another chip of the generation',
    [page('Volt 2 has the K9.', { specs: [row('Van', 2026, 'K9')] })],
    'x.md:10 K9: /volt-2 has K9 Max',
  ],
  [
    'the same, said with the sentence before',
    [page('The van went on to K9. So did Volt 2.', { specs: [row('Van', 2026, 'K9')] })],
    'x.md:10 K9: /volt-2 has K9 Max',
  ],
  [
    'tables that differ',
    [page('A van.', { specs: [row('Volt 2', 2026, 'K8')] })],
    'volt-2.md:10 Volt 2 has K9 Max here and K8 on /x',
  ],
  [
    'a generation whose summary names one that left it',
    [
      page('A chip, once of Volt 2.', {
        pageType: 'generation_hub',
        specs: [row('Volt 1', 2024, 'K8')],
        summary: 'The chip K8 of Volt 2.',
      }),
    ],
    'x.md:10 summary: /volt-2 has K9 Max today, not K8',
  ],
  [
    'a number that only the summary has',
    [page('A van with 5 doors.', { summary: 'A van with 4 doors.' })],
    'x.md:10 summary: the text knows nothing of "4"',
  ],
  [
    'a chip that only the summary has',
    [page('A van.', { summary: 'A van with K9 Max.' })],
    'x.md:10 summary: the text knows nothing of "K9 Max"',
  ],
  [
    'a summary of an earlier year',
    [{ ...two, summary: 'The car of 2024.', body: 'Since 2024.' }],
    'volt-2.md:10 summary: 2024: the newest release is of 2026',
  ],
  [
    'a superlative without a source',
    [page('The fastest of all.')],
    'x.md:10 "fastest" has no source: cite one, mark it [?] or leave it out',
  ],
  [
    'a superlative in a summary alone',
    [page('A van.', { summary: 'The fastest.' })],
    'x.md:10 "fastest" has no source in the text',
  ],
  ['a rumor as a fact', [page('A new one is on its way.')], 'x.md:10 "is on its way" is no fact yet: name the source'],
  [
    'failed rumors that the record does not know',
    [
      page('The name was wrong.', {
        rumors: [
          {
            id: 'a',
            on: '2026-01-01',
            claim: 'A van',
            by: { name: 'A', domain: 'a.example' },
            verdict: 'true',
            settled: { on: '2026-02-01', outcome: 'Yes' },
          },
        ],
      }),
    ],
    'x.md:10 "was wrong": no rumor of the record was wrong',
  ],
  [
    'a predecessor without its successor',
    [guide('y', { body: 'Smaller than Volt 1.' })],
    'y.md:10 names /volt-1, but not /volt-2, which succeeded it',
  ],
  ['a word that is not used', [page('A Tram stops.')], 'x.md:10 "Tram": write "streetcar"'],
  ['a statement that was wrong once', [page('It has two doors.')], 'x.md:10 "two doors": the estate has five'],
  [
    'a name that others use',
    [page('A van.', { names: ['Estate'] }), hub(`An estate.\n${fine}`)],
    'x.md:10 "Estate" is a word of /cars too',
  ],
])('objects to %s', (_name, guides, objection) => {
  expect(objections(...guides)).toEqual([objection])
})

it.each<[name: string, guide: Guide]>([
  ['a cited superlative', page('The fastest of all [1].')],
  ['one that is marked as unchecked', page('The fastest of all [?].')],
  ['one below a heading that is marked', page('## Speed [?]\n\nThe fastest of all.')],
  ['a question', page('**Which is the best?** None.')],
  ['a summary whose superlative the text cites', page('The fastest of all [1].', { summary: 'The fastest.' })],
  ['a rumor with its source', page('According to A, a new one is on its way.')],
  ['both of a line, the newest and the one before', page('Volt 2 is the newest, after Volt 1.')],
  ['a longer name', page('Volt 1-series cars are the newest.')],
  ['a statement with what it lacked', page('It has two doors, the estate five.')],
  ['old facts that the text owns up to', page('Its facts end in 2025.', { factsUntil: '2025-12-31' })],
])('has nothing against %s', (_name, one) => {
  expect(objections(one)).toEqual([])
})

it('tells the newest report of a release that is later than the facts of a guide', () => {
  const report = (slug: string, title: string, day: number, names: string[] = []) => ({
    slug,
    file: `${slug}.md`,
    factsUntil: '2026-09-28',
    names,
    title,
    at: new Date(Date.UTC(2026, 9, day)),
  })
  const reports = [
    report('volt-2', 'Maker releases Volt 2 in red', 9, ['Volt 2']),
    report('volt-2', 'Volt 2 now available', 8, ['Volt 2']),
    report('volt-1', 'Maker releases Volt 2 in red', 9, ['Volt 1']),
    report('system', 'Maker releases System 27.1', 7),
    report('coupe', 'A Coupe burned', 7),
  ]
  const overdue = overdueGuides(reports, wording.released)
  expect(overdue.map(({ slug, title }) => [slug, title])).toEqual([
    ['system', 'Maker releases System 27.1'],
    ['volt-2', 'Maker releases Volt 2 in red'],
  ])
  expect(overdueGuides(reports, null)).toEqual([])
})

it('names the line of a word list that cannot be read', () => {
  expect(() => parseWording('sourced: fast')).toThrow('guides/wording.yaml:1')
  expect(() => parseWording('instead: { a: b }\nunknown: []')).toThrow('guides/wording.yaml')
  expect(() => parseWording('sourced: ["(a"]')).toThrow('is no phrase')
})
