/**
 * May this answer be a text of an event? Its running text, and which reports hold each point; whether they do is examined
 * further and judged, sentence by sentence, as all texts are. What is agreed or disputed is found out here. Pure.
 */
import { z } from 'zod'
import { foldSpace } from '../../domain/text/text.ts'
import { type Citation, CitedSentence, textOf } from '../claims/cited.ts'
import { checkRunningText, checkStatement, type Gate, type GateOptions } from './check-summary.ts'
import type { GateSource } from './evidence.ts'
import { EVENT_LENGTH } from './length.ts'

/** A member's own text. */
export interface Report extends GateSource {
  articleId: number
  /** The publisher whose words these are: a copy speaks with the voice of the original. */
  voice: string
}

export const EventAnswer = z.strictObject({
  title: z.string(),
  sentences: z.array(CitedSentence),
  points: z.array(CitedSentence.extend({ against: CitedSentence.nullable() })),
})
export type EventAnswer = z.infer<typeof EventAnswer>

/** What reports hold, with the passages that say so; `against` is what others say instead. */
export interface HeldPoint {
  text: string
  by: Citation[]
  against: { text: string; by: Citation[] } | null
}

export type EventVerdict = { ok: true; points: HeldPoint[] } | { ok: false; gate: Gate | 'points'; reason: string }

type HeldSide = Pick<HeldPoint, 'text' | 'by'>

const MOST_POINTS = 6
/** A passage of fewer words stands in any text. */
const FEWEST_QUOTED = 4

/** `reports` in the order in which the model was given them, its number 1 first. */
export function checkEventText(answer: unknown, reports: Report[], options: GateOptions): EventVerdict {
  const parsed = EventAnswer.safeParse(answer)
  if (!parsed.success) return { ok: false, gate: 'shape', reason: 'the answer must hold a title, sentences and points' }
  const { title, sentences, points } = parsed.data
  const verdict = checkRunningText(title, textOf(sentences), { ...options, length: EVENT_LENGTH })
  if (!verdict.ok) return verdict
  const held = points.flatMap((point) => hold(point, reports, options)).slice(0, MOST_POINTS)
  if (held.length === 0) return { ok: false, gate: 'points', reason: 'none of them stands on a passage of its reports' }
  return { ok: true, points: held }
}

/** The point with what the reports say of it; of a dispute that is none, its two sides as points of their own. */
function hold(point: EventAnswer['points'][number], reports: Report[], options: GateOptions): HeldPoint[] {
  const sides = [point, point.against].flatMap((side) => {
    const by = side ? support(side, reports, options) : []
    return side && by.length > 0 ? [{ text: foldSpace(side.text), by }] : []
  })
  const [one, other] = sides
  if (one && other && contradict(one, other, reports, options)) return [{ ...one, against: other }]
  return sides.map((side) => ({ ...side, against: null }))
}

/** The passages of reports that hold the statement: they stand there, and the report says nothing less. */
const support = ({ text, evidence }: CitedSentence, reports: Report[], options: GateOptions): Citation[] =>
  evidence.filter(({ source, quote }) => {
    const report = reports[source - 1]
    return report && stands(quote, report) && holds(text, report, options)
  })

function stands(quote: string, report: Report): boolean {
  const passage = plain(quote)
  return passage.split(' ').length >= FEWEST_QUOTED && plain(`${report.title}. ${report.text}`).includes(passage)
}

const plain = (text: string) =>
  foldSpace(text)
    .toLowerCase()
    .replace(/[“”„«»"]/g, '"')
    .replace(/[‘’]/g, "'")

const holds = (text: string, report: Report, options: GateOptions) => checkStatement(text, report, options).ok

/**
 * Two publishers say different things: neither of the sides is one publisher's alone and the other's too, and no report of
 * one side holds what the other says.
 */
function contradict(a: HeldSide, b: HeldSide, reports: Report[], options: GateOptions): boolean {
  const reportsOf = (side: HeldSide) => side.by.flatMap(({ source }) => reports[source - 1] ?? [])
  const [by, others] = [reportsOf(a), reportsOf(b)]
  const voices = new Set(by.map(({ voice }) => voice))
  if (others.some(({ voice }) => voices.has(voice))) return false
  return (
    !by.some((report) => holds(b.text, report, options)) && !others.some((report) => holds(a.text, report, options))
  )
}
