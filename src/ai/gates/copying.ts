/** Gate: no run of more than twelve words is copied from an original in the site's language. */
import type { Evidence } from './evidence.ts'
import { plainWords } from './sentences.ts'

const LONGEST_RUN = 12

export function copyingGate(
  text: string,
  language: string,
  evidence: Pick<Evidence, 'text' | 'language'>,
): string | null {
  if (evidence.language !== null && evidence.language !== language) return null
  const size = LONGEST_RUN + 1
  const source = ` ${plainWords(evidence.text).join(' ')} `
  const words = plainWords(text)
  for (let start = 0; start + size <= words.length; start++) {
    const run = words.slice(start, start + size).join(' ')
    if (source.includes(` ${run} `)) return `more than ${LONGEST_RUN} words are copied: "${run.slice(0, 80)}"`
  }
  return null
}
