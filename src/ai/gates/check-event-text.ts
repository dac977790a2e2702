/**
 * May this answer be published as the text of an event? The one place where a model's text of an event is checked: each
 * point stands on passages of the reports that it names, and what is agreed or disputed is found out here. Pure.
 */
import { z } from 'zod'
import type { StoredPoint } from '../../domain/events/event-text.ts'
import { foldSpace } from '../../domain/text/text.ts'
import { checkStatement, checkSummary, type GateOptions } from './check-summary.ts'
import type { GateSource } from './evidence.ts'
import type { LengthRule } from './length.ts'

/** A member's own text. */
export interface Report extends GateSource {
  articleId: number
  /** The publisher whose words these are: a copy speaks with the voice of the original. */
  voice: string
}

const Statement = z.object({
  text: z.string(),
  evidence: z.array(z.object({ report: z.int(), quote: z.string() })),
})
export const EventAnswer = z.object({
  title: z.string(),
  summary: z.string(),
  points: z.array(Statement.extend({ against: Statement.nullable() })),
})
export type EventAnswer = z.infer<typeof EventAnswer>
type Statement = z.infer<typeof Statement>

export interface EventText {
  title: string
  summary: string
  points: StoredPoint[]
}

export type EventVerdict = { ok: true; text: EventText } | { ok: false; reason: string }

const LENGTH: LengthRule = { words: [40, 90], sentences: [2, 6] }
const MOST_POINTS = 6
/** A passage of fewer words stands in any text. */
const FEWEST_QUOTED = 4

/** `reports` in the order in which the model was given them, its number 1 first. */
export function checkEventText(answer: unknown, reports: Report[], options: GateOptions): EventVerdict {
  const parsed = EventAnswer.safeParse(answer)
  if (!parsed.success) return { ok: false, reason: 'shape: the answer must hold a title, a summary and points' }
  const { title, summary, points } = parsed.data
  const verdict = checkSummary({ title, summary }, wholeOf(reports, options), { ...options, length: LENGTH })
  if (!verdict.ok) return { ok: false, reason: `${verdict.gate}: ${verdict.reason}` }
  const held = points.flatMap((point) => judge(point, reports, options)).slice(0, MOST_POINTS)
  if (held.length === 0) return { ok: false, reason: 'points: none of them stands on a passage of its reports' }
  return { ok: true, text: { title: headline(title), summary: foldSpace(summary), points: held } }
}

const headline = (title: string) => foldSpace(title).replace(/(?<!\.)\.$/, '')

function wholeOf(reports: Report[], { languages: { site } }: GateOptions): GateSource {
  const text = reports.map((report) => `${report.title}.\n${report.text}`).join('\n\n')
  const languages = new Set(reports.map((report) => report.language))
  const publisher = reports.map((report) => report.publisher ?? '').join(', ')
  return { title: '', text, publisher, language: languages.size === 1 ? (reports[0]?.language ?? site) : null }
}

/** The point with what the reports say of it; of a dispute that is none, its two sides as points of their own. */
function judge(point: EventAnswer['points'][number], reports: Report[], options: GateOptions): StoredPoint[] {
  const [one, other] = [support(point, reports, options), point.against && support(point.against, reports, options)]
  if (one.length === 0 || !point.against || !other?.length) {
    const [statement, by] = one.length > 0 ? [point, one] : [point.against, other ?? []]
    return statement && by.length > 0 ? [plainPoint(statement, by)] : []
  }
  if (!contradict(point, one, point.against, other, options))
    return [plainPoint(point, one), plainPoint(point.against, other)]
  const against = { text: foldSpace(point.against.text), articles: idsOf(other) }
  return [{ text: foldSpace(point.text), status: 'disputed', articles: idsOf(one), against }]
}

const idsOf = (reports: Report[]) => reports.map(({ articleId }) => articleId)

function plainPoint({ text }: Statement, by: Report[]): StoredPoint {
  const voices = new Set(by.map(({ voice }) => voice))
  return { text: foldSpace(text), status: voices.size > 1 ? 'agreed' : 'single', articles: idsOf(by), against: null }
}

/** The reports that hold the statement: the passage stands in them, word for word, and nothing that they do not say. */
function support({ text, evidence }: Statement, reports: Report[], options: GateOptions): Report[] {
  const held = evidence.flatMap(({ report: number, quote }) => {
    const report = reports[number - 1]
    return report && stands(quote, report) && holds(text, report, options) ? [report] : []
  })
  return [...new Set(held)]
}

function stands(quote: string, report: Report): boolean {
  const passage = plain(quote)
  return passage.split(' ').length >= FEWEST_QUOTED && plain(`${report.title}. ${report.text}`).includes(passage)
}

const plain = (text: string) =>
  foldSpace(text)
    .toLowerCase()
    .replace(/[“”„«»"]/g, '"')
    .replace(/[‘’]/g, "'")

const holds = (text: string, report: Report, options: GateOptions) => checkStatement(text, report, options) === null

/**
 * Two publishers say different things: neither of the sides is one publisher's alone and the other's too, and no report of
 * one side holds what the other says.
 */
function contradict(a: Statement, by: Report[], b: Statement, others: Report[], options: GateOptions): boolean {
  const voices = new Set(by.map(({ voice }) => voice))
  if (others.some(({ voice }) => voices.has(voice))) return false
  return (
    !by.some((report) => holds(b.text, report, options)) && !others.some((report) => holds(a.text, report, options))
  )
}
