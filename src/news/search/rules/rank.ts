/**
 * BM25F: relevance of articles to a reader's words. A word in the title counts more than one in the summary, a rare
 * word more than a common one. A number counts mostly beside the word that the reader wrote it beside ("iPhone 17").
 */
import type { Field, Occurrence, Posting } from './postings.ts'
import type { Form, FormKind, QueryTerm } from './terms.ts'

/** Of all published articles: how many, and how many words their fields hold together. */
export interface Totals {
  docs: number
  words: Record<Field, number>
}

export interface Ranked {
  id: number
  score: number
  /** Share of the weight of the reader's words that the article holds, 0 to 1. */
  coverage: number
  /** It holds all the words as the reader wrote them, one after the other. */
  exact: boolean
}

const SATURATION = 1.2
const LENGTH: Record<Field, number> = { title: 0.3, summary: 0.6, other: 0.3 }
const FIELD: Record<Field, number> = { title: 2.2, summary: 1, other: 0.8 }
const KIND: Record<FormKind, number> = {
  same: 1,
  foreign: 1,
  synonym: 0.5,
  prefix: 0.6,
  kin: 0.5,
  within: 0.3,
  folded: 0.8,
}
const PARTS = 0.5
const NUMBER_BESIDE_WORD = 0.5

/** A reader's word with all that is the same for every article. */
interface Sought {
  term: QueryTerm
  weight: number
  /** Weight of each form by its term: an article holds few of the forms. */
  forms: Map<string, number>
  parts: { term: string; weight: number }[]
  /** The word itself, as the stemmers write it. */
  same: string[]
}

/** Articles that hold at least one of the words, best first; equals by the newer, which is the higher id. */
export function rank(terms: QueryTerm[], postings: Posting[], totals: Totals): Ranked[] {
  const sought = terms.map((term) => soughtOf(term, totals))
  const all = sought.reduce((sum, { weight }) => sum + weight, 0) || 1
  return postings
    .map((posting) => {
      const parts = sought.map((one) => scoreTerm(one, posting, totals))
      const found = parts.reduce((sum, part, i) => sum + (part > 0 ? (sought[i]?.weight ?? 0) : 0), 0)
      const score = parts.reduce((sum, part) => sum + part, 0) + scoreNumbers(sought, posting)
      return { id: posting.id, score, coverage: found / all, exact: isExact(sought, posting) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.id - a.id)
}

const soughtOf = (term: QueryTerm, { docs }: Totals): Sought => ({
  term,
  weight: term.weight * rarity(docsOf(term), docs),
  forms: new Map(term.forms.map((form) => [form.term, KIND[form.kind]])),
  parts: term.parts.map((part) => ({ term: part.term, weight: term.weight * rarity(part.docs, docs) })),
  same: term.forms.filter(({ kind }) => kind === 'same' || kind === 'foreign').map((form) => form.term),
})

/** Articles that hold the word; where none does, those that hold its likenesses. */
function docsOf(term: QueryTerm): number {
  const same = term.forms.filter((form) => form.kind === 'same')
  const forms = same.length > 0 ? same : term.forms
  return forms.length > 0 ? sum(forms) : Math.min(...term.parts.map((part) => part.docs))
}

const sum = (forms: Form[]) => forms.reduce((total, form) => total + form.docs, 0)

const rarity = (docs: number, all: number) =>
  docs >= 1 && docs < Number.POSITIVE_INFINITY ? Math.log(1 + (Math.max(all, docs) - docs + 0.5) / (docs + 0.5)) : 0

function scoreTerm({ weight, forms, parts }: Sought, posting: Posting, totals: Totals): number {
  let weighted = 0
  for (const [word, occurrences] of posting.words) {
    const form = forms.get(word)
    if (form !== undefined) weighted += form * frequency(occurrences, posting, totals)
  }
  const inFragments = parts.reduce(
    (score, part) => score + part.weight * saturate(frequency(posting.words.get(part.term) ?? [], posting, totals)),
    0,
  )
  return Math.max(weight * saturate(weighted), Math.min(PARTS * inFragments, weight))
}

const saturate = (frequency: number) => (frequency * (SATURATION + 1)) / (frequency + SATURATION)

function frequency(occurrences: Occurrence[], posting: Posting, totals: Totals): number {
  return occurrences.reduce((sum, { field }) => sum + FIELD[field] / normaliser(field, posting, totals), 0)
}

function normaliser(field: Field, posting: Posting, totals: Totals): number {
  const average = totals.words[field] / Math.max(totals.docs, 1)
  return average > 0 ? 1 - LENGTH[field] + (LENGTH[field] * posting.lengths[field]) / average : 1
}

/** Numbers that stand beside the same word as in the query. */
function scoreNumbers(sought: Sought[], posting: Posting): number {
  let score = 0
  for (let i = 1; i < sought.length; i++) {
    const [before, after] = [sought[i - 1], sought[i]]
    if (!before || !after || !/\d/.test(before.term.word + after.term.word)) continue
    if (areAdjacent(occurrencesOf(before, posting), occurrencesOf(after, posting)))
      score += NUMBER_BESIDE_WORD * Math.min(before.weight, after.weight)
  }
  return score
}

const occurrencesOf = ({ forms }: Sought, posting: Posting): Occurrence[] =>
  [...posting.words].flatMap(([word, occurrences]) => (forms.has(word) ? occurrences : []))

const areAdjacent = (before: Occurrence[], after: Occurrence[]): boolean =>
  before.some((a) => after.some((b) => a.field === b.field && b.position === a.position + 1))

// Stop words between two words count as places.
const WIDEST_STEP = 2

function isExact(sought: Sought[], posting: Posting): boolean {
  const occurrences = sought.map(({ same }) => same.flatMap((term) => posting.words.get(term) ?? []))
  return (occurrences[0] ?? []).some((start) => {
    let at: Occurrence | undefined = start
    for (const next of occurrences.slice(1)) {
      const { field, position }: Occurrence = at
      at = next.find((one) => one.field === field && one.position > position && one.position <= position + WIDEST_STEP)
      if (!at) return false
    }
    return true
  })
}
