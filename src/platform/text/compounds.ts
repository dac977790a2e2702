/**
 * Compounds, as Swedish and its neighbours write them: "vaccinationsintyg" is "vaccination" and "intyg" with an "s" that
 * binds. What counts as a part is decided by the words that articles hold, not by a dictionary.
 */

const BINDING = /[seoau]$/
const MIN_PART_LENGTH = 3
const MIN_COMPOUND_LENGTH = 7
const MAX_COMPOUND_LENGTH = 40

/** Every piece of a word that may be a part of it, with and without a binding letter. */
export function possibleSplits(word: string): string[] {
  if (word.length < MIN_COMPOUND_LENGTH || word.length > MAX_COMPOUND_LENGTH || !/^\p{L}+$/u.test(word)) return []
  const parts = new Set<string>()
  for (let start = 0; start <= word.length - MIN_PART_LENGTH; start++)
    for (let end = start + MIN_PART_LENGTH; end <= word.length; end++) {
      if (end - start === word.length) continue
      for (const part of formsOfPart(word.slice(start, end), end === word.length)) parts.add(part)
    }
  return [...parts]
}

// The last part has the ending of the whole word: "kaffepriset" ends as "priset" does, "räntesänkning" as "sänker" does not.
const MAX_ENDING_LENGTH = 4
const MIN_INFLECTED_LENGTH = 6
const MIN_LEFT_LENGTH = 4

function formsOfPart(piece: string, last: boolean): string[] {
  if (last) {
    const max = piece.length < MIN_INFLECTED_LENGTH ? 0 : Math.min(MAX_ENDING_LENGTH, piece.length - MIN_LEFT_LENGTH)
    return Array.from({ length: max + 1 }, (_, off) => piece.slice(0, piece.length - off))
  }
  const bound = piece.length > MIN_PART_LENGTH && BINDING.test(piece)
  return bound ? [piece, piece.slice(0, -1)] : [piece]
}

/** The parts of a compound, as few as can be; where some of it is unknown, a long known end or beginning; none otherwise. */
export function splitCompound(word: string, isReported: (part: string) => boolean): string[] {
  const best = new Map<number, string[]>([[word.length, []]])
  if (possibleSplits(word).length === 0) return []
  for (let start = word.length - MIN_PART_LENGTH; start >= 0; start--) {
    for (let end = word.length; end >= start + MIN_PART_LENGTH; end--) {
      const rest = best.get(end)
      if (!rest || (start === 0 && end === word.length)) continue
      const part = formsOfPart(word.slice(start, end), end === word.length).find(isReported)
      if (part === undefined) continue
      const existing = best.get(start)
      if (!existing || rest.length + 1 < existing.length) best.set(start, [part, ...rest])
    }
  }
  return best.get(0) ?? listedSide(word, isReported)
}

const MIN_SIDE_LENGTH = 5
const MIN_REST_LENGTH = 4

function listedSide(word: string, isReported: (part: string) => boolean): string[] {
  const lengths = Array.from(
    { length: Math.max(0, word.length - MIN_REST_LENGTH - MIN_SIDE_LENGTH + 1) },
    (_, off) => word.length - MIN_REST_LENGTH - off,
  )
  const end = lengths.map((length) => word.slice(-length)).find(isReported)
  const start = lengths.flatMap((length) => formsOfPart(word.slice(0, length), false)).find(isReported)
  return end !== undefined ? [end] : start !== undefined && start.length >= MIN_SIDE_LENGTH ? [start] : []
}
