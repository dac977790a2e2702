/** Judges whose accuracy is known, asked as the real ones are: what they let out of answers of which so many are faulty. */

import { admitJudge } from '../../src/news/texts/judge/examination.ts'
import { type JudgeCtx, judgeClaims } from '../../src/news/texts/judge/judge.ts'
import { textTokens } from '../../src/news/texts/plan-call.ts'
import { canLoseTitle, examineSummary, isCompleteSummary } from '../../src/news/texts/summary.ts'
import type { Examination } from '../../src/news/texts/verify/examine.ts'
import { findSuspension } from '../../src/news/texts/writes/judge-controls.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { AppError } from '../../src/platform/errors.ts'
import { forgetJudge } from '../../tests/support/build.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { enrichCtx } from '../../tests/support/generation.ts'
import {
  accurate,
  alwaysNo,
  alwaysYes,
  drifting,
  keyword,
  lazy,
  noteWritten,
  type PlayedJudge,
  seeded,
} from '../../tests/support/played/answers/judge.ts'
import { type ModelServer, startModelServer } from '../../tests/support/played/model.ts'
import type { AnswerSet, Pair } from './answer-sets.ts'

/** Shares of faulty answers. */
const FAULTY = [0.02, 0.1]
const SEED = 7

export interface JudgedScore {
  judge: string
  faulty: number
  texts: number
  published: number
  /** Published with a false sentence or headline. */
  falseOut: number
  /** Good sentences of judged answers, and those that were not published. */
  good: number
  goodLost: number
  /** Nothing was decided: readers see excerpts. */
  waiting: number
  calls: number
  /** Mean of what a call reads. */
  tokens: number
  /** Planted errors, and those that count to the standing. */
  planted: number
  counted: number
  /** Texts and calls until the judge was suspended; null where it was not. */
  suspendedAfter: { texts: number; calls: number } | null
}

interface Drawn {
  pair: Pair
  set: AnswerSet
}

/** The one that is judged now. */
interface Now {
  pair: Pair | null
}

function judgesOf(now: Now): [name: string, judge: PlayedJudge][] {
  const isTrue = (text: string) => !now.pair?.falseTexts.has(text)
  const right = (sensitivity: number, specificity: number) =>
    accurate({ sensitivity, specificity }, isTrue, seeded(SEED))
  return [
    ['honest', right(1, 1)],
    ['yes to everything', alwaysYes],
    ['no to everything', alwaysNo],
    ['a coin', right(0.5, 0.5)],
    ['lazy', lazy],
    ['keyword', keyword],
    ['85 % and 95 %', right(0.85, 0.95)],
    ['yes after 100 calls', drifting(100, right(1, 1), alwaysYes)],
  ]
}

export async function playJudges(sets: readonly AnswerSet[], texts: number): Promise<JudgedScore[]> {
  const [database, server] = [await openTestDatabase(), await startModelServer()]
  const { judge } = await enrichCtx(database, server)
  const now: Now = { pair: null }
  const scores: JudgedScore[] = []
  for (const faulty of FAULTY)
    for (const [name, played] of judgesOf(now)) {
      await forgetJudge(database)
      server.judge = played
      server.calls = []
      const drawn = draw(sets, texts, faulty)
      const score = await judgeAll(judge as JudgeCtx, database, drawn, now, server)
      scores.push({ judge: name, faulty, texts, ...score })
    }
  await server.close()
  await database.close()
  return scores
}

/** Held-out answers that the certain checks let pass or not; the same for the same share. */
function draw(sets: readonly AnswerSet[], texts: number, faulty: number): Drawn[] {
  // The service refuses sentences that cite nothing.
  const isCited = ({ answer }: Pair) => answer?.every(({ part, evidence }) => part === 'title' || evidence.length > 0)
  const held = sets.flatMap((set) =>
    set.pairs.flatMap((pair) => (pair.half === 'held-out' && isCited(pair) ? { pair, set } : [])),
  )
  const random = seeded(SEED)
  return Array.from({ length: texts }, () => {
    const isFaulty = random() < faulty
    const some = held.filter(({ pair }) => (pair.fault !== null) === isFaulty)
    return some[Math.floor(random() * some.length)] as Drawn
  })
}

type Counts = Omit<JudgedScore, 'judge' | 'faulty' | 'texts'>

async function judgeAll(
  ctx: JudgeCtx,
  { db }: Database,
  drawn: readonly Drawn[],
  now: Now,
  server: ModelServer,
): Promise<Counts> {
  const judge = { model: ctx.summariser.model, promptVersion: ctx.prompt.version }
  const counts: Omit<Counts, 'planted' | 'counted'> = {
    published: 0,
    falseOut: 0,
    good: 0,
    goodLost: 0,
    waiting: 0,
    calls: 0,
    tokens: 0,
    suspendedAfter: null,
  }
  for (const [at, { pair, set }] of drawn.entries()) {
    now.pair = pair
    noteWritten(JSON.stringify(pair.answer))
    const isSuspended = counts.suspendedAfter !== null
    const out = isSuspended ? 'waits' : await judgeOne(ctx, pair, set)
    const good = pair.answer?.filter(({ text }) => !pair.falseTexts.has(text)).map(({ text }) => text) ?? []
    if (out === 'waits') {
      counts.waiting += 1
      if (!isSuspended && (await findSuspension(db, judge)))
        counts.suspendedAfter = { texts: at + 1, calls: server.calls.length }
      continue
    }
    counts.published += Number(out.length > 0)
    counts.falseOut += Number(out.some((text) => pair.falseTexts.has(text)))
    counts.good += good.length
    counts.goodLost += good.filter((text) => !out.includes(text)).length
  }
  const planted = await db.selectFrom('judge_controls').select('counts').where('expected', '=', 'refused').execute()
  const calls = server.calls.length
  const characters = server.calls.reduce((sum, { prompt }) => sum + prompt.length, 0)
  const counted = planted.filter((row) => row.counts).length
  const controls = { planted: planted.length, counted }
  return { ...counts, ...controls, calls, tokens: Math.round(textTokens(characters) / Math.max(1, calls)) }
}

/** The headline and sentences that are published. */
async function judgeOne(ctx: JudgeCtx, pair: Pair, set: AnswerSet): Promise<string[] | 'waits'> {
  const { source } = pair
  const { rules } = set
  const examined = examineOnce(pair, set)
  if (!examined?.ok) return []
  const passed = examined.claims.filter(({ violation }) => violation === null)
  const verdicts = await admitted(ctx, () => judgeClaims(ctx, passed, [source], {})).catch((error) => {
    if (error instanceof AppError && error.code === 'unavailable') return 'paused' as const
    throw error
  })
  if (verdicts === 'paused') return 'waits'
  const stands = passed.filter((_, at) => verdicts[at]?.verdict === 'supported')
  return isCompleteSummary(canLoseTitle(source.language, rules))(stands) ? stands.map(({ text }) => text) : []
}

const admitted = async <Result>(ctx: JudgeCtx, judge: () => Promise<Result>) =>
  (await admitJudge(ctx)) ? judge() : ('paused' as const)

const examined = new WeakMap<Pair, Examination>()

/** The same answers are drawn many times. */
function examineOnce(pair: Pair, { rules, length, mayCopy }: AnswerSet): Examination | null {
  const { source, answer } = pair
  const demands = { length, mayCopy, needsEvidence: false }
  const result = answer && (examined.get(pair) ?? examineSummary(answer, source, rules, demands))
  if (result) examined.set(pair, result)
  return result
}
