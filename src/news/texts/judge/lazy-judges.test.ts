/** Judges that read no evidence, against an honest one: what they publish of lies, and how long they are asked. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetJudge } from '../../../../tests/support/build.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { enrichCtx, seedArticle } from '../../../../tests/support/generation.ts'
import { isJudging, keyword, lazy, type PlayedJudge, seeded } from '../../../../tests/support/played/answers/judge.ts'
import { honestAbout, type Lie, lie, truthsOf } from '../../../../tests/support/played/answers/liar.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/played/model.ts'
import { shareOf } from '../../../../tests/support/sweep.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type EnrichCtx, enrichArticle } from '../summaries/enrich.ts'

/** Nothing that code sees: each is the judge's alone. */
const LIES = [
  ...['en01-negation5', 'en03-certainty3', 'en03-roles7', 'en05-superlative9', 'de03-cause7', 'f08-value3'],
  ...['sv01-roles1', 'en05-negation3', 'no01-certainty7', 'sv01-date7', 'f01-cause7', 'no07-accusation7'],
].map(lie)
const TRUTHS = ['en01', 'sv01', 'de03', 'en03', 'en05', 'no01'].flatMap((id) => truthsOf(id).slice(0, 1))
/** As many as a judge of forty controls needs, and some. */
const TEXTS = 30
const MAX_CALLS = 40

let database: Database
let server: ModelServer
let ctx: EnrichCtx

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  server = await startModelServer()
})
afterEach(() => forgetJudge(database))
afterAll(async () => {
  await server.close()
  await database.close()
})

/** Of a judge: calls until it was suspended, and what was published of truths and lies. */
async function play(judgeOf: (lying: Lie) => PlayedJudge, seed: number) {
  const made = await enrichCtx(database, server)
  ctx = { ...made, judge: made.judge && { ...made.judge, random: seeded(seed) } }
  server.calls = []
  let [published, lies, calls] = [0, 0, 0]
  for (let n = 0; n < TEXTS; n++) {
    const lying = (n % 2 === 0 ? LIES : TRUTHS)[Math.floor(n / 2) % (n % 2 === 0 ? LIES : TRUTHS).length] as Lie
    server.summary = () => lying.answer
    server.judge = judgeOf(lying)
    const id = await seedArticle(database, lying.source)
    const outcome = await enrichArticle(ctx, id).catch(() => 'waits')
    if (outcome === 'paused') break
    calls = server.calls.filter(({ prompt }) => isJudging(prompt)).length
    const article = database.db.selectFrom('articles').select('translated_summary as text').where('id', '=', id)
    const { text } = await article.executeTakeFirstOrThrow()
    published += Number(text !== null)
    lies += Number(lying.untrue.some((sentence) => text?.includes(sentence)))
  }
  const suspensions = await database.db.selectFrom('judge_suspensions').selectAll().execute()
  return { isSuspended: suspensions.length > 0, published, lies, calls }
}

describe.each(shareOf([1, 2, 3], 3))('with draw %i', (seed) => {
  it('an honest judge stays, publishes, and lets no lie out', { tags: 'slow' }, async () => {
    expect(await play(honestAbout, seed)).toMatchObject({ isSuspended: false, published: TEXTS, lies: 0 })
  })

  it.each([
    ['is lazy', lazy],
    ['looks for words alone', keyword],
  ])('one that %s is suspended within forty calls, and lets no lie out', { tags: 'slow' }, async (_, judge) => {
    const { isSuspended, lies, calls } = await play(() => judge, seed)
    expect([isSuspended, lies]).toEqual([true, 0])
    expect(calls).toBeLessThanOrEqual(MAX_CALLS)
  })
})
