/** Texts that are another's, word for word: a wire's report that several publishers print. Pure. */

import { normalForm } from '../../../platform/text/normal-form.ts'

/** Words of a run that two texts must share to count as one run. */
const RUN = 6
/** Texts shorter than this share their runs by chance. */
const MIN_WORDS = 16
/** Share of a text's runs that stand in another's. */
const COPIED = 0.7

const wordsOf = (text: string) =>
  normalForm(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function runsOf(text: string): Set<string> {
  const words = wordsOf(text)
  if (words.length < MIN_WORDS) return new Set()
  return new Set(
    Array.from({ length: words.length - RUN + 1 }, (_, start) => words.slice(start, start + RUN).join(' ')),
  )
}

/** For each text the index of the earliest one whose words it has, or null. `texts` in the order of publication. */
export function copiesAmong(texts: string[]): (number | null)[] {
  if (texts.length < 2) return texts.map(() => null)
  const runs = texts.map(runsOf)
  return runs.map((phrases, at) => {
    const earlier = phrases.size === 0 ? -1 : runs.slice(0, at).findIndex((other) => sharedOf(phrases, other) >= COPIED)
    return earlier < 0 ? null : earlier
  })
}

function sharedOf(phrases: Set<string>, other: Set<string>): number {
  let shared = 0
  for (const run of phrases) if (other.has(run)) shared += 1
  return shared / phrases.size
}

interface Printed {
  excerpt: string
  publisher: string
  /** Whom it names as the source of its words. */
  creditedPublisher: string | null
}

/** The publisher whose words each report is, and whether it has none of its own. In the order of publication. */
export function attributionsOf(reports: readonly Printed[]): { attributedTo: string; isCopy: boolean }[] {
  const copies = copiesAmong(reports.map(({ excerpt }) => excerpt))
  return reports.map((report, at) => {
    const original = reports[copies[at] ?? -1]
    const attributedTo =
      report.creditedPublisher ?? original?.creditedPublisher ?? original?.publisher ?? report.publisher
    return { attributedTo, isCopy: original !== undefined }
  })
}
