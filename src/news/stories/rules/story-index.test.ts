import { describe, expect, it } from 'vitest'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { StoryMemory } from '../../../../tests/support/stages.ts'
import { dayOf } from '../../../platform/text/rarity.ts'
import { featuresOf } from './features.ts'
import type { IndexedEvent } from './story-index.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 1)
const lexicon = contentLexicon()

const reported = (id: number, day: number, title: string) => {
  const article = { title, lead: '', tags: [], language: 'en', publisher: `${id % 3}.example`, kind: null }
  return { id, articles: [{ ...article, at: START + day * DAY + (id % 46) * 1_800_000 }] }
}

/** Thirty days of other news. */
function quietMonth(): StoryMemory {
  const memory = new StoryMemory(lexicon)
  memory.add(Array.from({ length: 60 }, (_, i) => reported(i, Math.floor(i / 2) - 30, `Village${i} greets singer${i}`)))
  return memory
}

describe('the index of stories', () => {
  it("weighs the subject of a burst less than the words of one of the burst's events", () => {
    const memory = quietMonth()
    const burst = Array.from({ length: 40 }, (_, i) => reported(100 + i, 0, `Now the Nordgames, cauldron${i} glows`))
    memory.add([...burst, reported(200, 0, 'Nordgames, ferryman')])
    const weights = memory.index.scale(lexicon, dayOf(START))(memory.index.event(200) as IndexedEvent).weights
    expect(Math.min(...weights)).toBeLessThan(0.6 * Math.max(...weights))
  })

  it('forgets the words of an event that is gone', () => {
    const { index } = quietMonth()
    const weigh = () => [...index.scale(lexicon, dayOf(START))(index.event(1) as IndexedEvent).weights]
    const before = weigh()
    const [article] = reported(300, 0, 'Village1 greets').articles
    index.put({ id: 300, firstAt: START, lastAt: START }, featuresOf(lexicon, article ? [article] : []))
    expect(weigh()).not.toEqual(before)
    index.remove(300)
    expect(weigh()).toEqual(before)
  })
})

describe('no story', () => {
  it.each([
    ['numbers alone', (i: number) => `Then word${i} of 1500 in 21 for 9,5`],
    ['one name alone', (i: number) => `Now word${i} in Hedby is other${i}`],
    ['one word alone', (i: number) => `Now word${i} in frost is other${i}`],
  ])('is held together by %s', (_, title) => {
    const memory = quietMonth()
    memory.add(Array.from({ length: 6 }, (_, i) => reported(100 + i, i, title(i))))
    expect(memory.stories.size).toBe(0)
  })

  it('is missing where a second name joins the first', () => {
    const memory = quietMonth()
    memory.add(Array.from({ length: 6 }, (_, i) => reported(100 + i, i, `Now word${i} in Hedby sues Lindqvist`)))
    expect(memory.stories.size).toBe(1)
  })
})
