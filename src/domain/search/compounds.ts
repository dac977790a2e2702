/**
 * Compounds, as Swedish and its neighbours write them: "vaccinationsintyg" is "vaccination" and "intyg" with an "s" that
 * binds. What counts as a part is decided by the words that articles hold, not by a dictionary.
 */

const BINDING = /[seoau]$/
const SHORTEST_PART = 3
const SHORTEST_COMPOUND = 7
const LONGEST_COMPOUND = 40

/** Every piece of a word that may be a part of it, with and without a binding letter. */
export function possibleParts(word: string): string[] {
  if (word.length < SHORTEST_COMPOUND || word.length > LONGEST_COMPOUND || !/^\p{L}+$/u.test(word)) return []
  const parts = new Set<string>()
  for (let start = 0; start <= word.length - SHORTEST_PART; start++)
    for (let end = start + SHORTEST_PART; end <= word.length; end++) {
      if (end - start === word.length) continue
      for (const part of formsOfPart(word.slice(start, end), end === word.length)) parts.add(part)
    }
  return [...parts]
}

const formsOfPart = (piece: string, last: boolean): string[] => {
  const bound = !last && piece.length > SHORTEST_PART && BINDING.test(piece)
  return bound ? [piece, piece.slice(0, -1)] : [piece]
}

/** The parts of a compound, as few as can be; its known last part alone where the rest is unknown; none otherwise. */
export function splitCompound(word: string, isKnown: (part: string) => boolean): string[] {
  const best = new Map<number, string[]>([[word.length, []]])
  if (possibleParts(word).length === 0) return []
  for (let start = word.length - SHORTEST_PART; start >= 0; start--) {
    for (let end = word.length; end >= start + SHORTEST_PART; end--) {
      const rest = best.get(end)
      if (!rest || (start === 0 && end === word.length)) continue
      const part = formsOfPart(word.slice(start, end), end === word.length).find(isKnown)
      if (part === undefined) continue
      const known = best.get(start)
      if (!known || rest.length + 1 < known.length) best.set(start, [part, ...rest])
    }
  }
  return best.get(0) ?? knownEnd(word, isKnown)
}

const SHORTEST_END = 5
const SHORTEST_REST = 4

function knownEnd(word: string, isKnown: (part: string) => boolean): string[] {
  for (let start = SHORTEST_REST; start <= word.length - SHORTEST_END; start++)
    if (isKnown(word.slice(start))) return [word.slice(start)]
  return []
}
