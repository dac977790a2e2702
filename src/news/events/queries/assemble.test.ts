import { describe, expect, it } from 'vitest'
import { articleView, eventView } from '../../../../tests/support/views.ts'
import type { PointStatus, StoredPoint } from '../rules/event-text.ts'
import { assembleEvent } from './assemble.ts'

const text = {
  revision: 2,
  title: 'Our title',
  summary: 'Our summary.',
  by: 'ai' as const,
  model: 'played',
  at: new Date('2026-11-21T11:30:00Z'),
  articleIds: [1, 2],
}
const row = { id: 7, lastAt: new Date('2026-11-21T11:00:00Z'), sourceCount: 2, entriesCount: 2, splitFrom: null }

describe('the lead of an event', () => {
  const leadOf = (...entries: Parameters<typeof eventView>[0]) => eventView(entries).lead.id

  it('is the earliest that a reader can read in their own language, with an image', () => {
    const swedish = { language: 'sv' }
    const pictured = { language: 'sv', imageUrl: 'x' }
    const members = [articleView(1, 5, { imageUrl: 'x' }), articleView(2, 4, swedish), articleView(3, 3, pictured)]
    expect(leadOf(...members, articleView(4, 2, pictured))).toBe(3)
  })

  it('is dated rather than one of which only the discovery is known', () => {
    expect(leadOf(articleView(1, 5), articleView(2, 4, { language: 'sv', publishedAt: null }))).toBe(1)
  })

  it('is about the topic rather than not', () => {
    expect(leadOf(articleView(1, 5, { relevant: false, language: 'sv' }), articleView(2, 4))).toBe(2)
  })
})

const pointOf = (status: PointStatus, ...statements: [text: string, articles: number[]][]): StoredPoint => ({
  status,
  judged: true,
  statements: statements.map(([text, articles]) => ({
    text,
    articles,
    quotes: articles.map((article) => ({ article, text: 'As it said.' })),
  })),
})

describe('the text of an event', () => {
  const entries = [articleView(1, 2), articleView(2, 1, { summaryBy: 'ai', language: 'sv', title: 'Svensk titel' })]

  it('is that of its best source while it has none of its own', () => {
    const event = assembleEvent({ ...row, story: null, text: null }, entries, 'sv')
    expect(event).toMatchObject({ title: 'Svensk titel', textBy: 'ai', revision: 0, textModel: null, points: [] })
    expect(event.updatedAt).toEqual(row.lastAt)
  })

  it('is its own, with the publishers behind each point', () => {
    const point = pointOf('agreed', ['A and B agree.', [1, 2]])
    const event = assembleEvent({ ...row, story: null, text: { ...text, points: [point] } }, entries, 'sv')
    expect(event).toMatchObject({ title: 'Our title', language: 'sv', textBy: 'ai', revision: 2, textModel: 'played' })
    expect(event.points[0]?.statements[0].sources.map(({ name }) => name)).toEqual(['Source 1', 'Source 2'])
    expect(event.updatedAt).toEqual(text.at)
  })

  it('counts the publishers that it was written from, copies as their source', () => {
    const copy = articleView(3, 0, { publisher: 'copy.example', creditedPublisher: entries[0]?.publisher ?? '' })
    const late = articleView(4, 0, { publisher: 'late.example' })
    const event = assembleEvent({ ...row, story: null, text: { ...text, points: [] } }, [...entries, copy, late], 'sv')
    expect(event.textSourceCount).toBe(2)
    expect(event.sources.map(({ read }) => read)).toEqual([true, true, true, false])
    expect(assembleEvent({ ...row, story: null, text: null }, entries, 'sv').textSourceCount).toBe(1)
  })

  it('leaves out a point whose articles are gone, and a dispute that has lost a side', () => {
    const points = [
      pointOf('single', ['Gone.', [9]]),
      pointOf('disputed', ['One.', [1]], ['Two.', [9]]),
      pointOf('disputed', ['Both.', [1]], ['Other.', [2]]),
    ]
    const event = assembleEvent({ ...row, story: null, text: { ...text, points } }, entries, 'sv')
    expect(event.points).toMatchObject([
      {
        statements: [
          { text: 'Both.' },
          { text: 'Other.', sources: [{ articleId: 2 }], quotes: [{ text: 'As it said.' }] },
        ],
      },
    ])
  })
})

describe('the sources of an event', () => {
  const words = (n: number) => Array.from({ length: 30 }, (_, i) => `word${n * 100 + i}`).join(' ')
  const reported = (id: number, hoursAgo: number, summary: string, values = {}) =>
    articleView(id, hoursAgo, { original: { title: 't', summary, language: 'en' }, ...values })

  it('are one a publisher in the order of publication, the first marked', () => {
    const event = eventView([
      reported(1, 3, words(1)),
      reported(2, 2, words(2)),
      reported(3, 1, words(3), { publisher: 'source1.example' }),
    ])
    expect(event.sources.map(({ name, first }) => [name, first])).toEqual([
      ['Source 1', true],
      ['Source 2', false],
    ])
  })

  it('say whose words a copy has, and the first is one with words of its own', () => {
    const event = eventView([
      reported(1, 4, words(1), { creditedPublisher: 'wire.example' }),
      reported(2, 3, words(2)),
      reported(3, 2, `${words(2)} and a little more`),
    ])
    expect(event.sources.map(({ first, copiesOf }) => [first, copiesOf])).toEqual([
      [false, 'wire.example'],
      [true, null],
      [false, 'source2.example'],
    ])
  })

  it('are no copies where a publisher has words of its own as well', () => {
    const event = eventView([
      reported(1, 4, words(1)),
      reported(2, 3, words(1)),
      reported(3, 2, words(3), { publisher: 'source2.example' }),
    ])
    expect(event.sources.map(({ copiesOf }) => copiesOf)).toEqual([null, null])
  })
})
