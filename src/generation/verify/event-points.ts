/**
 * The points of an event's text: which reports hold each, and which of them are disputed. Whether they may be published is
 * examined and judged as for all sentences. Pure.
 */
import { z } from 'zod'
import { foldSpace } from '../../domain/text/text.ts'
import { type Citation, CitedSentence } from './cited.ts'
import { findingsOf } from './findings.ts'
import { passageFinder } from './passages.ts'
import type { VerifyRules } from './running-text.ts'
import { namesAround, readSource, type SourceText } from './source.ts'

/** A member's own text. */
export interface Report extends SourceText {
  articleId: number
  /** The publisher whose words these are: a copy speaks with the voice of the original. */
  attributedTo: string
}

export const EventAnswer = z.strictObject({
  title: z.string(),
  sentences: z.array(CitedSentence),
  points: z.array(CitedSentence.extend({ against: CitedSentence.nullable() })),
})
export type EventAnswer = z.infer<typeof EventAnswer>

/** A statement of reports, with its passages; `against` is that of others instead. */
export interface SupportedPoint {
  text: string
  by: Citation[]
  against: { text: string; by: Citation[] } | null
}

type SupportedSide = Pick<SupportedPoint, 'text' | 'by'>

const MAX_POINTS = 6
/** A passage of fewer words occurs in any text. */
const MIN_QUOTED = 4

/** `reports` in the order in which the model was given them, its number 1 first. */
export const supportedPoints = (
  { points }: EventAnswer,
  reports: readonly Report[],
  rules: VerifyRules,
): SupportedPoint[] => points.flatMap((point) => supportedSides(point, reports, rules)).slice(0, MAX_POINTS)

/** The point with what the reports say of it; of a dispute without one, its two sides as points of their own. */
function supportedSides(
  point: EventAnswer['points'][number],
  reports: readonly Report[],
  rules: VerifyRules,
): SupportedPoint[] {
  const sides = [point, point.against].flatMap((side) => {
    const by = side ? side.evidence.filter((citation) => occurs(citation, reports)) : []
    return side && by.length > 0 ? [{ text: foldSpace(side.text), by }] : []
  })
  const [one, other] = sides
  if (one && other && contradict(one, other, reports, rules)) return [{ ...one, against: other }]
  return sides.map((side) => ({ ...side, against: null }))
}

function occurs({ source, quote }: Citation, reports: readonly Report[]): boolean {
  const report = reports[source - 1]
  if (!report || foldSpace(quote).split(' ').length < MIN_QUOTED) return false
  return passageFinder(`${report.title}\n${report.text}`)(quote) !== null
}

/**
 * Two publishers differ. No publisher is on both sides, and no report of one side holds all numbers, dates and names of the
 * other.
 */
function contradict(a: SupportedSide, b: SupportedSide, reports: readonly Report[], rules: VerifyRules): boolean {
  const reportsOf = (side: SupportedSide) => side.by.flatMap(({ source }) => reports[source - 1] ?? [])
  const [by, others] = [reportsOf(a), reportsOf(b)]
  const publishers = new Set(by.map(({ attributedTo }) => attributedTo))
  if (others.some(({ attributedTo }) => publishers.has(attributedTo))) return false
  return (
    !by.some((report) => supports(b.text, report, rules)) && !others.some((report) => supports(a.text, report, rules))
  )
}

function supports(text: string, report: Report, { languages, allowedNames, names }: VerifyRules): boolean {
  const around = { allowedNames: [...allowedNames, ...namesAround(report)], publishedAt: report.publishedAt ?? null }
  return findingsOf(text, { ...readSource(report, languages), ...around }, languages.siteReading, names).length === 0
}
