/**
 * The judge: a model that sees sentences with their evidence, real ones and controls, and answers for each whether it follows.
 * Its verdicts count only where it refused the planted error in the same answer.
 */

import type { Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Summariser } from '../../../platform/models/ports.ts'
import type { Prompt } from '../../../platform/models/prompts.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Budget } from '../budget.ts'
import { type Subject as Planned, planCall } from '../plan-call.ts'
import { type ExaminedClaim, findingsOn, type NumberedSources } from '../verify/examine.ts'
import { shownIn } from '../verify/match-evidence.ts'
import type { VerifyRules } from '../verify/running-text.ts'
import { bylineOf, type SourceText } from '../verify/source.ts'
import { countListed, findNumbers } from '../verify/values/numbers.ts'
import { type AnsweredControl, type JudgeId, listUsedPairs, recordJudgeCall } from '../writes/judge-controls.ts'
import { TOKENS_A_VERDICT, type Verdict, verdictsOf } from './answer.ts'
import { type Choosing, type Control, chooseControl, interleave, splitClaims } from './controls.ts'
import type { ControlSource, PlantedPair } from './exam-pairs.ts'
import type { FindingsOf, JudgedItem } from './judged-item.ts'
import { judgeQuestion } from './question.ts'

export interface JudgeCtx {
  database: Database
  clock: Clock
  summariser: Summariser
  prompt: Prompt
  budget: Budget
  rules: VerifyRules
  exams: ControlSource
  /** The question on pairs of statements, and pairs whose relation is known. */
  pairs: { prompt: Prompt; planted: readonly PlantedPair[] }
  /** 0 to 1: where controls come from and where they stand. */
  random: () => number
}

/** The object that the sentences are about. */
export type Subject = Omit<Planned, 'purpose' | 'request'>

export const judgeId = ({ summariser, prompt }: Pick<JudgeCtx, 'summariser' | 'prompt'>): JudgeId => ({
  model: summariser.model,
  promptVersion: prompt.version,
})

/** Byline of each control where there is nothing else. */
export const NO_SOURCE = '–'
const NO_CONTROL = 'no error can be planted among the sentences for the judge: content/exams has no pairs'
const TRIES = 2
const RETRY_SECONDS = 60

/**
 * A verdict for each sentence; `paused` where the budget is used up, models are stopped or the judge is suspended. Rejects
 * with `unavailable` where the judge does not answer, or took planted errors for true twice.
 */
export async function judgeClaims(
  ctx: JudgeCtx,
  claims: readonly ExaminedClaim[],
  sources: readonly SourceText[],
  subject: Subject,
): Promise<Verdict[] | 'paused'> {
  const findingsOf = findingsBy(ctx, sources)
  const choosing = { turns: ctx.rules.languages.turns, findingsOf, random: ctx.random }
  const verdicts = new Map<ExaminedClaim, Verdict>()
  for (const shown of splitClaims(claims, choosing)) {
    const others = claims.filter((claim) => !shown.includes(claim))
    const judged = await judgeShown(ctx, shown, others, { choosing, sources, subject })
    if (judged === 'paused') return 'paused'
    for (const [at, claim] of shown.entries()) verdicts.set(claim, judged[at] ?? UNANSWERED)
  }
  return claims.map((claim) => verdicts.get(claim) ?? UNANSWERED)
}

interface Asking {
  choosing: Omit<Choosing, 'source' | 'used'>
  sources: readonly SourceText[]
  subject: Subject
}

/** The sentences of one call; `others` are those of which its error is made. */
async function judgeShown(
  ctx: JudgeCtx,
  shown: readonly ExaminedClaim[],
  others: readonly ExaminedClaim[],
  { choosing, sources, subject }: Asking,
): Promise<Verdict[] | 'paused'> {
  const planted = new Set<string>()
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const used = await listUsedPairs(ctx.database.db, ctx.exams.pairs)
    const control = chooseControl(shown, others, { ...choosing, source: ctx.exams, used, planted })
    if (!control) throw new AppError('unavailable', NO_CONTROL)
    planted.add(control.item.text)
    const judged = await queryJudge(ctx, shown, [control], sources, { ...subject, purpose: 'judge' })
    if (!judged || judged.isSuspended) return 'paused'
    if (judged.isTrusted) return judged.verdicts
  }
  const message = `the judge (${ctx.summariser.model}) does not tell planted errors from true sentences`
  throw new AppError('unavailable', message, { retryAfter: RETRY_SECONDS })
}

