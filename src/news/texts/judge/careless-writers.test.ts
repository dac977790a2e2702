/** Errors that a model may make, in Swedish, English and German: what an honest judge and a lazy one let out of them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetJudge } from '../../../../tests/support/build.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { enrichCtx, seedArticle } from '../../../../tests/support/generation.ts'
import { isJudging, judgeBy, keyword, lazy, seeded } from '../../../../tests/support/played/answers/judge.ts'
import { LIES, PLANTED, RECALLS, summaryOf } from '../../../../tests/support/played/answers/recall.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/played/model.ts'
import { shareOf } from '../../../../tests/support/sweep.ts'
import type { Database } from '../../../platform/database/database.ts'
import { enrichArticle } from '../summaries/enrich.ts'

const MAX_CALLS = 40
const CARELESS = [
  ['lazy', lazy],
  ['one that looks for words', keyword],
] as const
let database: Database
let server: ModelServer

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  server = await startModelServer()
})
afterEach(() => forgetJudge(database))
afterAll(async () => {
  await server.close()
  await database.close()
})

describe.each(RECALLS)('in $language', (recall) => {
  const { language, source, truths, errors } = recall
  const untrue = Object.values(errors).map(([, text]) => text)
  const ctxWith = async (seed: number) => {
    const ctx = await enrichCtx(database, server, {}, {}, language)
    return { ...ctx, judge: ctx.judge && { ...ctx.judge, random: seeded(seed) } }
  }
  const textOf = async (id: number) => {
    const article = database.db.selectFrom('articles').select('translated_summary as text').where('id', '=', id)
    return (await article.executeTakeFirstOrThrow()).text
  }
  const honest = judgeBy(({ sentence }) => (untrue.includes(sentence) ? 'contradicted' : null))

  it('an honest judge lets out every true sentence', { tags: 'slow' }, async () => {
    server.judge = honest
    server.summary = () => summaryOf(recall)
    const id = await seedArticle(database, source)
    expect(await enrichArticle(await ctxWith(1), id)).toBe('accepted')
    expect(await textOf(id)).toBe(truths.map(({ text }) => text).join(' '))
  })

  it.each(PLANTED)(
    'a error of the class %s is left out, and the rest is published',
    { tags: 'slow' },
    async (error) => {
      server.judge = honest
      server.summary = () => summaryOf(recall, error)
      const id = await seedArticle(database, source)
      expect(await enrichArticle(await ctxWith(2), id)).toBe('accepted')
      const [place, wrong] = errors[error]
      const text = await textOf(id)
      expect(text).not.toContain(wrong)
      for (const [at, truth] of truths.entries()) if (at < place) expect(text).toContain(truth.text)
    },
  )

  // Code asks about some German nouns, which have capitals as names do.
  const unseen = LIES.filter((error) => language !== 'de' || error !== 'cause')
  it.each(unseen)('the lie of the class %s is nothing that code sees', async (error) => {
    server.summary = () => summaryOf(recall, error)
    const id = await seedArticle(database, source)
    await enrichArticle(await enrichCtx(database, server, { AI_JUDGE: 'off' }, {}, language), id)
    expect(await textOf(id)).toContain(errors[error][1])
  })

  it.each(shareOf(CARELESS, 2, RECALLS.indexOf(recall)))(
    'six lies are not published by a judge that is %s, which is suspended',
    { tags: 'slow' },
    async (_, judge) => {
      server.judge = judge
      server.calls = []
      const ctx = await ctxWith(3)
      const published: string[] = []
      for (let n = 0; n < MAX_CALLS; n++) {
        const error = LIES[n % LIES.length]
        server.summary = () => summaryOf(recall, error)
        const id = await seedArticle(database, source)
        if ((await enrichArticle(ctx, id).catch(() => 'waits')) === 'paused') break
        const text = await textOf(id)
        if (error && text?.includes(errors[error][1])) published.push(error)
      }
      expect(published).toEqual([])
      expect(await database.db.selectFrom('judge_suspensions').selectAll().execute()).toHaveLength(1)
      expect(server.calls.filter(({ prompt }) => isJudging(prompt)).length).toBeLessThanOrEqual(MAX_CALLS)
    },
  )
})
