/** Check: no run of more than twelve words is copied from a source in the site's language. Pure. */
import { plainWords } from '../../../platform/text/sentences.ts'

const MAX_RUN = 12

export function checkCopying(text: string, source: { text: string; isForeign: boolean }): string | null {
  if (source.isForeign) return null
  const size = MAX_RUN + 1
  const sent = ` ${plainWords(source.text).join(' ')} `
  const words = plainWords(text)
  for (let start = 0; start + size <= words.length; start++) {
    const run = words.slice(start, start + size).join(' ')
    if (sent.includes(` ${run} `)) return `more than ${MAX_RUN} words are copied: "${run.slice(0, 80)}"`
  }
  return null
}
