import { expect, test } from 'vitest'
import { contentLexicon } from '../../../tests/support/content.ts'
import { DampenedFrequency } from './dampened-frequency.ts'
import { type Recent, rarityOn } from './rarity.ts'

const lexicon = contentLexicon()
const names = ['games', 'cauldron']
const TODAY = 100

/** `games` and `cauldron` in so many articles of each hour; forty in all, each hour. */
function recent(hours: [number[], number[]]): Recent {
  const all = Array.from({ length: 24 }, () => 40)
  return (term) => damped(term === null ? all : (hours[term] ?? []))
}

/** So many articles of each hour of the day. */
function damped(hours: number[]): number {
  const count = new DampenedFrequency(TODAY * 24, 0)
  for (const [hour, articles] of hours.entries()) count.add(TODAY * 24 + hour, articles)
  return count.upTo(TODAY)
}

const raritiesIn = (read: Recent) => [0, 1].map(rarityOn(lexicon, read, names, TODAY)) as [number, number]

test('the subject of a burst loses weight on its first day, a word of one of its happenings keeps it', () => {
  const [games, cauldron] = raritiesIn(recent([Array.from({ length: 24 }, () => 30), [3]]))
  expect(games).toBeLessThan(0.7 * cauldron)
})

test('thirty reports of one happening within an hour make its own words not much more usual than eight', () => {
  const [, few] = raritiesIn(recent([[], [8]]))
  const [, many] = raritiesIn(recent([[], [30]]))
  expect(many).toBeGreaterThan(0.8 * few)
})
