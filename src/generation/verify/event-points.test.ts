import { describe, expect, it } from 'vitest'
import { storedPoint } from '../../domain/events/event-text.ts'
import { loadVerifyRules } from '../load-rules.ts'
import { type EventAnswer, type Report, supportedPoints } from './event-points.ts'

const rules = await loadVerifyRules('content', 'sv', ['Apple'])

const report = (articleId: number, publisher: string, text: string, voice = publisher): Report => ({
  articleId,
  title: 'The bridge at Ramsvik opens',
  text,
  language: 'en',
  publisher,
  author: null,
  attributedTo: voice,
})
const reports = [
  report(
    1,
    'The Post',
    'The bridge at Ramsvik opens on Saturday. It cost 450 million kronor and took three years to build.',
  ),
  report(
    2,
    'The Mail',
    'On Saturday the new bridge at Ramsvik opens. The bill is 520 million kronor, the council says.',
  ),
  report(
    3,
    'The Echo',
    'The bridge at Ramsvik opens on Saturday. It cost 450 million kronor and took three years to build.',
    'The Post',
  ),
]

type Point = EventAnswer['points'][number]
const point = (text: string, evidence: [number, string][], against: Point['against'] = null): Point => ({
  text,
  evidence: evidence.map(([number, quote]) => ({ source: number, quote })),
  against,
})
const opens: Point = point('Bron vid Ramsvik öppnar på lördag.', [
  [1, 'The bridge at Ramsvik opens on Saturday'],
  [2, 'the new bridge at Ramsvik opens'],
])
const cost = (amount: number, evidence: [number, string][], against: Point['against'] = null) =>
  point(`Bygget kostade ${amount} miljoner kronor.`, evidence, against)

const heldOf = (points: Point[]) => supportedPoints({ title: '', sentences: [], points }, reports, rules)

function pointsOf(points: Point[]) {
  const reportsBy = (by: { source: number }[]) => by.map(({ source }) => reports[source - 1] as Report)
  return heldOf(points).flatMap(
    (held) => storedPoint(held, reportsBy(held.by), held.against ? reportsBy(held.against.by) : []) ?? [],
  )
}

describe('a point', () => {
  it('finds out for itself that two publishers agree', () => {
    expect(pointsOf([opens])).toEqual([
      { text: 'Bron vid Ramsvik öppnar på lördag.', status: 'agreed', articles: [1, 2], against: null },
    ])
  })

  it('takes a copy for the voice of its original', () => {
    const twice = cost(450, [
      [1, 'It cost 450 million kronor'],
      [3, 'It cost 450 million kronor'],
    ])
    expect(pointsOf([twice])).toMatchObject([{ status: 'single', articles: [1, 3] }])
  })

  it('shows a dispute with both sides where the numbers differ', () => {
    const disputed = cost(450, [[1, 'It cost 450 million kronor']], {
      text: 'Notan blev 520 miljoner kronor.',
      evidence: [{ source: 2, quote: 'The bill is 520 million kronor' }],
    })
    expect(pointsOf([disputed])).toEqual([
      {
        text: 'Bygget kostade 450 miljoner kronor.',
        status: 'disputed',
        articles: [1],
        against: { text: 'Notan blev 520 miljoner kronor.', articles: [2] },
      },
    ])
  })

  it('shows it whichever side comes first', () => {
    const against = {
      text: 'Bygget kostade 450 miljoner kronor.',
      evidence: [{ source: 1, quote: 'It cost 450 million kronor' }],
    }
    expect(pointsOf([cost(520, [[2, 'The bill is 520 million kronor']], against)])).toMatchObject([
      { status: 'disputed', articles: [2], against: { articles: [1] } },
    ])
  })

  it('makes two points of a dispute that is none', () => {
    const both = { ...opens, evidence: opens.evidence.slice(0, 1) }
    const against = { text: 'Trafiken släpps på under lördagen.', evidence: opens.evidence.slice(1) }
    expect(pointsOf([{ ...both, against }]).map(({ status, articles }) => [status, articles])).toEqual([
      ['single', [1]],
      ['single', [2]],
    ])
  })

  it('lets no publisher dispute with itself', () => {
    const against = {
      text: 'Bron öppnar vid Ramsvik.',
      evidence: [{ source: 3, quote: 'The bridge at Ramsvik opens on' }],
    }
    const points = pointsOf([cost(450, [[1, 'It cost 450 million kronor']], against)])
    expect(points.map(({ status }) => status)).toEqual(['single', 'single'])
  })

  it.each([
    ['a passage that stands in no report', cost(450, [[1, 'It cost 450 million in all']])],
    ['a passage of another report than the one it names', cost(450, [[2, 'It cost 450 million kronor']])],
    ['a report that there is not', cost(450, [[9, 'It cost 450 million kronor']])],
    ['a passage of a word or two', cost(450, [[1, '450 million kronor']])],
    ['no evidence at all', point('Bron öppnar.', [])],
  ])('drops a point that rests on %s', (_, wrong) => {
    expect(heldOf([opens, wrong])).toHaveLength(1)
  })

  it('keeps its passages with other quotation marks and white space', () => {
    expect(heldOf([cost(450, [[1, 'It cost  450 million kronor']])])).toHaveLength(1)
  })

  it('shows six points at most', () => {
    expect(heldOf(Array.from({ length: 9 }, () => opens))).toHaveLength(6)
  })
})
