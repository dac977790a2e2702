/** A judge is judged in every call: its controls are on record, and one that fails at them publishes nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetJudge } from '../../../../tests/support/build.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { enrichCtx, seedArticle } from '../../../../tests/support/generation.ts'
import {
  accurate,
  alwaysNo,
  alwaysYes,
  claimsOf,
  drifting,
  honest,
  isJudging,
  isPlanted,
  judgeEach,
  seeded,
} from '../../../../tests/support/played/answers/judge.ts'
import { isSpoiled } from '../../../../tests/support/played/answers/writer.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/played/model.ts'
import type { Database } from '../../../platform/database/database.ts'
import { judgeIssues } from '../../health/model-checks.ts'
import { type EnrichCtx, enrichArticle } from '../summaries/enrich.ts'
import { admitJudge, isJudgeSuspended } from './examination.ts'

let database: Database
let server: ModelServer
let ctx: EnrichCtx
let now: Date

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  server = await startModelServer()
})
beforeEach(async () => {
  now = new Date('2026-11-21T10:00:00Z')
  const clock = { now: () => now }
  const made = await enrichCtx(database, server)
  ctx = { ...made, clock, judge: made.judge && { ...made.judge, clock } }
})
afterEach(async () => {
  await forgetJudge(database)
  server.mode = 'good'
  server.judge = honest
  server.calls = []
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** The outcome of an article: `waits` where its judge cannot be believed. */
async function run(): Promise<string> {
  const id = await seedArticle(database)
  return enrichArticle(ctx, id).catch((error) => {
    expect(error).toMatchObject({ code: 'unavailable', retryAfter: expect.any(Number) })
    return 'waits'
  })
}

/** As many articles, or those until the judge is suspended. */
async function runMany(count: number): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  for (let n = 0; n < count && !outcomes.paused; n++) {
    const outcome = await run()
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

const controls = () => database.db.selectFrom('judge_controls').selectAll().orderBy('id').execute()
/** Calls of nothing but controls. */
async function examCalls(): Promise<(number | null)[]> {
  const rows = await database.db
    .selectFrom('judge_controls')
    .innerJoin('ai_calls', 'ai_calls.id', 'call_id')
    .select('call_id')
    .where('purpose', '=', 'exam')
    .orderBy('judge_controls.id')
    .execute()
  return [...new Set(rows.map(({ call_id }) => call_id))]
}
const suspensions = () => database.db.selectFrom('judge_suspensions').selectAll().orderBy('id').execute()
const judged = () => server.calls.filter(({ prompt }) => isJudging(prompt))
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}

describe('each call', () => {
  it('holds a planted error at any place, and is on record with what was answered', { tags: 'slow' }, async () => {
    await runMany(4)
    const rows = await controls()
    for (const { prompt } of judged()) {
      const claims = claimsOf(prompt)
      expect(claims.filter(isPlanted)).toHaveLength(1)
    }
    const planted = rows.filter(({ expected }) => expected === 'refused')
    expect(planted).toHaveLength(8)
    for (const row of planted)
      expect(row).toMatchObject({
        model: 'played',
        prompt_version: 'judge.sv@6',
        language: 'sv',
        answered: 'contradicted',
        at: now,
      })
    expect(new Set(rows.map(({ call_id }) => call_id)).size).toBe(8)
  })

  it('stores nothing of what it plants, and of the real sentences the words that decide', async () => {
    await run()
    const [planted] = claimsOf(judged()[0]?.prompt ?? '').filter(isPlanted)
    const [call] = await database.db
      .selectFrom('ai_calls')
      .selectAll()
      .where('purpose', '=', 'judge')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(JSON.stringify(call)).not.toContain(planted?.sentence)
    const claims = await database.db.selectFrom('claims').selectAll().orderBy('id', 'desc').limit(5).execute()
    for (const { deciding_words: words, evidence } of claims)
      expect(evidence.some(({ text }) => words && text.includes(words))).toBe(true)
  })
})

