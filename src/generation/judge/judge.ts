/**
 * The judge: a model that sees sentences with their evidence, real ones and controls, and says of each whether it follows.
 * What it says counts only where it refused the planted error in the same answer.
 */
import type { Prompt } from '../../ai/prompts.ts'
import { AppError } from '../../domain/errors.ts'
import type { Summariser } from '../../domain/ports.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { Database } from '../../store/database/database.ts'
import {
  type AnsweredControl,
  type JudgeId,
  listUsedPairs,
  recordJudgement,
} from '../../store/models/judge-controls.ts'
import type { Budget } from '../budget.ts'
import { type Subject as Planned, planCall } from '../plan-call.ts'
import { type ExaminedClaim, findingsOn } from '../verify/examine.ts'
import type { VerifyRules } from '../verify/running-text.ts'
import { bylineOf, type SourceText } from '../verify/source.ts'
import { TOKENS_A_VERDICT, type Verdict, verdictsOf } from './answer.ts'
import { type Control, type ControlSource, chooseControls, interleave } from './controls.ts'
import type { FindingsOf } from './made-controls.ts'
import { type JudgedItem, judgeQuestion } from './question.ts'

export interface JudgeCtx {
  database: Database
  clock: Clock
  summariser: Summariser
  prompt: Prompt
  budget: Budget
  rules: VerifyRules
  exams: ControlSource
  /** 0 to 1: where controls come from and where they stand. */
  random: () => number
}

/** What the sentences are about. */
export type Subject = Omit<Planned, 'purpose' | 'request'>

export const judgeId = ({ summariser, prompt }: Pick<JudgeCtx, 'summariser' | 'prompt'>): JudgeId => ({
  ...{ model: summariser.model, promptVersion: prompt.version },
})

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
  const findingsOf: FindingsOf = (text, evidence, language) => {
    const cited = sources.filter((_, at) => evidence.some(({ source }) => source === at + 1))
    return findingsOn(text, evidence, language === undefined ? cited : [{ title: '', text: '', language }], ctx.rules)
  }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const used = await listUsedPairs(ctx.database.db, ctx.exams.pairs)
    const controls = chooseControls(claims, { source: ctx.exams, used, findingsOf, random: ctx.random })
    if (controls.length === 0) throw new AppError('unavailable', NO_CONTROL)
    const outcome = await judgeOnce(ctx, claims, controls, sources.map(bylineOf), subject)
    if (outcome !== 'untrusted') return outcome
  }
  throw new AppError(
    'unavailable',
    `the judge (${ctx.summariser.model}) does not tell planted errors from true sentences`,
    {
      retryAfter: RETRY_SECONDS,
    },
  )
}

async function judgeOnce(
  ctx: JudgeCtx,
  claims: readonly ExaminedClaim[],
  controls: readonly Control[],
  bylines: readonly string[],
  subject: Subject,
): Promise<Verdict[] | 'paused' | 'untrusted'> {
  const items = interleave<JudgedItem>(
    claims,
    controls.map(({ item }) => item),
    ctx.random,
  )
  const judged = await askJudge(ctx, items, controls, bylines, { ...subject, purpose: 'judge' })
  if (judged === 'paused') return 'paused'
  const verdicts = claims.map((claim) => judged.verdicts[items.indexOf(claim)] ?? null)
  if (!judged.isTrusted) return 'untrusted'
  return judged.isSuspended ? 'paused' : verdicts.map((verdict) => verdict ?? UNANSWERED)
}

/** A sentence without an answer of its own is not supported. */
const UNANSWERED: Verdict = { judgement: 'not_in_evidence', aspect: 'what', words: null }

export interface AskedJudge {
  /** Of all items; null for those without an answer. */
  verdicts: (Verdict | null)[]
  /** Each planted error was refused. */
  isTrusted: boolean
  isSuspended: boolean
}

/** One call: its answer, without what it says of controls, and their verdicts are stored before they are used. */
export async function askJudge(
  ctx: JudgeCtx,
  items: readonly JudgedItem[],
  controls: readonly Control[],
  bylines: readonly string[],
  subject: Omit<Planned, 'request'>,
): Promise<AskedJudge | 'paused'> {
  const question = judgeQuestion(ctx.prompt, items, bylines)
  const about = { ...subject, request: { sentences: items.length - controls.length } }
  const planned = planCall(ctx, question, about, 100 + TOKENS_A_VERDICT * items.length)
  const outcome = await ctx.budget.within(ctx.database.db, planned, async (row): Promise<AskedJudge> => {
    const { value, text: _, ...use } = await ctx.summariser.ask(question)
    const verdicts = value ? verdictsOf(value, items) : items.map(() => null)
    const answered = controls.map((control) => answerOf(control, verdicts[items.indexOf(control.item)] ?? null))
    const isTrusted = answered.every(({ expected, answered: said }) => expected === 'supported' || isRefusal(said))
    const real = items.flatMap((item, at) =>
      controls.some((control) => control.item === item) ? [] : (verdicts[at] ?? UNANSWERED),
    )
    const settlement = {
      ...use,
      // The words of a source are kept with its evidence, and no longer.
      response: JSON.stringify(real.map(({ words: _, ...verdict }) => verdict)),
      verdict: isTrusted ? ('accepted' as const) : ('refused' as const),
      reason: isTrusted ? summaryOf(real) : value ? 'a planted error was not refused' : 'the answer could not be read',
      unreadable: value === null,
    }
    const isActive = await recordJudgement(ctx.database, row, settlement, judgeId(ctx), answered, ctx.clock.now())
    return { verdicts, isTrusted, isSuspended: !isActive }
  })
  return outcome ?? 'paused'
}

const answerOf = ({ item: _, ...control }: Control, verdict: Verdict | null): AnsweredControl => ({
  ...control,
  answered: verdict?.judgement ?? 'missing',
})

const isRefusal = (answered: AnsweredControl['answered']) =>
  answered === 'contradicted' || answered === 'not_in_evidence'

function summaryOf(verdicts: readonly Verdict[]): string | null {
  const failed = verdicts.flatMap(({ judgement, aspect }, at) =>
    judgement === 'supported' ? [] : [`${at + 1} ${judgement} (${aspect})`],
  )
  return failed.length === 0 ? null : failed.join(', ')
}
