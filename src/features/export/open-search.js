// Search of an exported site, in the browser. The server's own modules read the query, split compounds, correct words and
// look closer at the best; MiniSearch finds and ranks.

import MiniSearch from './minisearch.js'
import { freshness } from './news/search/rules/freshness.js'
import { scoreByGrams } from './news/search/rules/grams.js'
import { parseQuery } from './news/search/rules/query.js'
import { nearestTerm } from './news/search/rules/spelling.js'
import { splitCompound } from './platform/text/compounds.js'
import { foldName, normalForm } from './platform/text/normal-form.js'
import { stemmers } from './stemmers.js'

const LOOKED_AT = 100
const TITLE = 2.2
const GRAMS = 0.8
/** Weights of forms beside that of the word itself. */
const [SYNONYM, ENDING, BEGUN, WITHIN, PART, FOLDED] = [0.5, 0.5, 0.6, 0.3, 0.5, 0.8]
const MAX_ENDING = 3
const MIN_WITHIN = 4

const wordsOf = (text) =>
  normalForm(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
const stemsOf = (word) => [...new Set([word, ...(word.length > 3 ? stemmers.map((stem) => stem(word)) : [])])]
const inOrder = (text) => ` ${wordsOf(text).join(' ')} `
const plain = (text) => foldName(text).replace(/[\p{P}\p{S}\s]/gu, '')

/** Documents that fit a query at a time, best first. `index`: what the export has written. */
export function openSearch({ documents, content }) {
  const byId = new Map(documents.map((one) => [one.id, one]))
  const docs = new Map()
  const index = new MiniSearch({
    fields: ['title', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => {
      const stems = stemsOf(word)
      for (const stem of stems) docs.set(stem, (docs.get(stem) ?? 0) + 1)
      return stems
    },
  })
  index.addAll(documents)
  const terms = [...docs.keys()]
  const reading = { ...content, filters: new Map(content.filters), kinds: new Map(content.kinds) }
  const stop = new Set(content.stop)
  const synonyms = new Map()
  for (const group of content.synonyms.map((words) => words.flatMap(stemsOf)))
    for (const stem of group) synonyms.set(stem, [...(synonyms.get(stem) ?? []), ...group])

  return (query, now) => {
    const parsed = parseQuery(query, reading, now)
    const passes = narrowing(parsed, reading)
    const all = wordsOf(parsed.text)
    const words = all.some((word) => !stop.has(word)) ? all.filter((word) => !stop.has(word)) : all
    if (words.length === 0) return newestFirst(documents.filter(passes))
    const forms = formsOf(words)
    const freshnessOf = (id) => freshness(datesOf(byId.get(id)), now)
    const found = index.search([...forms.keys()].join(' '), {
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
      boost: { title: TITLE },
      boostTerm: (term) => forms.get(term),
      filter: ({ id }) => passes(byId.get(id)),
      boostDocument: freshnessOf,
    })
    return lookCloser(parsed.text, found, freshnessOf)
  }

  /** Known forms of the words, by what each weighs. */
  function formsOf(words) {
    const forms = new Map()
    for (const [at, word] of words.entries()) {
      const [before, after] = [words[at - 1] ?? '', words[at + 1] ?? '']
      const stems = [word, before + word, word + after].flatMap(stemsOf).filter((stem) => docs.has(stem))
      const begun = at === words.length - 1 && word.length > 2 ? terms.filter((term) => term.startsWith(word)) : []
      const some = [
        ...stems.map((term) => [term, 1]),
        ...begun.map((term) => [term, BEGUN]),
        ...stemsOf(word).flatMap(likeTo),
        ...stemsOf(word).flatMap((stem) => (synonyms.get(stem) ?? []).map((other) => [other, SYNONYM])),
      ]
      const existing = some.filter(([term]) => docs.has(term))
      for (const [term, weight] of existing.length > 0 ? existing : unknown(word))
        forms.set(term, Math.max(weight, forms.get(term) ?? 0))
    }
    return forms
  }

  /** The stem with another short ending, and compounds that begin or end with it. */
  function likeTo(stem) {
    if (stem.length < MIN_WITHIN || !/^\p{L}+$/u.test(stem)) return []
    return terms
      .filter((term) => term !== stem && (term.startsWith(stem) || term.endsWith(stem)))
      .map((term) => [term, term.startsWith(stem) && term.length <= stem.length + MAX_ENDING ? ENDING : WITHIN])
  }

  /** Parts of a compound; else the word without its marks; else the nearest word. */
  function unknown(word) {
    const parts = stemsOf(word).flatMap((stem) => splitCompound(stem, (part) => docs.has(part)))
    if (parts.length > 1) return parts.map((part) => [part, PART])
    const folded = foldName(word)
    const unmarked = terms.filter((term) => foldName(term) === folded)
    if (unmarked.length > 0) return unmarked.map((term) => [term, FOLDED])
    const near = nearestTerm(
      folded,
      terms.map((term) => ({ term: foldName(term), docs: docs.get(term) })),
    )
    if (near !== null) return terms.filter((term) => foldName(term) === near).map((term) => [term, FOLDED])
    return parts.map((part) => [part, PART])
  }

  /** The best, ranked again with the similarity of their texts. */
  function lookCloser(text, found, freshnessOf) {
    const best = found.slice(0, LOOKED_AT)
    const similarity = scoreByGrams(
      text,
      best.map(({ id }) => ({ id, title: byId.get(id).title, summary: byId.get(id).text })),
    )
    const scores = new Map(best.map(({ id, score }) => [id, score + freshnessOf(id) * GRAMS * similarity.get(id)]))
    return [...best.toSorted((a, b) => scores.get(b.id) - scores.get(a.id)), ...found.slice(LOOKED_AT)].map(({ id }) =>
      byId.get(id),
    )
  }
}

const datesOf = ({ date, dated }) => ({ sortAt: new Date(date), publishedAt: dated ? new Date(date) : null })

const newestFirst = (documents) => documents.toSorted((a, b) => (a.date < b.date ? 1 : -1))

/** True for a document that is of the sources, tags, kinds and times of a query, and holds its phrases and nothing excluded. */
function narrowing({ span, sources, tags, kinds, without, phrases, excluded, unreadable }, content) {
  const isFrom = (one) => (name) => one.source.some((candidate) => plain(candidate).includes(plain(name)))
  const isAbout = (one) => (name) => one.tags.some((candidate) => plain(candidate) === plain(name))
  const isOf = (one) => (name) => one.kind !== null && content.kinds.get(foldName(name)) === one.kind
  const rules = [
    [isFrom, sources, without.sources],
    [isAbout, tags, without.tags],
    [isOf, kinds, without.kinds],
  ]
  const unwanted = new Set(excluded.words.flatMap((word) => wordsOf(word).flatMap(stemsOf)))
  return (one) => {
    const at = new Date(one.date)
    if (unreadable.length > 0 || (span.from && at < span.from) || (span.until && at >= span.until)) return false
    for (const [rule, wanted, not] of rules)
      if ((wanted.length > 0 && !wanted.some(rule(one))) || not.some(rule(one))) return false
    const texts = [one.title, one.text].map(inOrder)
    const holds = (phrase) => texts.some((text) => text.includes(inOrder(phrase)))
    if (!phrases.every(holds) || excluded.phrases.some(holds)) return false
    return (
      unwanted.size === 0 ||
      !wordsOf(`${one.title} ${one.text}`).some((word) => stemsOf(word).some((stem) => unwanted.has(stem)))
    )
  }
}
