import { describe, expect, it } from 'vitest'
import { loadVerifyRules } from '../load-rules.ts'
import { doubtfulPairs, type EventAnswer, type Report, supportedStatements } from './event-points.ts'

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

const supported = (points: Point[]) => supportedStatements(points, reports)

describe('a statement', () => {
  it('has the passages that occur in their reports, by the number of its point and side', () => {
    const against = [
      { text: 'Notan blev 520 miljoner kronor.', evidence: [{ source: 2, quote: 'The bill is 520 million kronor' }] },
      { text: 'Ingen vet vad den kostade.', evidence: [{ source: 1, quote: 'nobody knows what it cost' }] },
    ]
    expect(supported([opens, cost(450, [[1, 'It cost 450 million kronor']], against)])).toMatchObject([
      { text: opens.text, by: [{ source: 1 }, { source: 2 }], point: 0, side: 0 },
      { text: 'Bygget kostade 450 miljoner kronor.', by: [{ source: 1 }], point: 1, side: 0 },
      { text: 'Notan blev 520 miljoner kronor.', by: [{ source: 2 }], point: 1, side: 1 },
    ])
  })

  it.each([
    ['a passage that stands in no report', cost(450, [[1, 'It cost 450 million in all']])],
    ['a passage of another report than the one it names', cost(450, [[2, 'It cost 450 million kronor']])],
    ['a report that there is not', cost(450, [[9, 'It cost 450 million kronor']])],
    ['a passage of a word or two', cost(450, [[1, '450 million kronor']])],
    ['no evidence at all', point('Bron öppnar.', [])],
  ])('is dropped where it rests on %s', (_, wrong) => {
    expect(supported([opens, wrong])).toHaveLength(1)
  })

  it.each([
    ['It is open.', 'The bridge has cost much. It is open. Cars may use it.', 1],
    ['It is open', 'It is open.', 1],
    ['Is it open?', 'Cars wait. “Is it open?” they say.', 0],
    ['It is open!', 'The wait is over.\nIt is open!', 1],
    ['it is open', 'They say it is open.', 0],
    ['It is open', 'It is open on Sundays.', 0],
  ])('may rest on %j of %j: %i', (quote, text, count) => {
    const statements = supportedStatements([point('Den är öppen.', [[1, quote]])], [report(1, 'The Post', text)])
    expect(statements).toHaveLength(count)
  })

  it('keeps its passages with other quotation marks and white space', () => {
    expect(supported([cost(450, [[1, 'It cost  450 million kronor']])])).toHaveLength(1)
  })
})

describe('a pair is for the judge', () => {
  const statement = (text: string, voices: string[], point = 0) => ({ text, voices, point })
  const { languages } = rules
  it.each([
    [
      'that the writer set against each other, with a number or none',
      statement('Ingen orsak har uppgetts.', ['post']),
      statement('Felet kom av en uppdatering.', ['mail']),
      true,
    ],
    [
      'that gives the same thing another value, in different points',
      statement('Apple har 60 dagar på sig att ändra villkoren.', ['post'], 0),
      statement('Apple har 90 dagar på sig att ändra villkoren.', ['mail'], 1),
      true,
    ],
    [
      'of one voice, which does not dispute with itself',
      statement('Ja.', ['post']),
      statement('Nej.', ['post', 'mail']),
      false,
    ],
    [
      'of different points and no value',
      statement('Bron öppnar på lördag.', ['post'], 0),
      statement('Färjan slutar gå på lördag.', ['mail'], 1),
      false,
    ],
  ])('%s', (_, a, b, expected) => {
    expect(doubtfulPairs([a, b], languages)).toEqual(expected ? [[0, 1]] : [])
  })
})
