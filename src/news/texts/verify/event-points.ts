/**
 * The statements of an event's text: which reports hold each, and which pairs of them may exclude each other. Whether they may
 * be published is examined and judged as for all sentences. Pure.
 */
import { z } from 'zod'
import { foldSpace } from '../../../platform/text/text.ts'
import { type Citation, CitedSentence } from './cited.ts'
import { valuesDiffer } from './differing-values.ts'
import type { LanguageRules } from './language-rules.ts'
import { type Passage, passageFinder } from './passages.ts'
import type { SourceText } from './source.ts'

/** A member's own text. */
export interface Report extends SourceText {
  articleId: number
  /** The publisher whose words these are: a copy speaks with the voice of the original. */
  attributedTo: string
}

export const EventAnswer = z.strictObject({
  title: z.string(),
  sentences: z.array(CitedSentence),
  points: z.array(CitedSentence.extend({ against: z.array(CitedSentence).nullable() })),
})
export type EventAnswer = z.infer<typeof EventAnswer>

/** A statement of reports, with its passages. */
export interface SupportedStatement {
  text: string
  by: Citation[]
  /** Number of the writer's point, and of the side in it; side 0 is the point itself. */
  point: number
  side: number
}

/** A passage of fewer words occurs in any text, unless it is a sentence of it. */
const MIN_QUOTED = 4

/** `reports` in the order in which the model was given them, its number 1 first. */
export const supportedStatements = (points: EventAnswer['points'], reports: readonly Report[]): SupportedStatement[] =>
  points.flatMap((one, point) =>
    [one, ...(one.against ?? [])].flatMap(({ text, evidence }, side) => {
      const by = evidence.filter((citation) => occurs(citation, reports))
      return by.length > 0 ? [{ text: foldSpace(text), by, point, side }] : []
    }),
  )

function occurs({ source, quote }: Citation, reports: readonly Report[]): boolean {
  const report = reports[source - 1]
  if (!report) return false
  const text = `${report.title}\n${report.text}`
  const found = passageFinder(text)(quote)
  if (!found) return false
  return foldSpace(quote).split(' ').length >= MIN_QUOTED || isSentence(text, found)
}

function isSentence(text: string, { start, end }: Passage): boolean {
  const isBegun = /(?:^|\n|[.!?…]["”’»)]*\s)\s*$/u.test(text.slice(Math.max(0, start - 20), start))
  return isBegun && /^.?[.!?…]["”’»)]*(?:\s|$)/su.test(text.slice(end - 1, end + 4))
}

/** A statement and those whose words it is. */
export interface Attributed {
  text: string
  /** Publishers. */
  voices: readonly string[]
  point: number
}

/**
 * Pairs of different voices that the writer set against each other, or that give the same thing another value: whether they
 * exclude each other is the judge's to say. By their places in `statements`.
 */
export function doubtfulPairs(statements: readonly Attributed[], { siteReading }: LanguageRules): [number, number][] {
  const pairs = statements.flatMap((_, one) =>
    statements.slice(one + 1).map((_, more): [number, number] => [one, one + 1 + more]),
  )
  return pairs.filter(([one, other]) => {
    const [a, b] = [statements[one], statements[other]]
    if (!a || !b || a.voices.some((voice) => b.voices.includes(voice))) return false
    return a.point === b.point || valuesDiffer(a.text, b.text, siteReading)
  })
}
