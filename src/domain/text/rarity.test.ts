import { expect, test } from 'vitest'
import { contentLexicon } from '../../../tests/support/lexicon.ts'
import { type Background, rarityOn } from './rarity.ts'

const lexicon = contentLexicon()
const names = ['games', 'cauldron']
const TODAY = 100

/** `games` and `cauldron` in so many articles of each hour; forty in all, each hour. */
function background(hours: [number[], number[]], days: [number[], number[]] = [[TODAY], [TODAY]]): Background {
  const all = Array.from({ length: 24 }, () => 40)
  return {
    days: Array.from({ length: 30 }, (_, i) => TODAY - i),
    seen: (term) => days[names.indexOf(term)] ?? [],
    lately: (term) => (term === null ? all : (hours[term] ?? [])),
  }
}

const raritiesIn = (read: Background) => [0, 1].map(rarityOn(lexicon, read, names, TODAY)) as [number, number]

test('the subject of a burst loses weight on its first day, a word of one of its happenings keeps it', () => {
  const [games, cauldron] = raritiesIn(background([Array.from({ length: 24 }, () => 30), [3]]))
  expect(games).toBeLessThan(0.7 * cauldron)
})

test('thirty reports of one happening within an hour make its own words little more usual than eight', () => {
  const [, few] = raritiesIn(background([[], [8]]))
  const [, many] = raritiesIn(background([[], [30]]))
  expect(many).toBeGreaterThan(0.9 * few)
})

test('what was seen long ago makes a word less usual than what was seen last week', () => {
  const days = (first: number) => Array.from({ length: 7 }, (_, i) => first - i)
  const [lately, before] = raritiesIn(background([[], []], [days(TODAY - 1), days(TODAY - 80)]))
  expect(before).toBeGreaterThan(lately)
})

test('what comes later changes nothing about a day', () => {
  const [before] = raritiesIn(background([[], []], [[TODAY], []]))
  const [after] = raritiesIn(background([[], []], [[TODAY, TODAY + 1, TODAY + 2], []]))
  expect(after).toBe(before)
})
