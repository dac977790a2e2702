import { describe, expect, it } from 'vitest'
import { type AnchoredEvent, findCoreEntities } from './core-entities.ts'

const DAY = 86_400_000
const [KENT, OAKS, TIM, COOK, FROST] = [1, 2, 3, 4, 5]

/** An event on a day; all that it names is in its headlines. */
function event(day: number, anchors: number[], more: Partial<AnchoredEvent> = {}): AnchoredEvent {
  const firstAt = day * DAY
  const publishers = [`${day}.example`]
  const named = { anchors: Int32Array.from(anchors), leading: Int32Array.from(anchors) }
  return {
    id: day,
    firstAt,
    lastAt: firstAt,
    publishers,
    isNews: true,
    names: [],
    words: new Int32Array(),
    ...named,
    ...more,
  }
}

const find = (events: AnchoredEvent[], common: number[] = [], similar = true) =>
  findCoreEntities(
    events,
    (anchor) => !common.includes(anchor),
    () => similar,
  )?.pair.toSorted() ?? null

const days = (anchors: number[], more: Partial<AnchoredEvent> = {}) => [1, 2, 3].map((day) => event(day, anchors, more))

describe('a thread', () => {
  it('is two anchors that three events share', () => expect(find(days([KENT, OAKS]))).toEqual([KENT, OAKS]))

  it('is no single anchor, however often it recurs', () => expect(find([...days([KENT]), ...days([KENT])])).toBeNull())

  it('is no chain of events of which each shares another anchor with the next', () =>
    expect(
      find([event(1, [KENT, OAKS]), event(2, [OAKS, TIM]), event(3, [TIM, COOK]), event(4, [COOK, KENT])]),
    ).toBeNull())

  it('is none where one of the two is usual', () => expect(find(days([KENT, OAKS]), [OAKS])).toBeNull())

  it('is none of two parts of one name', () =>
    expect(find(days([TIM, COOK], { names: [Int32Array.of(TIM, COOK)] }))).toBeNull())

  it('is none of one day, of one publisher, or without news', () => {
    expect(find(days([KENT, OAKS], { firstAt: DAY }))).toBeNull()
    expect(find(days([KENT, OAKS], { publishers: ['one.example'] }))).toBeNull()
    expect(find(days([KENT, OAKS], { isNews: false }))).toBeNull()
  })

  it('is none where headlines never name one of the two', () =>
    expect(find(days([KENT, OAKS], { leading: Int32Array.of(KENT) }))).toBeNull())

  it('may have a word of the headlines beside a name, where the events are alike', () => {
    const reported = days([KENT], { words: Int32Array.of(FROST) })
    expect(find(reported)).toEqual([KENT, FROST])
    expect(find(reported, [], false)).toBeNull()
    expect(find(days([], { words: Int32Array.of(FROST, OAKS) }))).toBeNull()
  })
})
