/** Forecast of the month's spending, if it goes on as in the last seven days. */
const WEEK = 7

export interface Forecast {
  /** By the end of the month. */
  total: number
  /** The day on which the budget ends, as YYYY-MM-DD; null where it lasts. */
  budgetEnds: string | null
}

/** `days`: cost of the latest calendar days, oldest first, the last being today, which is not over and counts as it is. */
export function forecastMonth(
  spent: number,
  days: { day: string; cost: number }[],
  budget: number | null,
): Forecast | null {
  const [today] = days.slice(-1)
  const week = days.slice(-1 - WEEK, -1)
  if (!today || week.length === 0) return null
  const daily = week.reduce((sum, { cost }) => sum + cost, 0) / week.length
  const [year = 0, month = 0, date = 0] = today.day.split('-').map(Number)
  const left = new Date(Date.UTC(year, month, 0)).getUTCDate() - date
  const total = spent + daily * left
  if (budget === null || daily === 0 || total <= budget || spent >= budget) return { total, budgetEnds: null }
  const ends = new Date(Date.UTC(year, month - 1, date + Math.ceil((budget - spent) / daily)))
  return { total, budgetEnds: ends.toISOString().slice(0, 10) }
}
