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

// The last part has the ending of the whole word: "kaffepriset" ends as "priset" does, "räntesänkning" as "sänker" does not.
const LONGEST_ENDING = 4
const SHORTEST_INFLECTED = 6
const SHORTEST_LEFT = 4

function formsOfPart(piece: string, last: boolean): string[] {
  if (last) {
    const most = piece.length < SHORTEST_INFLECTED ? 0 : Math.min(LONGEST_ENDING, piece.length - SHORTEST_LEFT)
    return Array.from({ length: most + 1 }, (_, off) => piece.slice(0, piece.length - off))
  }
  const bound = piece.length > SHORTEST_PART && BINDING.test(piece)
  return bound ? [piece, piece.slice(0, -1)] : [piece]
}

/** The parts of a compound, as few as can be; where some of it is unknown, a long known end or beginning; none otherwise. */
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
  return best.get(0) ?? knownSide(word, isKnown)
}

const SHORTEST_SIDE = 5
const SHORTEST_REST = 4

function knownSide(word: string, isKnown: (part: string) => boolean): string[] {
  const lengths = Array.from(
    { length: Math.max(0, word.length - SHORTEST_REST - SHORTEST_SIDE + 1) },
    (_, off) => word.length - SHORTEST_REST - off,
  )
  const end = lengths.map((length) => word.slice(-length)).find(isKnown)
  const start = lengths.flatMap((length) => formsOfPart(word.slice(0, length), false)).find(isKnown)
  return end !== undefined ? [end] : start !== undefined && start.length >= SHORTEST_SIDE ? [start] : []
}
