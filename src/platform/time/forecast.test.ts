import { expect, it } from 'vitest'
import { forecastMonth } from './forecast.ts'

const days = (cost: number, last: string) =>
  Array.from({ length: 30 }, (_, i) => ({
    day: new Date(Date.parse(last) - (29 - i) * 86_400_000).toISOString().slice(0, 10),
    cost,
  }))

it('the month goes on as the last week went', () => {
  expect(forecastMonth(20, days(1, '2026-11-20'), null)).toEqual({ total: 30, budgetEnds: null })
  expect(forecastMonth(20, days(1, '2026-11-20'), 40)).toEqual({ total: 30, budgetEnds: null })
})

it('says on which day the budget ends', () => {
  expect(forecastMonth(20, days(1, '2026-11-20'), 25)).toEqual({ total: 30, budgetEnds: '2026-11-25' })
})

it('one that is used up, or a week that cost nothing, ends on no day', () => {
  expect(forecastMonth(20, days(1, '2026-11-20'), 20)?.budgetEnds).toBeNull()
  expect(forecastMonth(3, days(0, '2026-11-20'), 4)).toEqual({ total: 3, budgetEnds: null })
  expect(forecastMonth(0, [], null)).toBeNull()
})

it.each([
  ['a first day, which is over by noon or not', [2], 2 + 2 * 10],
  ['a second day, by what the first cost', [3, 1], 4 + 2 + 3 * 10],
  ['three days behind weeks without a call', [0, 0, 0, 0, 0, 0, 2, 4, 3], 9 + 0 + 3 * 10],
  ['a day without a call among days of use', [4, 0, 0], 4 + 2 + 2 * 10],
])('counts the rest of today and each day that remains: %s', (_, costs, total) => {
  const before = days(0, '2026-11-20').slice(0, 30 - costs.length)
  const used = days(0, '2026-11-20')
    .slice(-costs.length)
    .map((day, at) => ({ ...day, cost: costs[at] ?? 0 }))
  const spent = costs.reduce((sum, cost) => sum + cost, 0)
  expect(forecastMonth(spent, [...before, ...used], null)).toEqual({ total, budgetEnds: null })
})
