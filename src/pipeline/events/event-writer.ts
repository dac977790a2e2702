/** An event's text by a model, from its reports: sentences and points, each with passages of the reports that hold it. */
import { delimit, fillPrompt } from '../../ai/prompts.ts'
import { type Side, type StoredPoint, storedPoint } from '../../domain/events/event-text.ts'
import { groupStatements } from '../../domain/events/group-statements.ts'
import { createQuoting } from '../../domain/events/quotable.ts'
import type { Question } from '../../domain/ports.ts'
import { foldSpace } from '../../domain/text/text.ts'
import { textOf } from '../../generation/accept-claims.ts'
import {
  type Call,
  type GenerateCtx,
  type Generation,
  generateText,
  type Published,
} from '../../generation/generate-text.ts'
import { judgePairs, type StatementPair } from '../../generation/judge/pairs.ts'
import { type CitedClaim, claimsAs, textOf as sentencesText, titled } from '../../generation/verify/cited.ts'
import { valuesDiffer } from '../../generation/verify/differing-values.ts'
import {
  doubtfulPairs,
  EventAnswer,
  type SupportedStatement,
  supportedStatements,
} from '../../generation/verify/event-points.ts'
import { type Examination, examine } from '../../generation/verify/examine.ts'
import { EVENT_LENGTH, isTooShort, withinLength } from '../../generation/verify/length.ts'
import { checkRunningText, type VerifyRules } from '../../generation/verify/running-text.ts'
import type { NewClaim } from '../../store/articles/claims.ts'
import type { StoredPassage } from '../../store/database/stored-passage.ts'
import { type EventMaterial, saveEventText } from '../../store/events/event-texts.ts'
import { MAX_OUTPUT_TOKENS } from '../models/cost.ts'
import type { ReservationCtx } from '../models/reserved.ts'
import { headline } from '../models/summary-question.ts'
import { type AttributedReport, chooseReports, type News } from './reports.ts'

export interface EventWriterCtx extends ReservationCtx, GenerateCtx {
  rules: VerifyRules
  site: { name: string; topic: string }
}

const MIN_SENTENCES = 2
const MAX_POINTS = 6
/** Sentences and points, each with its passages. */
const OUTPUT_TOKENS = 900

interface Draft {
  material: EventMaterial
  news: News
  reports: AttributedReport[]
}

/** Rejects with `unavailable` or `rate_limited` when the model does not answer. */
export async function writeEventText(
  ctx: EventWriterCtx,
  material: EventMaterial,
  attributed: AttributedReport[],
  news: News,
): Promise<Published> {
  const reports = chooseReports(attributed)
  const combined = reports.map(({ title, text }) => `${title} ${text}`).join(' ')
  if (isTooShort(combined, EVENT_LENGTH))
    return { state: 'refused', reason: 'length: the reports have fewer words than the text must have' }
  return generateText(ctx, generationOf(ctx, { material, news, reports }))
}

function generationOf(ctx: EventWriterCtx, draft: Draft): Generation<EventAnswer> {
  const { material, news, reports } = draft
  return {
    subject: {
      purpose: 'event',
      eventId: material.eventId,
      contentHash: material.state,
      request: { reports: reports.length, reason: news.reason },
    },
    outputTokens: OUTPUT_TOKENS,
    question: () => buildQuestion(ctx, draft),
    sources: reports,
    rules: ctx.rules,
    examine: (answer) => examineEvent(ctx, answer, reports),
    isComplete,
    articleIdOf: (source) => reports[source - 1]?.articleId,
    publish: (answer, claims, call) => publish(ctx, draft, answer, claims, call),
  }
}

/** A headline, a text of two sentences, and a point. */
function isComplete(accepted: readonly Pick<NewClaim, 'part'>[]): boolean {
  const count = (...parts: NewClaim['part'][]) => accepted.filter(({ part }) => parts.includes(part)).length
  return count('title') > 0 && count('sentence') >= MIN_SENTENCES && count('point', 'against') > 0
}

function examineEvent(ctx: EventWriterCtx, answer: EventAnswer, reports: AttributedReport[]): Examination {
  const { title, sentences } = answer
  const fitting = withinLength(sentences, EVENT_LENGTH)
  const violation = checkRunningText(title, sentencesText(fitting), EVENT_LENGTH, ctx.rules)
  if (violation) return { ok: false, ...violation }
  const statements = supportedStatements(answer, reports)
  if (statements.length === 0)
    return { ok: false, check: 'points', reason: 'none of them stands on a passage of its reports' }
  const cited = claimsAs('sentence', sentences)
  const claims = [titled(title), ...cited, ...statements.flatMap(statementClaims)]
  return examine(claims, reports, ctx.rules, { isComplete, cut: new Set(cited.slice(fitting.length)) })
}

const partOf = ({ side }: SupportedStatement) => (side === 0 ? 'point' : 'against')

