/** An event's text by a model, from its reports: sentences and points, each with passages of the reports that hold it. */

import type { Question } from '../../../platform/models/ports.ts'
import { delimit, fillPrompt } from '../../../platform/models/prompts.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { NewClaim } from '../../claims/writes/claims.ts'
import { textOf } from '../../texts/accept-claims.ts'
import {
  type Call,
  type GenerateCtx,
  type Generation,
  generateText,
  type Published,
} from '../../texts/generate-text.ts'
import { MAX_OUTPUT_TOKENS } from '../../texts/plan-call.ts'
import type { ReservationCtx } from '../../texts/summaries/reserved.ts'
import { headline } from '../../texts/summaries/summary-question.ts'
import { type Citation, type CitedClaim, claimsAs, textOf as sentencesText, titled } from '../../texts/verify/cited.ts'
import { EventAnswer, type SupportedStatement, supportedStatements } from '../../texts/verify/event-points.ts'
import { type Examination, examine } from '../../texts/verify/examine.ts'
import { EVENT_LENGTH, isTooShort, withinLength } from '../../texts/verify/length.ts'
import { checkRunningText, type VerifyRules } from '../../texts/verify/running-text.ts'
import { type EventMaterial, saveEventText } from '../writes/event-texts.ts'
import { type DraftStatement, pointsOf } from './event-points.ts'
import { type AttributedReport, chooseReports, leftOutOf, type News } from './reports.ts'
import { isCompleteText } from './retained-text.ts'

export interface EventWriterCtx extends ReservationCtx, GenerateCtx {
  rules: VerifyRules
  site: { name: string; topic: string }
}

/** Sentences and points, each with its passages. */
const OUTPUT_TOKENS = 900

interface Draft {
  material: EventMaterial
  news: News
  reports: AttributedReport[]
  /** Articles that the model does not read. */
  leftOut: number[]
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
  return generateText(ctx, generationOf(ctx, { material, news, reports, leftOut: leftOutOf(attributed, reports) }))
}

function generationOf(ctx: EventWriterCtx, draft: Draft): Generation<EventAnswer> {
  const { material, news, reports, leftOut } = draft
  return {
    subject: {
      purpose: 'event',
      eventId: material.eventId,
      contentHash: material.state,
      request: { reports: reports.length, leftOut, reason: news.reason },
    },
    outputTokens: OUTPUT_TOKENS,
    question: () => buildQuestion(ctx, draft),
    sources: reports,
    rules: ctx.rules,
    examine: (answer) => examineEvent(ctx, answer, reports),
    isComplete: isCompleteText,
    articleIdOf: (source) => reports[source - 1]?.articleId,
    publish: (answer, claims, call) => publish(ctx, draft, answer, claims, call),
  }
}

function examineEvent(ctx: EventWriterCtx, answer: EventAnswer, reports: AttributedReport[]): Examination {
  const { title, sentences } = answer
  const fitting = withinLength(sentences, EVENT_LENGTH)
  const violation = checkRunningText(title, sentencesText(fitting), EVENT_LENGTH, ctx.rules)
  if (violation) return { ok: false, ...violation }
  const statements = supportedStatements(answer.points, reports)
  if (statements.length === 0)
    return { ok: false, check: 'points', reason: 'none of them stands on a passage of its reports' }
  const cited = claimsAs('sentence', sentences)
  const claims = [titled(title), ...cited, ...statements.flatMap(statementClaims)]
  return examine(claims, reports, ctx.rules, { isComplete: isCompleteText, cut: new Set(cited.slice(fitting.length)) })
}

/** Sections count from 1. */
const draftOf = ({ text, point, side }: SupportedStatement, at: number): DraftStatement => ({
  text,
  part: side === 0 ? 'point' : 'against',
  section: at + 1,
  point,
})

const statementClaims = (statement: SupportedStatement, at: number) => claimsBy(draftOf(statement, at), statement.by)

/** One claim for each report that holds a statement, so that each is held against its own words. */
export function claimsBy({ part, section, text }: DraftStatement, by: readonly Citation[]): CitedClaim[] {
  const byReport = Map.groupBy(by, ({ source }) => source)
  return [...byReport.values()].map((evidence) => ({ part, section, text, evidence }))
}

async function publish(
  ctx: EventWriterCtx,
  { material, news, reports }: Draft,
  answer: EventAnswer,
  accepted: NewClaim[],
  call: Call,
): Promise<Published> {
  const drafts = supportedStatements(answer.points, reports).map(draftOf)
  const subject = { eventId: material.eventId, contentHash: material.state }
  const { points, claims } = await pointsOf(ctx, drafts, accepted, { reports, subject })
  const text = {
    title: headline(textOf(claims, 'title')),
    summary: foldSpace(textOf(claims, 'sentence')),
    points,
    claims,
    ...news,
    model: ctx.summariser.model,
    promptVersion: ctx.prompt.version,
    articleIds: reports.map(({ articleId }) => articleId),
    seenIds: material.reports.map(({ articleId }) => articleId),
  }
  return { state: await saveEventText(ctx.database, material, text, call) }
}

function buildQuestion(ctx: EventWriterCtx, { reports }: Draft): Question<EventAnswer> {
  const values = {
    site: ctx.site.name,
    topic: ctx.site.topic,
    min_words: String(EVENT_LENGTH.words[0]),
    max_words: String(EVENT_LENGTH.words[1]),
    reports: delimitReports(reports),
  }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: EventAnswer,
    name: 'event_text',
    words: EVENT_LENGTH.words,
    maxOutputTokens: 2 * MAX_OUTPUT_TOKENS,
  }
}

export function delimitReports(reports: readonly AttributedReport[]): string {
  const numbered = reports.map(
    (report, at) =>
      `[${at + 1}] ${foldSpace(report.name)}, ${report.at.toISOString()}\n${foldSpace(report.title)}\n${report.text}`,
  )
  return delimit('reports', numbered.join('\n\n'))
}
