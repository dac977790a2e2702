import { expect, it } from 'vitest'
import type { EventPoint, EventSource } from '../../news/events/queries/views.ts'
import { pointsOf } from './points-mail.ts'

const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
const context = { t, baseUrl: 'https://a.example', paths: {} as never, site: { name: 'A', language: 'sv' } }
const source = (name: string): EventSource => ({
  publisher: name.toLowerCase(),
  name,
  articleId: 1,
  url: 'https://a.example',
  publishedAt: null,
  first: false,
  read: true,
  copiesOf: null,
})
const [a, b, c] = [source('A'), source('B'), source('C')]
const quote = (text: string) => ({ ...source('A'), text, language: 'en' })
const statement = (text: string, sources: EventSource[], quotes: string[] = []) => ({
  text,
  sources,
  quotes: quotes.map(quote),
})
const points: EventPoint[] = [
  { status: 'agreed', judged: true, statements: [statement('Bron öppnar', [a, b])] },
  { status: 'single', judged: true, statements: [statement('Bron är lång', [a])] },
  {
    status: 'disputed',
    judged: false,
    statements: [statement('Den är <b>röd</b>', [a, b], ['It is <b>red</b>', 'Red']), statement('Den är blå', [c])],
  },
]

it('writes disputes first, each side with its names, its count and a quotation, then what is agreed', () => {
  const written = pointsOf(context, { points, sources: [a, b, c] })
  expect(written?.text.split('\n')).toEqual([
    '≠ disputes.title',
    'A och B (matrix.count 2 3): Den är <b>röd</b>',
    '  ”It is <b>red</b>”',
    'C (matrix.count 1 3): Den är blå',
    'disputes.not_judged',
    '= Bron öppnar (matrix.count 2 3)',
  ])
  const page = String(written?.html)
  for (const part of [
    '<b>A och B</b>',
    'Den är &lt;b&gt;röd',
    '<i lang="en">”It is &lt;b&gt;red',
    'disputes.not_judged',
  ])
    expect(page).toContain(part)
  expect(page).not.toMatch(/<svg|<img|Bron är lång/)
})

it.each([
  ['no points', [], [a, b]],
  ['one publisher', points, [a]],
  ['points of one source alone', points.slice(1, 2), [a, b]],
])('is left out with %s', (_, given, sources) => {
  expect(pointsOf(context, { points: given, sources })).toBeNull()
})

it('stays small however many say how much', () => {
  const sources = Array.from({ length: 40 }, (_, at) => source(`Tidning ${at}`))
  const side = () => statement('x'.repeat(120), sources, ['y'.repeat(200)])
  const many = Array.from(
    { length: 6 },
    (): EventPoint => ({ status: 'disputed', judged: true, statements: [side(), side(), side(), side()] }),
  )
  const written = pointsOf(context, { points: many, sources })
  expect(String(written?.html).length).toBeLessThan(10_000)
  expect(written?.text).toContain('disputes.more_statements 1')
})
