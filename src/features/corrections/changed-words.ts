/** The words by which two texts differ. */

export interface ChangedWords {
  /** Words that both begin with, with their spaces. */
  start: string
  before: string
  after: string
  /** Words that both end with. */
  end: string
}

export function changedWords(before: string, after: string): ChangedWords {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  const shorter = Math.min(was.length, is.length)
  let first = 0
  while (first < shorter && was[first] === is[first]) first++
  let last = 0
  while (last < shorter - first && was.at(-1 - last) === is.at(-1 - last)) last++
  const middle = (words: string[]) => words.slice(first, words.length - last).join('')
  return {
    start: was.slice(0, first).join(''),
    before: middle(was),
    after: middle(is),
    end: was.slice(was.length - last).join(''),
  }
}

/** Each with the space before it. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? []