describe('the pairs of the exams', () => {
  it('come in a call of their own after each fifteen controls of texts, and by turns', { tags: 'slow' }, async () => {
    await runMany(17)
    const rows = await controls()
    const calls = await examCalls()
    expect(calls).toHaveLength(2)
    const exams = calls.map((id) => rows.filter(({ call_id }) => call_id === id))
    for (const some of exams) {
      expect(some.map(({ expected }) => expected).sort()).toEqual([...BETWEEN.planted, ...BETWEEN.truths])
      expect(some.every(({ exam_id: id, counts }) => id && counts)).toBe(true)
    }
    expect(new Set(exams.flat().map(({ exam_id: id }) => id)).size).toBe(12)
    const ofTexts = rows.filter(({ call_id }) => !calls.includes(call_id))
    expect(ofTexts).toHaveLength(34)
    expect(ofTexts.some(({ exam_id: id }) => id)).toBe(false)
    const positions = exams.map(([first]) => rows.findIndex(({ id }) => id === first?.id))
    expect(positions).toEqual([16, 38])
  })

  it('are not asked for where there are no true ones', { tags: 'slow' }, async () => {
    const judge = ctx.judge as NonNullable<EnrichCtx['judge']>
    ctx = { ...ctx, judge: { ...judge, exams: { ...judge.exams, pairs: [] } } }
    expect(await runMany(9)).toEqual({ accepted: 9 })
    expect(await examCalls()).toEqual([])
  })
})
const BETWEEN = { planted: Array(2).fill('refused'), truths: Array(4).fill('supported') }

describe('a planted error that is taken for true', () => {
  /** Nothing is known of the error in the first so many calls of an article. */
  const blindFor = (calls: number) => drifting(calls, alwaysYes, honest)

  it('has the call made once more, with another', async () => {
    server.judge = blindFor(1)
    expect(await run()).toBe('accepted')
    expect(judged()).toHaveLength(3)
    const [first, second] = judged().map(({ prompt }) => claimsOf(prompt).find(isPlanted))
    expect(first?.sentence).not.toBe(second?.sentence)
    const calls = await database.db
      .selectFrom('ai_calls')
      .select(['verdict', 'reason'])
      .where('purpose', '=', 'judge')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(calls.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'refused'])
  })

  it.each([
    ['taken for true', alwaysYes],
    ['left out of the answer', (prompt: string) => withoutPlanted(honest(prompt), prompt)],
    ['in an answer that cannot be read', () => 'Ja, allt stämmer!'],
  ])('twice, %s, has the article wait', async (_, judge) => {
    server.judge = judge
    const id = await seedArticle(database)
    await expect(enrichArticle(ctx, id)).rejects.toMatchObject({ code: 'unavailable' })
    const { translated_summary, enrich_state } = await database.db
      .selectFrom('articles')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([judged().length, translated_summary, enrich_state]).toEqual([2, null, 'pending'])
    expect((await controls()).filter(({ expected }) => expected === 'refused')).toHaveLength(2)
    // The answer that was paid for is judged again, not paid for again.
    server.judge = honest
    expect(await enrichArticle(ctx, id)).toBe('accepted')
    expect(server.calls.filter(({ prompt }) => !isJudging(prompt))).toHaveLength(1)
  })

  it('counts no true pair that is refused against the answer', { tags: 'slow' }, async () => {
    const strict = judgeEach((claim) => (isPlanted(claim) || isPair(claim.sentence) ? 'not_in_evidence' : 'supported'))
    server.judge = strict
    expect(await runMany(9)).toEqual({ accepted: 9 })
    expect(
      (await controls()).some(({ expected, answered }) => expected === 'supported' && answered !== 'supported'),
    ).toBe(true)
  })
})

describe('a judge that fails at its controls', () => {
  it.each([
    ['always says yes', alwaysYes],
    ['always says no', alwaysNo],
    ['writes garbage', () => 'Ja!'],
  ])('and %s is suspended after some forty of them, and publishes nothing', { tags: 'slow' }, async (_, judge) => {
    server.judge = judge
    const outcomes = await runMany(60)
    expect(outcomes.accepted).toBeUndefined()
    expect(outcomes.paused).toBeGreaterThan(0)
    expect(await suspensions()).toMatchObject([{ model: 'played', lifted_at: null }])
    expect((await controls()).length).toBeLessThanOrEqual(80)
    const before = server.calls.length
    expect(await run()).toBe('paused')
    // No text is requested that no judge can judge.
    expect(server.calls).toHaveLength(before)
  })

  it('as a coin does publishes no more than it tossed right, until it is suspended', { tags: 'slow' }, async () => {
    server.judge = accurate({ sensitivity: 0.5, specificity: 0.5 }, (sentence) => !isSpoiled(sentence), seeded(5))
    const outcomes = await runMany(60)
    expect(await suspensions()).toHaveLength(1)
    expect((outcomes.accepted ?? 0) + (outcomes.refused ?? 0)).toBeLessThanOrEqual(45)
  })

  it('after fifty honest calls publishes nothing from then on', { tags: 'slow' }, async () => {
    server.judge = drifting(50, honest, alwaysYes)
    const outcomes = await runMany(60)
    // Two of the calls are of controls alone.
    expect(outcomes.accepted).toBe(24)
    expect(await suspensions()).toHaveLength(1)
  })

  it('is no judge of 85 and 95 in a hundred', { tags: 'slow' }, async () => {
    server.judge = accurate({ sensitivity: 0.85, specificity: 0.95 }, (sentence) => !isSpoiled(sentence), seeded(11))
    const outcomes = await runMany(36)
    expect(await suspensions()).toEqual([])
    expect(outcomes.accepted).toBeGreaterThanOrEqual(30)
  })
})

