/** Places of passages in a text: word for word, with white space, quotation marks and dashes folded. Pure. */

export interface Passage {
  /** Offsets in the text that was searched. */
  start: number
  end: number
}

/** A passage with its words; offsets are of the source's text, or of its headline. */
export interface Located extends Passage {
  text: string
  headline?: true
  /** It runs into an order to a machine: evidence, but nothing for readers. */
  ordered?: true
}

const MIN_LENGTH = 8
const FOLDS: [RegExp, string][] = [
  [/[\s\u00a0]/u, ' '],
  [/[“”„«»‟″]/u, '"'],
  [/[‘’‚‛′`´]/u, "'"],
  [/[‐‑‒–—―]/u, '-'],
]
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/u

/** The text with one sign for each kind, and for each character of it its offset before. */
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
export function passageFinder(text: string, minimum = MIN_LENGTH): (passage: string) => Passage | null {
  const source = fold(text)
  return (passage) => {
    const wanted = fold(passage).text.trim()
    if (wanted.length < minimum) return null
    const at = source.text.indexOf(wanted)
    if (at < 0) return null
    return { start: source.offsets[at] ?? 0, end: (source.offsets[at + wanted.length - 1] ?? 0) + 1 }
  }
}

/**
 * A finder of passages in a source as a model is given it, headline first; empty for what does not stand there. One that
 * runs from the headline into the text is found as two.
 */
export function passageLocator({ title, text }: { title: string; text: string }): (passage: string) => Located[] {
  const [inText, inAll] = [passageFinder(text), passageFinder(`${title}\n${text}`)]
  const begin = title.length + 1
  const cut = (from: string, start: number, end: number) => ({ start, end, text: from.slice(start, end) })
  return (passage) => {
    const found = inText(passage)
    if (found) return [cut(text, found.start, found.end)]
    const { start, end } = inAll(passage) ?? { start: 0, end: 0 }
    const headline = { ...cut(title, start, Math.min(end, title.length)), headline: true as const }
    const rest = cut(text, Math.max(start - begin, 0), Math.max(end - begin, 0))
    return [headline, rest].filter((one) => one.text !== '')
  }
}
