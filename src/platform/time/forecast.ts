/** Forecast of the month's spending, if it goes on as in the last seven days. */
const WEEK = 7

export interface Forecast {
  /** By the end of the month. */
  total: number
  /** The day on which the budget ends, as YYYY-MM-DD; null where it lasts. */
  budgetEnds: string | null
}

/**
 * `days`: cost of the latest calendar days, oldest first, the last being today, which is not over. Days before the first that
 * cost something are no days of use.
 */
export function forecastMonth(
  spent: number,
  days: { day: string; cost: number }[],
  budget: number | null,
): Forecast | null {
  const [today] = days.slice(-1)
  if (!today || days.length === 1) return null
  const begun = days.slice(days.findIndex(({ cost }) => cost > 0))
  const week = begun.slice(-1 - WEEK, -1)
  const daily = week.length > 0 ? week.reduce((sum, { cost }) => sum + cost, 0) / week.length : today.cost
  const restOfToday = Math.max(0, daily - today.cost)
  const [year = 0, month = 0, date = 0] = today.day.split('-').map(Number)
  const left = new Date(Date.UTC(year, month, 0)).getUTCDate() - date
  const total = spent + restOfToday + daily * left
  if (budget === null || daily === 0 || total <= budget || spent >= budget) return { total, budgetEnds: null }
  const daysUntil = Math.max(0, Math.ceil((budget - spent - restOfToday) / daily))
  const ends = new Date(Date.UTC(year, month - 1, date + daysUntil))
  return { total, budgetEnds: ends.toISOString().slice(0, 10) }
}
