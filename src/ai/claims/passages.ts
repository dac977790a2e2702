/** Where passages stand in a text: word for word, with white space, quotation marks and dashes folded. Pure. */

export interface Passage {
  /** Offsets in the text that was searched. */
  start: number
  end: number
}

const SHORTEST = 8
const FOLDS: [RegExp, string][] = [
  [/[\s\u00a0]/u, ' '],
  [/[“”„«»‟″]/u, '"'],
  [/[‘’‚‛′`´]/u, "'"],
  [/[‐‑‒–—―]/u, '-'],
]
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/u

/** The text with one sign for each kind, and for each character of it the offset where it stood. */
function fold(text: string): { text: string; offsets: number[] } {
  let folded = ''
  const offsets: number[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (UNSEEN.test(char)) continue
    const sign = FOLDS.find(([pattern]) => pattern.test(char))?.[1] ?? char
    if (sign === ' ' && (folded === '' || folded.endsWith(' '))) continue
    folded += sign
    offsets.push(at)
  }
  return { text: folded, offsets }
}

/** A finder of passages in one text; null for what does not stand there. A bare word or number is no passage. */
export function passageFinder(text: string): (passage: string) => Passage | null {
  const source = fold(text)
  return (passage) => {
    const wanted = fold(passage).text.trim()
    if (wanted.length < SHORTEST) return null
    const at = source.text.indexOf(wanted)
    if (at < 0) return null
    return { start: source.offsets[at] ?? 0, end: (source.offsets[at + wanted.length - 1] ?? 0) + 1 }
  }
}
