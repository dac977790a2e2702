import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { articleView, eventView } from '../../../../tests/support/views.ts'
import { lastReport } from '../../../news/events/queries/front.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { parseSite } from '../../../platform/site/site.ts'
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
      const { lead, minute, cards, rows, earlier } = choose(series(1, count, 1))
      const shown = ids([lead, ...minute.events, ...cards, ...rows, ...earlier])
      expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    }
  })

  it('shows a story once among the first ten, by its best event, and its others further down', () => {
    const story = { id: 4, title: 'Strid', status: 'active' as const }
    const events = [event(1, 1, { story }), event(2, 2, { story, sourceCount: 9 }), ...series(10, 20, 3)]
    const { lead, minute, cards, rows, earlier } = choose(events)
    expect(lead.id).toBe(2)
    expect(ids([...minute.events, ...cards, ...rows])).not.toContain(1)
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

  it('takes no old event for new because an article without a date joined it', () => {
    const old = eventView([articleView(1, 72), articleView(2, 0, { publishedAt: null })], { sourceCount: 1 })
    const { lead, minute } = choose([old, ...series(10, 9, 1)])
    expect(ids([lead, ...minute.events])).not.toContain(1)
  })

  it('lists the minute by time, the newest first', () => {
    const older = [event(1, 9, { sourceCount: 8 }), event(2, 5, { sourceCount: 6 }), event(3, 7, { sourceCount: 7 })]
    const { minute } = choose([...older, ...series(10, 9, 1)])
    const times = minute.events.map((event) => lastReport(event).getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(times).size).toBeGreaterThan(2)
  })

  it('shows what has no date where there is nothing else', () =>
    expect(choose([undated(1), undated(2)]).lead.id).toBe(1))
})

describe('publishers', () => {
  const of = (publisher: string, id: number, hoursAgo = 1, values = {}) =>
    eventView([articleView(id, hoursAgo, { publisher, ...values })])
  const flood = Array.from({ length: 30 }, (_, i) => of('flood.example', 100 + i))

  it('have two rows each among the first ten, where there are others', () => {
    const others = Array.from({ length: 10 }, (_, i) => of(`p${i}.example`, 1 + i, 5))
    const { lead, minute, cards } = choose([...flood, ...others])
    const first = [lead, ...minute.events, ...cards].slice(0, 10)
    expect(first.filter(({ id }) => id >= 100)).toHaveLength(2)
  })

  it('have two rows each among the first ten of a day as feeds bring it: one publishes ten, the others a few', () => {
    const day = [
      ...Array.from({ length: 10 }, (_, i) => of('flood.example', 100 + i, i / 20)),
      ...['a', 'a', 'a', 'b', 'b', 'c', 'd', 'd', 'e', 'f'].map((name, i) => of(`${name}.example`, 1 + i, 2 + i)),
    ]
    const { lead, minute, cards, rows } = choose(day)
    const first = [lead, ...minute.events, ...cards, ...rows].slice(0, 10)
    const counts = Object.values(Object.groupBy(first, (event) => event.lead.publisher)).map((of = []) => of.length)
    expect([first.length, Math.max(...counts)]).toEqual([10, 2])
  })

  it('have more among the first ten only where the others have nothing else', () => {
    const { lead, minute } = choose([...flood.slice(0, 10), of('other.example', 1, 3)])
    expect(ids([lead, ...minute.events])).toContain(1)
  })

  it('have three in a row on a day, where there are others', () => {
    const { earlier } = choose([...flood, ...Array.from({ length: 20 }, (_, i) => of('other.example', 1 + i, 2))])
    const names = earlier.map(({ lead }) => lead.publisher)
    const runs = names.map((name, at) => names.slice(at).findIndex((other) => other !== name))
    expect(Math.max(...runs.slice(0, 12))).toBe(3)
  })

  it('lead with no opinion while there is news', () => {
    const opinion = eventView([articleView(1, 0, { kind: 'opinion' })], { sourceCount: 1 })
    expect(choose([opinion, of('a.example', 2, 20)]).lead.id).toBe(2)
    expect(choose([opinion]).lead.id).toBe(1)
  })
})

describe('the day in a minute', () => {
  it('holds seven of today at most, the weightiest first', () => {
    const { lead, minute } = choose([...series(10, 9, 1), event(1, 3, { sourceCount: 12 }), event(2, 30)])
    expect(minute.span).toBe('today')
    expect([lead.id, minute.events.length]).toEqual([1, 4])
    expect(choose(series(1, 40, 1)).minute.events).toHaveLength(6)
  })

  it('says no "today" of yesterday’s events', () => {
    expect(choose([...series(1, 3, 1), ...series(10, 4, 16)]).minute).toMatchObject({ span: 'day' })
    expect(choose(series(1, 9, 40)).minute).toMatchObject({ span: 'latest' })
  })
})