describe('a suspended judge', () => {
  const judge = () => ctx.judge ?? expect.fail('there is no judge')
  let record: { failed: Awaited<ReturnType<typeof controls>>; suspended: Awaited<ReturnType<typeof suspensions>> }
  beforeEach(async () => {
    server.judge = alwaysYes
    if (record) {
      await database.db.insertInto('judge_controls').values(record.failed).execute()
      await database.db.insertInto('judge_suspensions').values(record.suspended).execute()
    } else await runMany(45)
    record ??= { failed: await controls(), suspended: await suspensions() }
    expect(await isJudgeSuspended(judge())).toBe(true)
    server.calls = []
  })
  const matters = () => judgeIssues(database.db)

  it('is one matter for the operator, with what it was suspended for', { tags: 'slow' }, async () => {
    const [first, ...others] = await matters()
    expect(others).toEqual([])
    expect(first).toMatchObject({ urgent: true, facts: { model: 'played', refused: 0 } })
  })

  it('is left alone for six hours, and comes back when it answers controls right', { tags: 'slow' }, async () => {
    server.judge = honest
    const before = (await examCalls()).length
    later(5)
    expect(await run()).toBe('paused')
    expect(server.calls).toEqual([])
    later(1.1)
    expect(await isJudgeSuspended(judge())).toBe(false)
    expect(await run()).toBe('accepted')
    const exams = (await examCalls()).slice(before)
    expect(exams.length).toBeGreaterThanOrEqual(3)
    expect(exams.length).toBeLessThanOrEqual(5)
    expect([await matters(), await runMany(3)]).toEqual([[], { accepted: 3 }])
  })

  it('stays away where it fails again, and is examined again after six hours more', { tags: 'slow' }, async () => {
    later(6.1)
    expect([await run(), (await suspensions()).length]).toEqual(['paused', 1])
    const calls = server.calls.length
    expect(calls).toBeGreaterThan(0)
    server.judge = honest
    expect([await run(), server.calls.length]).toEqual(['paused', calls])
    later(6.1)
    expect(await run()).toBe('accepted')
  })

  it('carries an examination on that a killed process began', { tags: 'slow' }, async () => {
    server.judge = honest
    later(6.1)
    server.mode = (call) => (call >= 2 ? 'broken' : 'good')
    await expect(admitJudge(judge())).rejects.toMatchObject({ code: 'unavailable' })
    const examined = async () => (await controls()).filter(({ at }) => at.getTime() === now.getTime()).length
    const begun = await examined()
    expect(begun).toBeGreaterThan(0)
    server.mode = 'good'
    expect(await admitJudge(judge())).toBe(true)
    expect(await examined()).toBeGreaterThanOrEqual(40)
    expect(await examined()).toBeLessThan(40 + 13)
  })

  it('is another judge with another model or another prompt', { tags: 'slow' }, async () => {
    server.judge = honest
    const another = { ...judge(), summariser: { ...judge().summariser, model: 'another' } }
    ctx = { ...ctx, judge: another }
    expect(await run()).toBe('accepted')
    expect(await matters()).toEqual([])
    ctx = { ...ctx, judge: { ...judge(), prompt: { ...judge().prompt, version: 'judge.sv@7' } } }
    expect(await run()).toBe('accepted')
  })
})

/** The answer without its verdict on the planted error. */
function withoutPlanted(answer: string, prompt: string): string {
  const claims = claimsOf(prompt)
  const { verdicts } = JSON.parse(answer) as { verdicts: { sentence: number }[] }
  const isKept = ({ sentence }: { sentence: number }) => {
    const claim = claims[sentence - 1]
    return claim !== undefined && !isPlanted(claim)
  }
  return JSON.stringify({ verdicts: verdicts.filter(isKept) })
}

const isPair = (sentence: string) => (ctx.judge?.exams.pairs ?? []).some((pair) => pair.sentence === sentence)
