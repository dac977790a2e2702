/** A share of what was counted, with the interval that its smallness leaves. Pure. */

/** With its Wilson interval of 95 %; 0 to 1 for none. */
export interface Share {
  hits: number
  of: number
  low: number
  high: number
}

const Z = 1.959964

export function wilson(hits: number, of: number): Share {
  if (of === 0) return { hits, of, low: 0, high: 1 }
  const share = hits / of
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of)
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  return { hits, of, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

export const percents = ({ low, high }: Share): string => `${Math.round(low * 100)}–${Math.round(high * 100)} %`
export const outOf = ({ hits, of }: Share): string => `${hits} of ${of}`
