/**
 * A dispute held against the reports of its event: corrections by its publishers, which need no model, and the passages of later
 * reports on it, for a judge. Pure.
 */

import { sentences } from '../../../platform/text/sentences.ts'
import { compareValues, valuesIn } from '../../texts/verify/differing-values.ts'
import type { LanguageRules } from '../../texts/verify/language-rules.ts'
import { passageFinder } from '../../texts/verify/passages.ts'
import type { StoredPoint, StoredStatement } from '../rules/event-text.ts'

/** A member of the event. */
export interface LaterReport {
  articleId: number
  /** The publisher whose words these are. */
  attributedTo: string
  isCopy: boolean
  title: string
  excerpt: string
  text: string
  language: string | null
  at: Date
}

export interface SettledBySource {
  /** Place of the statement that was right. */
  right: number
  /** The corrections. */
  broughtBy: number[]
  at: Date
}

interface Correction {
  to: number
  articleId: number
  at: Date
}

/**
 * The statement that is left when each publisher of all others gives its value now, in a later report or in the same one,
 * edited. Null while one of them keeps its value, or where no publisher has reported it all along. `now`: for an edit.
 */
export function settledBySource(
  point: StoredPoint,
  reports: readonly LaterReport[],
  rules: LanguageRules,
  now: Date,
): SettledBySource | null {
  const moves = point.statements.map((_, at) => correctionsOf(point, at, { reports, rules, now }))
  for (const right of point.statements.keys()) {
    if (!moves[right]?.some((move) => move === null)) continue
    const others = moves.flatMap((of, at) => (at === right ? [] : of))
    if (others.length === 0 || !others.every((move) => move?.to === right)) continue
    const corrections = others.flatMap((move) => move ?? [])
    return {
      right,
      broughtBy: corrections.map(({ articleId }) => articleId),
      at: new Date(Math.max(...corrections.map(({ at }) => at.getTime()))),
    }
  }
  return null
}

interface Material {
  reports: readonly LaterReport[]
  rules: LanguageRules
  now: Date
}

/** For each publisher of a statement its correction; null for one that keeps its value. */
function correctionsOf(point: StoredPoint, at: number, material: Material): (Correction | null)[] {
  const statement = point.statements[at]
  if (!statement) return []
  const earlier = material.reports.filter(({ articleId }) => statement.articles.includes(articleId))
  const byPublisher = Map.groupBy(earlier, ({ attributedTo }) => attributedTo)
  return [...byPublisher.values()].map((of) => correctionOf(point, at, of, material))
}

/** The newest of a publisher's reports that speaks of the matter decides. */
function correctionOf(
  point: StoredPoint,
  at: number,
  earlier: readonly LaterReport[],
  { reports, rules, now }: Material,
): Correction | null {
  const statement = point.statements[at]
  const last = earlier.at(-1)
  if (!statement || !last) return null
  const later = reports.filter(
    (report) =>
      report.attributedTo === last.attributedTo && !report.isCopy && !earlier.includes(report) && report.at > last.at,
  )
  const edited = { ...last, at: now }
  for (const report of [...later.toReversed(), ...(isEdited(last, statement) ? [edited] : [])]) {
    const value = valueIn(report, point, at, { earlier, rules })
    if (value === 'the same') return null
    if (value !== null) return { to: value, articleId: report.articleId, at: report.at }
  }
  return null
}

/** A quotation that is not there any more. One that was cut ends with an ellipsis. */
const isEdited = (report: LaterReport, { quotes }: StoredStatement): boolean =>
  quotes.some(
    ({ article, text }) =>
      article === report.articleId && passageFinder(wordsOf(report))(text.replace(/ …$/, '')) === null,
  )

const wordsOf = ({ title, excerpt, text }: LaterReport) => `${title}\n${excerpt}\n${text}`

