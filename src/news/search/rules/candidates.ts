/** Articles that are worth ranking: a very common word must not cost more than a rare one. As `tsquery` texts. */
import { quoteLexeme } from './postings.ts'
import type { QueryTerm } from './terms.ts'

/** Articles that the rare words of a query may bring in together. */
export const MAX_BY_RARE_WORDS = 1000

export interface CandidatePlan {
  /** Holds any of the rare words: all of these are ranked. Null where no word is rare. */
  rare: string | null
  /** For when the rare ones bring in little: holds the common words together, where there are several, and holds any of them. */
  common: { every: string | null; any: string } | null
  /** Expected number of articles with all of those, if they were independent of each other. */
  expected: number
}

/** `all`: how many articles there are. */
export function planCandidates(terms: QueryTerm[], all: number): CandidatePlan {
  const sized = terms.map((term) => ({ query: anyForm(term), docs: docsOf(term) })).sort((a, b) => a.docs - b.docs)
  let total = 0
  const rare = sized.filter(({ docs }) => {
    total += docs
    return total <= MAX_BY_RARE_WORDS
  })
  const common = sized.slice(rare.length)
  const join = (parts: typeof sized, operator: string) => parts.map(({ query }) => query).join(operator)
  const { together, expected } = applyTogether(common, all)
  return {
    rare: rare.length > 0 ? join(rare, ' | ') : null,
    common:
      common.length > 0
        ? { every: together.length > 1 ? join(together, ' & ') : null, any: join(common, ' | ') }
        : null,
    expected,
  }
}

/** The rarest first, until less than one article is expected: further words, of dozens of forms each, cost the index a second. */
function applyTogether<Sized extends { docs: number }>(common: Sized[], all: number) {
  const together: Sized[] = []
  let expected = all
  for (const word of common) {
    if (together.length > 1 && expected < 1) break
    together.push(word)
    expected *= Math.min(1, word.docs / Math.max(1, all))
  }
  return { together, expected }
}

export const formsOf = (term: QueryTerm) => [...term.forms, ...term.parts]

const docsOf = (term: QueryTerm) => formsOf(term).reduce((sum, form) => sum + form.docs, 0)

/** A `tsquery` for any form of the word. */
export function anyForm(term: QueryTerm): string {
  return `(${[...new Set(formsOf(term).map((form) => quoteLexeme(form.term)))].join(' | ')})`
}
