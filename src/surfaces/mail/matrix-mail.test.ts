import { expect, it } from 'vitest'
import type { EventPoint, EventSource } from '../../read/events/views.ts'
import { matrixOf } from './matrix-mail.ts'

const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
const source = (name: string, copiesOf: string | null = null): EventSource => ({
  ...{ publisher: name.toLowerCase(), name, articleId: 1, url: 'https://a.example', publishedAt: null, first: false },
  copiesOf,
})
const [a, b, c] = [source('A'), source('B', 'a'), source('C')]
const statement = (text: string, sources: EventSource[]) => ({ text, sources, quotes: [] })
const points: EventPoint[] = [
  { status: 'agreed', judged: true, statements: [statement('Bron öppnar', [a, b])] },
  { status: 'disputed', judged: true, statements: [statement('Den är <b>röd</b>', [a]), statement('Den är blå', [c])] },
]

it('draws points by publishers in text signs, disputed points first, each with its count and the other side', () => {
  const matrix = matrixOf({ t }, { points, sources: [a, b, c] })
  expect(matrix?.text.split('\n')).toEqual([
    '●○≠ Den är <b>röd</b> (matrix.count 1 3)',
    '≠ Den är blå',
    '●◐○ Bron öppnar (matrix.count 2 3)',
    'matrix.order: A, B, C',
    '● matrix.says  ◐ matrix.copies  ≠ matrix.differs  ○ matrix.silent',
  ])
  const page = String(matrix?.html)
  expect(page).toContain('>●○≠</td>')
  expect(page).toContain('Den är &lt;b&gt;röd')
  expect(page).not.toMatch(/<svg|<img|<b>/)
})

it.each([
  ['no points', [], [a, b]],
  ['one publisher', points, [a]],
])('is left out with %s', (_, given, sources) => {
  expect(matrixOf({ t }, { points: given, sources })).toBeNull()
})

it('stays small however many say how much', () => {
  const sources = Array.from({ length: 40 }, (_, at) => source(`Tidning ${at}`))
  const many = Array.from(
    { length: 6 },
    (): EventPoint => ({
      ...{ status: 'agreed', judged: true },
      statements: [statement('x'.repeat(120), sources)],
    }),
  )
  expect(String(matrixOf({ t }, { points: many, sources })?.html).length).toBeLessThan(4000)
})
