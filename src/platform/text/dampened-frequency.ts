/** Number of articles of the last days with a term. Of an hour's articles the root counts. Pure. */

export const RECENT_DAYS = 4

/** Thirty reports of one event within an hour weigh as five, so that they do not make its own words usual. */
export class DampenedFrequency {
  /** Hour, articles, hour, articles; flat, because there is one of these for every term. */
  readonly #hours: number[]
  /** Day, sum of its hours' roots, and so on. */
  readonly #days: number[]

  constructor(hour: number, articles = 1) {
    this.#hours = [hour, articles]
    this.#days = [Math.floor(hour / 24), Math.sqrt(articles)]
  }

  add(hour: number, change: number): void {
    const at = valueIndex(this.#hours, hour)
    const before = this.#hours[at] as number
    this.#hours[at] = before + change
    const day = valueIndex(this.#days, Math.floor(hour / 24))
    this.#days[day] = (this.#days[day] as number) + Math.sqrt(before + change) - Math.sqrt(before)
  }

  /** Of so many days that end with this one. */
  upTo(last: number, days = RECENT_DAYS): number {
    let sum = 0
    for (let i = 0; i < this.#days.length; i += 2) {
      const age = last - (this.#days[i] as number)
      if (age >= 0 && age < days) sum += this.#days[i + 1] as number
    }
    return sum
  }
}

/** Value at a key, which is 0 where it is new. Most values are of the latest key. */
function valueIndex(pairs: number[], key: number): number {
  for (let i = pairs.length - 2; i >= 0; i -= 2) if (pairs[i] === key) return i + 1
  return pairs.push(key, 0) - 1
}
