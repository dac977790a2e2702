/** Distance of a written word from a listed one, and the listed word that was meant. */

const MIN_LENGTH = 4
const MIN_LENGTH_TWO_SLIPS = 8
const MAX_LENGTH = 40
// A first letter is seldom wrong; in a short word another one makes another word.
const MIN_LENGTH_OTHER_FIRST = 6

/** Slips that a word may have: none in a short one, nor in one that holds digits ("iPhone 17" is not "iPhone 16"). */
export function slipsIn(word: string): 0 | 1 | 2 {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || !/^\p{L}+$/u.test(word)) return 0
  return word.length < MIN_LENGTH_TWO_SLIPS ? 1 : 2
}

export interface IndexedTerm {
  term: string
  docs: number
}

/** The known word that is nearest; of equals the one in most articles. Null where none is near enough. */
export function nearestTerm(word: string, existing: IndexedTerm[]): string | null {
  const slips = slipsIn(word)
  const near = existing
    .map((one) => ({ ...one, slips: distance(word, one.term) }))
    .filter(({ term, slips: found }) => found > 0 && found <= slips && isPlausible(word, term, found))
  near.sort((a, b) => a.slips - b.slips || b.docs - a.docs || (a.term < b.term ? -1 : 1))
  return near[0]?.term ?? null
}

const isPlausible = (word: string, term: string, slips: number) =>
  term.length >= MIN_LENGTH && ((word.length >= MIN_LENGTH_OTHER_FIRST && slips === 1) || word[0] === term[0])

/** Damerau–Levenshtein, optimal string alignment: letters added, left out, changed, or swapped with their neighbour. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        change,
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
