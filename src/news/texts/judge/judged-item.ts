/** A sentence as a judge is asked about it, and what of it can be exchanged for something of its kind. Pure. */
import type { ExaminedClaim } from '../verify/examine.ts'

/** A real sentence or a control: nothing tells the one from the other. */
export type JudgedItem = Pick<ExaminedClaim, 'text' | 'evidence' | 'findings'> & {
  /** Of the evidence, where it is not that of its source. */
  language?: string | null
}

/** Findings of code on a sentence with this evidence. */
export type FindingsOf = (
  text: string,
  evidence: JudgedItem['evidence'],
  /** Of the evidence, where it is not that of its source. */
  language?: string,
) => JudgedItem['findings']

/** Code asks about a name that nothing holds; a German noun is none. */
export function namesOf(text: string, evidence: JudgedItem['evidence'], findingsOf: FindingsOf): string[] {
  const nothing = evidence.map((one) => ({ ...one, text: '', lines: [] }))
  return findingsOf(text, nothing).map((finding) => finding.text)
}

/** Values that can stand for one another: months and hours, hours of the afternoon, days, years. */
const RANGES: readonly [least: number, most: number][] = [
  [1, 12],
  [13, 23],
  [24, 28],
  [29, 31],
  [1900, 2099],
]
export const rangeOf = (number: string) =>
  RANGES.find(([least, most]) => Number(number) >= least && Number(number) <= most)

/** Numbers without a range of their own are of a kind with those of as many digits. */
export const kindOf = (number: string) => String(rangeOf(number) ?? number.length)
