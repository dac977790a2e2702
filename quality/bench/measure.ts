/** What a bench found, and how it is printed. */

export interface Measure {
  /** The heading it stands under. */
  group: string
  name: string
  value: number
  /** What `value` is: `×` for a ratio, else its unit. */
  unit: '×' | 'ms' | 's' | 'MB'
  /** At least (`min`) or at most (`max`) this; neither where nothing was promised. */
  min?: number
  max?: number
  /** Further figures, in words. */
  note?: string
}

/** The median. */
export const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export const holds = ({ value, min, max }: Measure): boolean =>
  value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)

const target = ({ min, max }: Measure): string =>
  min !== undefined ? `at least ${min}` : max !== undefined ? `at most ${max}` : ''

export const figure = ({ value, unit }: Measure): string =>
  unit === '×' ? value.toFixed(value < 0.1 ? 3 : 2) : `${value.toFixed(1)} ${unit}`

const verdict = (measure: Measure): string => (target(measure) === '' ? '' : holds(measure) ? 'ok' : 'MISS')

export function printMeasure(measure: Measure): void {
  const columns = [verdict(measure).padEnd(4), figure(measure).padStart(9), target(measure).padEnd(14)]
  console.log(`${columns.join('  ')}  ${measure.group}: ${measure.name}${measure.note ? ` (${measure.note})` : ''}`)
}
