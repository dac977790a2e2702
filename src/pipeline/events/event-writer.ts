/** An event's text by a model, from its reports: sentences and points, each with passages of the reports that hold it. */
import { delimit, fillPrompt } from '../../ai/prompts.ts'
import { storedPoint } from '../../domain/events/event-text.ts'
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
import { type CitedClaim, claimsAs, textOf as sentencesText, titled } from '../../generation/verify/cited.ts'
import { EventAnswer, type SupportedPoint, supportedPoints } from '../../generation/verify/event-points.ts'
import { type Examination, examine } from '../../generation/verify/examine.ts'
import { EVENT_LENGTH, isTooShort } from '../../generation/verify/length.ts'
import { checkRunningText, type VerifyRules } from '../../generation/verify/running-text.ts'
import type { NewClaim } from '../../store/articles/claims.ts'
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
    question: (refusal) => buildQuestion(ctx, draft, refusal),
    sources: reports,
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
  const violation = checkRunningText(title, sentencesText(sentences), EVENT_LENGTH, ctx.rules)
  if (violation) return { ok: false, ...violation }
  const points = supportedPoints(answer, reports, ctx.rules)
  if (points.length === 0)
    return { ok: false, check: 'points', reason: 'none of them stands on a passage of its reports' }
  const claims = [titled(title), ...claimsAs('sentence', sentences), ...points.flatMap(pointClaims)]
  return examine(claims, reports, ctx.rules, { isComplete })
}

/** One claim for each report that holds the point, so that each is held against its own words. Sections count from 1. */
function pointClaims({ text, by, against }: SupportedPoint, at: number): CitedClaim[] {
  const side = (part: 'point' | 'against', text: string, passages: SupportedPoint['by']) =>
    [...Map.groupBy(passages, ({ source }) => source).values()].map((evidence) => ({
      ...{ part, section: at + 1, text },
      evidence,
    }))
  return [...side('point', text, by), ...(against ? side('against', against.text, against.by) : [])]
}

async function publish(
  ctx: EventWriterCtx,
  { material, news, reports }: Draft,
  answer: EventAnswer,
  claims: NewClaim[],
  call: Call,
): Promise<Published> {
  const points = supportedPoints(answer, reports, ctx.rules)
  const text = {
    title: headline(textOf(claims, 'title')),
    summary: foldSpace(textOf(claims, 'sentence')),
    points: points.flatMap((point, at) => acceptedPoint(point, at + 1, claims, reports) ?? []),
    claims,
    ...news,
    model: ctx.summariser.model,
    promptVersion: ctx.prompt.version,
    articleIds: reports.map(({ articleId }) => articleId),
  }
  return { state: await saveEventText(ctx.database, material, text, call) }
}

function acceptedPoint(
  point: SupportedPoint,
  section: number,
  claims: readonly NewClaim[],
  reports: AttributedReport[],
) {
  const left = (part: NewClaim['part']) => {
    const accepted = claims.filter((one) => one.part === part && one.section === section && one.verdict === 'stands')
    const ids = accepted.flatMap(({ evidence }) => evidence.map(({ articleId }) => articleId))
    return reports.filter(({ articleId }) => ids.includes(articleId))
  }
  return storedPoint(point, left('point'), left('against'))
}

function buildQuestion(ctx: EventWriterCtx, { reports }: Draft, refusal: string | null): Question<EventAnswer> {
  const retry = refusal === null ? '' : fillPrompt(ctx.prompt.retry, { reason: refusal.slice(0, 300) })
  const numbered = reports.map(
    (report, at) =>
      `[${at + 1}] ${foldSpace(report.name)}, ${report.at.toISOString()}\n${foldSpace(report.title)}\n${report.text}`,
  )
  const values = {
    site: ctx.site.name,
    topic: ctx.site.topic,
    reports: delimit('reports', numbered.join('\n\n')),
    retry,
  }
  return {
    system: fillPrompt(ctx.prompt.system, values),
    prompt: fillPrompt(ctx.prompt.request, values),
    schema: EventAnswer,
    name: 'event_text',
    maxOutputTokens: 2 * MAX_OUTPUT_TOKENS,
  }
}