/** One claim for each report that holds a statement, so that each is held against its own words. Sections count from 1. */
function statementClaims(statement: SupportedStatement, at: number): CitedClaim[] {
  const byReport = Map.groupBy(statement.by, ({ source }) => source)
  const claim = { part: partOf(statement), section: at + 1, text: statement.text } as const
  return [...byReport.values()].map((evidence) => ({ ...claim, evidence }))
}

async function publish(
  ctx: EventWriterCtx,
  { material, news, reports }: Draft,
  answer: EventAnswer,
  claims: NewClaim[],
  call: Call,
): Promise<Published> {
  const statements = supportedStatements(answer, reports)
    .map((statement, at) => acceptedStatement(statement, at + 1, claims, reports))
    .filter(({ by }) => by.length > 0)
  const text = {
    title: headline(textOf(claims, 'title')),
    summary: foldSpace(textOf(claims, 'sentence')),
    points: await pointsOf(ctx, statements, { eventId: material.eventId, contentHash: material.state }),
    claims,
    ...news,
    model: ctx.summariser.model,
    promptVersion: ctx.prompt.version,
    articleIds: reports.map(({ articleId }) => articleId),
  }
  return { state: await saveEventText(ctx.database, material, text, call) }
}

/** The rest of a statement: the reports that hold it, and their passages. */
interface AcceptedStatement {
  text: string
  point: number
  by: AttributedReport[]
  passages: StoredPassage[]
}

function acceptedStatement(
  statement: SupportedStatement,
  section: number,
  claims: readonly NewClaim[],
  reports: AttributedReport[],
): AcceptedStatement {
  const accepted = claims.filter(
    (one) => one.part === partOf(statement) && one.section === section && one.verdict === 'stands',
  )
  const passages = accepted.flatMap(({ evidence }) => evidence)
  const by = reports.filter(({ articleId }) => passages.some((passage) => passage.articleId === articleId))
  return { text: statement.text, point: statement.point, by, passages }
}

/** Two statements are one of the judge's `same`, unless their values differ: what agrees is never a guess. */
async function pointsOf(
  { judge, rules }: EventWriterCtx,
  statements: readonly AcceptedStatement[],
  subject: { eventId: number; contentHash: string },
): Promise<StoredPoint[]> {
  const attributed = statements.map((one) => ({ ...one, voices: one.by.map(({ attributedTo }) => attributedTo) }))
  const pairs = doubtfulPairs(attributed, rules.languages)
  const paired = pairs.map((pair) => pairedOf(pair, statements))
  const relations = judge ? await judgePairs(judge, paired, subject) : []
  const related = pairs.map((pair, at) => {
    const relation = relations[at] ?? null
    const [a, b] = paired[at] as StatementPair
    const isGuess = relation === 'same' && valuesDiffer(a.text, b.text, rules.languages.siteReading)
    return { pair, relation: isGuess ? null : relation }
  })
  const quote = createQuoting()
  const points = groupStatements(statements.length, related).flatMap(({ sides, judged }) => {
    const members = sides.map((side) => side.flatMap((at) => statements[at] ?? []))
    return (
      storedPoint(
        members.flatMap((side) => sideOf(side, quote) ?? []),
        judged,
      ) ?? []
    )
  })
  return points.slice(0, MAX_POINTS)
}

const pairedOf = (pair: readonly [number, number], statements: readonly AcceptedStatement[]): StatementPair => {
  const paired = (at: number) => ({
    text: statements[at]?.text ?? '',
    quotes: statements[at]?.passages.map(({ text }) => text) ?? [],
  })
  return [paired(pair[0]), paired(pair[1])]
}

/** In the words of the first, with what may be quoted of each report. */
function sideOf(statements: readonly AcceptedStatement[], quote: ReturnType<typeof createQuoting>): Side | null {
  const [first] = statements
  if (!first) return null
  const by = [...new Set(statements.flatMap((one) => one.by))]
  const passages = statements.flatMap((one) => one.passages)
  const quotes = by.flatMap((report) => {
    const text = quote(
      report,
      passages.filter(({ articleId, ordered }) => articleId === report.articleId && !ordered),
    )
    return text === null ? [] : [{ article: report.articleId, text }]
  })
  return { text: first.text, by, quotes }
}

function buildQuestion(ctx: EventWriterCtx, { reports }: Draft): Question<EventAnswer> {
  const numbered = reports.map(
    (report, at) =>
      `[${at + 1}] ${foldSpace(report.name)}, ${report.at.toISOString()}\n${foldSpace(report.title)}\n${report.text}`,
  )
  const values = {
    site: ctx.site.name,
    topic: ctx.site.topic,
    min_words: String(EVENT_LENGTH.words[0]),
    max_words: String(EVENT_LENGTH.words[1]),
    reports: delimit('reports', numbered.join('\n\n')),
  }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: EventAnswer,
    name: 'event_text',
    maxOutputTokens: 2 * MAX_OUTPUT_TOKENS,
  }
}