/** Findings of code on sentences of these sources, and on pairs of the exams in the language of their evidence. */
export function findingsBy({ rules }: Pick<JudgeCtx, 'rules'>, sources: readonly SourceText[]): FindingsOf {
  const find: FindingsOf = (text, evidence, language) => {
    const isCited = (number: number) => evidence.length === 0 || evidence.some(({ source }) => source === number)
    const numbered = sources.map((source, at) => [at + 1, source] as const)
    const cited = new Map(numbered.filter(([number]) => isCited(number)))
    return findingsOn(text, evidence, language === undefined ? cited : sourcesIn(language, evidence), rules)
  }
  // Each split of a text looks for errors that can be made of its sentences.
  const found = new Map<string, ReturnType<FindingsOf>>()
  return (text, evidence, language) => {
    const key = JSON.stringify([text, shownIn(evidence), evidence.map(({ source }) => source), language])
    const findings = found.get(key) ?? find(text, evidence, language)
    found.set(key, findings)
    return findings
  }
}

/** Reads numbers in each language of the evidence. */
export const numberReader =
  ({ languages }: Pick<VerifyRules, 'languages'>, sources: readonly SourceText[]) =>
  (words: string, { evidence, language }: JudgedItem, counted?: string): boolean => {
    const written = evidence.map(({ source }) => language ?? sources[source - 1]?.language ?? null)
    const readings = [...new Set(written.length > 0 ? written : [language ?? null])].map(
      (one) => languages.of(one).numbers,
    )
    if (readings.some((numbers) => findNumbers(words, numbers, true).length > 0)) return true
    const values = findNumbers(counted ?? '', languages.siteReading.numbers, false).flatMap((found) => found.values)
    return readings.map((numbers) => countListed(words, numbers)).some((n) => n > 1 && values.includes(String(n)))
  }

/** Of a pair of the exams, which has no source but its evidence. */
export const sourcesIn = (language: string | null, evidence: JudgedItem['evidence']): NumberedSources =>
  new Map(evidence.map(({ source }) => [source, { title: '', text: '', language }]))

export interface Judged {
  /** Of the real sentences. */
  verdicts: Verdict[]
  /** Each planted error was refused. */
  isTrusted: boolean
  isSuspended: boolean
}

/** One call: its verdicts, those on controls apart, are stored before they are used. Undefined where none can be made now. */
export function queryJudge(
  ctx: JudgeCtx,
  claims: readonly JudgedItem[],
  controls: readonly Control[],
  sources: readonly SourceText[],
  subject: Omit<Planned, 'request'>,
): Promise<Judged | undefined> {
  const planted = controls.map(({ item }) => item)
  const items = interleave(claims, planted, ctx.random)
  const bylines = sources.map((source) => bylineOf(source, ctx.exams.language))
  const question = judgeQuestion(ctx.prompt, items, sources.length > 0 ? bylines : controls.map(() => NO_SOURCE))
  const about = { ...subject, request: { sentences: claims.length } }
  const planned = planCall(ctx, question, about, 100 + TOKENS_A_VERDICT * items.length)
  return ctx.budget.within(ctx.database.db, planned, async (row) => {
    const { value, text: _, ...use } = await ctx.summariser.query(question)
    const given = value ? verdictsOf(value, items, numberReader(ctx.rules, sources)) : []
    const verdictOn = (item: JudgedItem) => given[items.indexOf(item)] ?? null
    const answered = controls.map(
      ({ item, ...control }): AnsweredControl => ({
        ...control,
        answered: verdictOn(item)?.verdict ?? 'missing',
      }),
    )
    const isTrusted = answered.every(
      ({ expected, answered: statement }) => expected === 'supported' || REFUSALS.has(statement),
    )
    const verdicts = claims.map((claim) => verdictOn(claim) ?? UNANSWERED)
    const settlement = {
      ...use,
      // The words of a source are kept with its evidence, and no longer.
      response: JSON.stringify(verdicts.map(({ words: _, ...verdict }) => verdict)),
      verdict: isTrusted ? ('accepted' as const) : ('refused' as const),
      reason: isTrusted
        ? summaryOf(verdicts)
        : value
          ? 'a planted error was not refused'
          : 'the answer could not be read',
      unreadable: value === null,
    }
    const isActive = await recordJudgeCall(ctx.database, row, settlement, judgeId(ctx), answered, ctx.clock.now())
    return { verdicts, isTrusted, isSuspended: !isActive }
  })
}

/** A sentence without an answer of its own is not supported. */
const UNANSWERED: Verdict = { verdict: 'not_in_evidence', aspect: 'what', words: null }
const REFUSALS: ReadonlySet<string> = new Set(['contradicted', 'not_in_evidence'])

function summaryOf(verdicts: readonly Verdict[]): string | null {
  const failed = verdicts.flatMap(({ verdict, aspect }, at) =>
    verdict === 'supported' ? [] : [`${at + 1} ${verdict} (${aspect})`],
  )
  return failed.length === 0 ? null : failed.join(', ')
}
