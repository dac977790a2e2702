/**
 * The judge's question on pairs of statements: do both exclude each other? An answer counts only where it knew both planted
 * pairs, one that excludes and one that does not.
 */
import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { Question } from '../../../platform/models/ports.ts'
import { delimit, fillPrompt } from '../../../platform/models/prompts.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { planCall } from '../plan-call.ts'
import { RELATIONS, type Relation } from '../rules/relations.ts'
import { type AnsweredControl, listUsedPairs, recordJudgeCall } from '../writes/judge-controls.ts'
import { interleave, minUsed } from './controls.ts'
import type { PlantedPair } from './exam-pairs.ts'
import { admitJudge } from './examination.ts'
import { type JudgeCtx, judgeId, type Subject } from './judge.ts'
import type { JudgedItem } from './judged-item.ts'
import { isRecognisable } from './recognisable.ts'

export interface PairedStatement {
  text: string
  /** Passages that it rests on. */
  quotes: readonly string[]
}
export type StatementPair = readonly [PairedStatement, PairedStatement]

const PairAnswer = z.object({ pairs: z.array(z.object({ pair: z.number().int(), relation: z.enum(RELATIONS) })) })

const TRIES = 2
const TOKENS_A_PAIR = 20

/** A relation for each pair; null for all where no answer can be trusted. `paused`: no judge can be asked now. */
export async function judgePairs(
  ctx: JudgeCtx,
  pairs: readonly StatementPair[],
  subject: Subject,
): Promise<(Relation | null)[] | 'paused'> {
  if (pairs.length === 0) return []
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer = await attemptOnce(ctx, pairs, subject)
    if (answer) return answer
  }
  return pairs.map(() => null)
}

/** Null for an answer that cannot be trusted. */
async function attemptOnce(ctx: JudgeCtx, pairs: readonly StatementPair[], subject: Subject) {
  try {
    if (!(await admitJudge(ctx))) return 'paused' as const
    return (await queryPairs(ctx, pairs, subject)) ?? ('paused' as const)
  } catch (error) {
    // The text is judged and paid for: it does not wait for this answer.
    if (error instanceof AppError) return 'paused' as const
    throw error
  }
}

async function queryPairs(ctx: JudgeCtx, pairs: readonly StatementPair[], subject: Subject) {
  const { db } = ctx.database
  const planted = await choosePlanted(ctx)
  if (planted.length < 2) return undefined
  const controls = planted.map(({ pair }) => pair)
  const items = interleave([...pairs], controls, ctx.random)
  const question = pairQuestion(ctx, items)
  const request = { pairs: pairs.length }
  const planned = planCall(
    { ...ctx, prompt: ctx.pairs.prompt },
    question,
    { ...subject, purpose: 'judge', request },
    100 + TOKENS_A_PAIR * items.length,
  )
  return ctx.budget.within(db, planned, async (row) => {
    const { value, text: _, ...use } = await ctx.summariser.query(question)
    const relations = items.map((_, at) => value?.pairs.findLast(({ pair }) => pair === at + 1)?.relation ?? null)
    const relationOf = (pair: StatementPair) => relations[items.indexOf(pair)] ?? null
    const answered = planted.map((one) => answeredControl(one, relationOf(one.pair), pairs))
    const isTrusted = answered.every(({ expected, answered: answer }) =>
      expected === 'refused' ? answer === 'contradicted' : answer === 'supported',
    )
    const given = pairs.map(relationOf)
    const reason = value ? 'a planted pair was not known' : 'the answer could not be read'
    await recordJudgeCall(
      ctx.database,
      row,
      {
        ...use,
        response: JSON.stringify(given),
        verdict: isTrusted ? 'accepted' : 'refused',
        reason: isTrusted ? null : reason,
        unreadable: value === null,
      },
      judgeId(ctx),
      answered,
      ctx.clock.now(),
    )
    return isTrusted ? given : null
  })
}

/** As the standing counts them: a planted pair that excludes is a planted error. */
const answeredControl = (
  { id, language, relation, pair }: PlantedPair,
  answer: Relation | null,
  real: readonly StatementPair[],
): AnsweredControl => ({
  examId: id,
  language,
  class: 'pair',
  counts: !isRecognisable(asItem(pair), real.map(asItem)),
  expected: relation === 'exclude' ? 'refused' : 'supported',
  answered: answer === null ? 'missing' : answer === 'exclude' ? 'contradicted' : 'supported',
})

const asItem = (pair: StatementPair): JudgedItem => ({
  text: pair.flatMap(({ text, quotes }) => [text, ...quotes]).join(' '),
  evidence: [],
  findings: [],
})

/** One of each kind, those that were used longest ago. */
async function choosePlanted({ database, pairs: { planted }, random }: JudgeCtx): Promise<PlantedPair[]> {
  const used = await listUsedPairs(database.db, planted)
  const ofKind = (excludes: boolean) =>
    minUsed(
      planted.filter(({ relation }) => (relation === 'exclude') === excludes),
      { used, random },
    ).slice(0, 1)
  return [...ofKind(true), ...ofKind(false)]
}

function pairQuestion(
  { pairs: { prompt } }: Pick<JudgeCtx, 'pairs'>,
  items: readonly StatementPair[],
): Question<z.infer<typeof PairAnswer>> {
  const listed = items.map((pair, at) => [`${at + 1}.`, ...pair.flatMap(linesOf)].join('\n'))
  return {
    system: prompt.system,
    prompt: fillPrompt(prompt.request, { pairs: delimit('pairs', listed.join('\n\n')) }),
    schema: PairAnswer,
    name: 'pair_relations',
    maxOutputTokens: 100 + 2 * TOKENS_A_PAIR * items.length,
  }
}

const linesOf = ({ text, quotes }: PairedStatement, at: number): string[] => [
  `${at === 0 ? 'A' : 'B'}: ${foldSpace(text)}`,
  ...quotes.map((quote) => `   >>${foldSpace(quote)}<<`),
]
