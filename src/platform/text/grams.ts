/** Groups of letters within words: they see what stemmers miss (compounds, irregular endings, slips of the pen). Pure. */
import { wordsOf } from './phrases.ts'

const SIZE = 4

/** Groups of four letters of a word in lower case, with its borders: "mac" gives "_mac" and "mac_". */
export function gramsOfWord(word: string): string[] {
  const framed = `_${word}_`
  const last = Math.max(framed.length - SIZE, 0)
  return Array.from({ length: last + 1 }, (_, at) => framed.slice(at, at + SIZE))
}

export const gramsOf = (text: string): string[] => wordsOf(text).flatMap(({ folded }) => gramsOfWord(folded))
