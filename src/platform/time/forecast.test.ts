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
