import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { articleView, eventView } from '../../../../tests/support/views.ts'
import { parseSite } from '../../../domain/site/site.ts'
import type { EventView } from '../../../read/events/views.ts'
import { chooseFront } from './front-choice.ts'

const site = parseSite(readFileSync('content/site.yaml', 'utf8'))
/** 13:00 in Stockholm. */
const now = new Date('2026-11-21T12:00:00Z')
const event = (id: number, hoursAgo: number, values: Partial<EventView> = {}) =>
  eventView([articleView(id, hoursAgo)], values)
const undated = (id: number, values: Partial<EventView> = {}) =>
  eventView([articleView(id, 0, { publishedAt: null })], values)
const series = (from: number, count: number, hoursAgo: number) =>
  Array.from({ length: count }, (_, i) => event(from + i, hoursAgo + i / 10))
const ids = (events: EventView[]) => events.map(({ id }) => id)
const choose = (events: EventView[]) => {
  const choice = chooseFront(events, now, site)
  if (!choice) throw new Error('nothing was chosen')
  return choice
}

describe('chooseFront', () => {
  it('has nothing to show of nothing', () => expect(chooseFront([], now, site)).toBeNull())

  it('shows each event once, whatever there is', () => {
    for (const count of [1, 2, 5, 11, 60]) {
      const { lead, cards, rows, earlier } = choose(series(1, count, 1))
      const shown = ids([lead, ...cards, ...rows, ...earlier])
      expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    }
  })

  it('shows a story once among the first ten, by its best event, and its others further down', () => {
    const story = { id: 4, title: 'Strid', status: 'active' as const }
    const events = [event(1, 1, { story }), event(2, 2, { story, sourceCount: 9 }), ...series(10, 20, 3)]
    const { lead, cards, rows, earlier } = choose(events)
    expect(lead.id).toBe(2)
    expect([lead, ...cards, ...rows]).toHaveLength(10)
    expect(ids([...cards, ...rows])).not.toContain(1)
    expect(ids(earlier)).toContain(1)
  })

  it('puts what has no date below all that has one', () => {
    const { lead, cards, rows, earlier, minute } = choose([undated(1, { sourceCount: 9 }), ...series(10, 14, 1)])
    expect(ids([lead, ...cards, ...rows, ...minute.events])).not.toContain(1)
    expect(earlier.at(-1)?.id).toBe(1)
  })

  it('lets a source that dates nothing fill no more than a corner', () => {
    const flood = Array.from({ length: 40 }, (_, i) => undated(100 + i))
    const { earlier } = choose([...flood, ...series(1, 14, 30)])
    expect(ids(earlier).filter((id) => id >= 100)).toHaveLength(9)
  })

  it('shows what has no date where there is nothing else', () =>
    expect(choose([undated(1), undated(2)]).lead.id).toBe(1))
})

describe('the day in a minute', () => {
  it('holds seven of today at most, the weightiest first', () => {
    const { minute } = choose([...series(10, 9, 1), event(1, 3, { sourceCount: 12 }), event(2, 30)])
    expect(minute.span).toBe('today')
    expect(minute.events).toHaveLength(7)
    expect(minute.events[0]?.id).toBe(1)
  })

  it('says no "today" of yesterday’s events', () => {
    expect(choose([...series(1, 3, 1), ...series(10, 4, 16)]).minute).toMatchObject({ span: 'day' })
    expect(choose(series(1, 9, 40)).minute).toMatchObject({ span: 'latest' })
  })
})
