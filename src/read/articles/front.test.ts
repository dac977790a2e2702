import { describe, expect, it } from 'vitest'
import { groupEvents, takeLeading } from './front.ts'
import type { ArticleView } from './views.ts'

const now = new Date('2026-11-21T12:00:00Z')

const article = (id: number, hoursAgo: number, values: Partial<ArticleView> = {}): ArticleView => ({
  id,
  url: '',
  original: { title: '', summary: '', language: 'en' },
  translated: null,
  title: `${id}`,
  summary: '',
  language: 'en',
  summaryBy: 'excerpt',
  summarisedAt: null,
  imageUrl: null,
  author: null,
  publishedAt: new Date(now.getTime() - hoursAgo * 3_600_000),
  discoveredAt: now,
  sortAt: new Date(now.getTime() - hoursAgo * 3_600_000),
  updatedAt: now,
  kind: null,
  relevant: true,
  sourceCount: 1,
  views: 0,
  popularityScore: 0,
  feed: { id: 1, title: '', url: '', language: null, iconUrl: null },
  tags: [],
  eventId: null,
  ...values,
})

describe('groupEvents', () => {
  it('joins what is one happening and keeps the rest apart, newest lead first', () => {
    const events = groupEvents([article(3, 1), article(2, 2, { eventId: 9 }), article(1, 3, { eventId: 9 })], 'sv')
    expect(events.map((event) => [event.lead.id, event.others.map((other) => other.id)])).toEqual([
      [3, []],
      [1, [2]],
    ])
  })

  it('lets the earliest lead that a reader can read in their own language', () => {
    const members = [
      article(1, 5, { eventId: 9, imageUrl: 'x' }),
      article(2, 4, { eventId: 9, language: 'sv' }),
      article(3, 3, { eventId: 9, language: 'sv', imageUrl: 'x' }),
      article(4, 2, { eventId: 9, language: 'sv', imageUrl: 'x' }),
    ]
    expect(groupEvents(members, 'sv')[0]).toMatchObject({ lead: { id: 3 }, firstAt: members[0]?.sortAt })
    expect(groupEvents(members, 'sv')[0]?.others.map((other) => other.id)).toEqual([1, 2, 4])
  })

  it('lets a dated article lead before one of which only the discovery is known', () => {
    const members = [article(1, 5, { eventId: 9 }), article(2, 4, { eventId: 9, language: 'sv', publishedAt: null })]
    expect(groupEvents(members, 'sv')[0]).toMatchObject({ lead: { id: 1 } })
  })
})

describe('takeLeading', () => {
  it('never leads with an article without a date, while there is a dated one', () => {
    const undated = article(1, 0, { publishedAt: null, sourceCount: 9, imageUrl: 'x' })
    const { leading, rest } = takeLeading(groupEvents([undated, article(2, 90)], 'sv'), 1, now)
    expect(leading.map((event) => event.lead.id)).toEqual([2])
    expect(rest.map((event) => event.lead.id)).toEqual([1])
    expect(takeLeading(groupEvents([undated], 'sv'), 1, now).leading).toHaveLength(1)
  })

  it('puts what many report before what is a little newer, and the new before the old', () => {
    const events = groupEvents(
      [article(1, 1), article(2, 3, { eventId: 2, sourceCount: 7 }), article(3, 60, { eventId: 3, sourceCount: 9 })],
      'sv',
    )
    const { leading, rest } = takeLeading(events, 2, now)
    expect(leading.map((event) => event.lead.id)).toEqual([2, 1])
    expect(rest.map((event) => event.lead.id)).toEqual([3])
  })
})
