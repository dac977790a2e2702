import { expect, test } from 'vitest'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { ClusterIndex } from './cluster-index.ts'
import { decide, startDeciding } from './decide.ts'
import { featuresOf } from './pair-features.ts'
import type { Item } from './weighing.ts'

const lexicon = contentLexicon()
const start = Date.UTC(2026, 10, 21, 12)
const HEADLINES = [
  'Rowers from Castleford sink in the harbour final',
  'Bakers in Ripon open a school of rye bread',
] as const

/** Report `n` of one of two incidents, a minute after the last. */
function reportOf(incident: 0 | 1, n: number): Item {
  const features = featuresOf(lexicon, { title: HEADLINES[incident], text: '', language: 'en' })
  return { id: n, at: start + n * 60_000, publisher: `source${n}.example`, features }
}

/** One event of reports of two incidents, one after the other, after wrong decisions. */
function mixedEvent(size: number): ClusterIndex {
  const index = new ClusterIndex()
  const event = index.newEvent()
  for (let n = 1; n <= size; n++) {
    index.put(reportOf(n % 2 === 0 ? 0 : 1, n))
    index.moveArticle(n, event)
  }
  return index
}

function arrive(index: ClusterIndex, item: Item): void {
  index.put(item)
  decide(startDeciding(index, lexicon, null), item, true)
}

const sizesOf = (index: ClusterIndex) => [...index.eventIds].map((id) => index.members(id).size).sort((a, b) => b - a)

test.each([2, 16, 32, 120, 256])('an event of %i articles is opened and parted into its two incidents', (size) => {
  const index = mixedEvent(size)
  arrive(index, reportOf(0, size + 1))
  expect(sizesOf(index)).toEqual([size / 2 + 1, size / 2])
})

test('of a larger one the newest are opened, and the oldest leads the sample of the others', () => {
  const index = mixedEvent(1000)
  const [state] = index.states(index.eventIds, 0)
  expect(state?.opened.map(({ id }) => id)).toEqual(Array.from({ length: 256 }, (_, n) => 745 + n))
  expect(state?.closed).toBe(744)
  expect(state?.sample.map(({ id }) => id)).toHaveLength(16)
  expect(state?.sample[0]?.id).toBe(1)
})

test('an event above 16 articles is opened when it has doubled, and not in between', () => {
  const index = mixedEvent(16)
  for (let n = 0; n < 16; n++) expect(index.states(index.eventIds, 0)[0]?.opened).toHaveLength(16)
  const event = [...index.eventIds][0] as number
  const opened: number[] = []
  for (let n = 17; n <= 200; n++) {
    index.put(reportOf(0, n))
    index.moveArticle(n, event)
    if ((index.states([event], 0)[0]?.opened.length ?? 0) > 0) opened.push(n)
  }
  expect(opened).toEqual([32, 64, 128])
})