/** The place of the statement whose value a report gives in place of its publisher's earlier one; null where it is silent. */
function valueIn(
  report: LaterReport,
  { statements }: StoredPoint,
  at: number,
  { earlier, rules }: { earlier: readonly LaterReport[]; rules: LanguageRules },
): number | 'the same' | null {
  const before = wordings(statements[at], earlier, report, rules)
  const reading = rules.of(report.language)
  const compared = [report.title, ...sentences(`${report.excerpt}\n${report.text}`, reading.ends)].flatMap((sentence) =>
    before.flatMap((words) => compareValues(words, sentence, reading) ?? []),
  )
  if (compared.some(({ others, repeats }) => repeats && others.length === 0)) return 'the same'
  const given = new Set(compared.flatMap(({ others }) => others))
  if (given.size === 0) return null
  const ofEarlier = valuesIn(statements[at]?.text ?? '', rules.siteReading)
  const places = statements.flatMap(({ text }, place) => {
    const values = valuesIn(text, rules.siteReading)
    return place !== at && [...given].every((value) => values.has(value) && !ofEarlier.has(value)) ? [place] : []
  })
  return places.length === 1 ? (places[0] ?? null) : null
}

/** Earlier wordings of the publisher, in the language of the report. */
function wordings(
  statement: StoredStatement | undefined,
  earlier: readonly LaterReport[],
  { language }: LaterReport,
  rules: LanguageRules,
): string[] {
  if (!statement || language === null) return []
  const code = rules.codeOf(language)
  const ids = earlier
    .filter((one) => one.language !== null && rules.codeOf(one.language) === code)
    .map(({ articleId }) => articleId)
  const quotes = statement.quotes.filter(({ article }) => ids.includes(article)).map(({ text }) => text)
  return code === rules.site ? [statement.text, ...quotes] : quotes
}

/** Later reports for the judge: their passage nearest the matter. */
export interface LaterPassage {
  articleId: number
  attributedTo: string
  text: string
  at: Date
}

/** Reports of one question. */
const MAX_LATER = 4

/**
 * One a publisher, the newest, of those after the last report of the dispute. None without a passage on the matter, or where the
 * report gives values of several statements.
 */
export function laterPassages(
  { statements }: StoredPoint,
  reports: readonly LaterReport[],
  rules: LanguageRules,
): LaterPassage[] {
  const articles = new Set(statements.flatMap((one) => one.articles))
  const last = Math.max(...reports.filter(({ articleId }) => articles.has(articleId)).map(({ at }) => at.getTime()))
  const wordings = statements.flatMap(({ text, quotes }) => [text, ...quotes.map((quote) => quote.text)])
  const later = reports.filter(
    ({ articleId, at, isCopy }) => !isCopy && !articles.has(articleId) && at.getTime() > last,
  )
  const found = later.toReversed().flatMap((report) => {
    const text = nearest(report, wordings, rules)
    return text === null
      ? []
      : [{ report, articleId: report.articleId, attributedTo: report.attributedTo, text, at: report.at }]
  })
  const newest = found.filter(
    (one, at) => found.findIndex(({ attributedTo }) => attributedTo === one.attributedTo) === at,
  )
  const clear = newest.filter(({ report }) => !givesSeveral(report, statements, rules))
  return clear.slice(0, MAX_LATER).map(({ report: _, ...passage }) => passage)
}

/** Anywhere in it, since a judge reads one passage: values that one statement alone has, of two statements. */
function givesSeveral(report: LaterReport, statements: StoredPoint['statements'], rules: LanguageRules): boolean {
  const given = valuesIn(wordsOf(report), rules.of(report.language))
  const values = statements.map(({ text }) => valuesIn(text, rules.siteReading))
  const distinct = values.map((some, at) =>
    [...some].filter((value) => !values.some((of, n) => n !== at && of.has(value))),
  )
  return distinct.filter((some) => some.some((value) => given.has(value))).length > 1
}

/** Stems that a passage shares with the dispute at least. */
const MIN_STEMS = 2

function nearest(report: LaterReport, wordings: readonly string[], rules: LanguageRules): string | null {
  const { ends, stop } = rules.of(report.language)
  const wanted = new Set(wordings.flatMap((text) => stems(text, stop)))
  const scored = sentences(report.text, ends).map((text) => ({
    text,
    shared: new Set(stems(text, stop).filter((stem) => wanted.has(stem))).size,
  }))
  const best = scored.toSorted((a, b) => b.shared - a.shared)[0]
  return best && best.shared >= MIN_STEMS ? best.text : null
}

const STEM_LENGTH = 5

const stems = (text: string, stop: ReadonlySet<string>): string[] =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).flatMap((word) => (stop.has(word) ? [] : word.slice(0, STEM_LENGTH)))
