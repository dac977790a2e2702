/** The stage events with a played model: when a text is written, when it is not, and what becomes of the older one. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { growEvent, seedEvent, seedFeed } from '../../../../tests/support/build.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { enrichCtx } from '../../../../tests/support/generation.ts'
import { isJudging } from '../../../../tests/support/played/answers/judge.ts'
import { honestPairs, relateEach } from '../../../../tests/support/played/answers/pairs.ts'
import { eventAnswer, playEventText, reportsOf } from '../../../../tests/support/played/answers/texts.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/played/model.ts'
import { type ActorDatabase, publishing } from '../../../platform/database/database.ts'
import { loadPrompt } from '../../../platform/models/prompts.ts'
import { removeArticle } from '../../articles/writes/articles.ts'
import { createBudget } from '../../texts/budget.ts'
import { findEvent } from '../queries/events.ts'
import { listRevisions } from '../queries/revisions.ts'
import type { EventPoint } from '../queries/views.ts'
import { correctEvent } from '../writes/operator-event-text.ts'
import { type EventsCtx, eventTextsDue, writeEventTexts } from './event-stage.ts'
import { holdTexts } from './hold-texts.ts'

const start = new Date('2026-11-21T10:00:00Z')
const HOUR = 3_600_000
let database: ActorDatabase
let server: ModelServer
let ctx: EventsCtx
let now: Date
const clock = { now: () => now }

beforeAll(async () => {
  database = await openTestDatabase()
  server = await startModelServer()
  const played = await enrichCtx(database, server)
  ctx = {
    ...played,
    clock,
    prompt: await loadPrompt('content', 'event', 'sv'),
    updatePrompt: await loadPrompt('content', 'event-update', 'sv'),
  }
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(async () => {
  now = start
  server.calls.length = 0
  server.mode = 'good'
  server.eventText = playEventText
  server.eventUpdate = addingCosts
  server.beforeAnswer = null
  await sql`update events set text_state = 'done'`.execute(database.db)
})

/** An update with a point for each cost that a new report gives. */
const addingCosts = (prompt: string) =>
  JSON.stringify({
    title: null,
    sentences: [],
    points: reportsOf(prompt).flatMap(({ number, text }) => {
      const [quote, cost] = /\w+ \w+ \w+ (\d+) million kronor/.exec(text) ?? []
      const point = { text: `Bron har kostat ${cost} miljoner kronor.`, existing: null, against: null }
      return quote ? [{ ...point, evidence: [{ source: number, quote }] }] : []
    }),
  })

const TEXTS = [
  'The bridge at Ramsvik opens on Saturday after a long wait, the council said in a short statement to the press.',
  'On Saturday the new bridge at Ramsvik opens to traffic. People in the village have waited a long time for this.',
  'A crossing at Ramsvik will be open from Saturday, according to the council, which has paid for most of the work.',
  'Cars may use the Ramsvik bridge from Saturday on. The ferry will make its last trip on the evening before that.',
  'Ramsvik has its bridge at last: on Saturday the ribbon is cut, and the ferry is no longer needed by anyone there.',
]
let source = 0
const reportBy = async (publisher: string, text: string, values = {}) => {
  const at = new Date(now.getTime() - HOUR + source++ * 60_000)
  return {
    feed_id: await seedFeed(database, { title: publisher, publisher: `${publisher.toLowerCase()}.example` }),
    title: 'The bridge at Ramsvik opens',
    excerpt: text,
    content_hash: `${source}`,
    published_at: at,
    sort_at: at,
    discovered_at: at,
    ...values,
  }
}
const twoReports = async () =>
  seedEvent(database, [await reportBy('Post', TEXTS[0]!), await reportBy('Mail', TEXTS[1]!)])
async function run() {
  await holdTexts({ database, clock, rules: ctx.rules.languages })
  await writeEventTexts(ctx)
}
const view = async (id: number) => (await findEvent(database.db, id, 'sv'))!
const revisions = async (id: number) => listRevisions(database.db, await view(id))
const asked = () => server.calls.filter(({ answered, prompt }) => answered && !isJudging(prompt)).length
const callsOf = (eventId: number) =>
  database.db
    .selectFrom('ai_calls')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('purpose', '=', 'event')
    .orderBy('id')
    .execute()
const stateOf = async (id: number) =>
  database.db.selectFrom('events').select(['text_state', 'text_after']).where('id', '=', id).executeTakeFirstOrThrow()

describe('an event', () => {
  it('whose reports have fewer words together than its text must have is not asked about', {
    tags: 'slow',
  }, async () => {
    const reports = [await reportBy('Post', 'The bridge opens.'), await reportBy('Mail', 'On Saturday it opens.')]
    const { eventId } = await seedEvent(database, reports)
    await run()
    expect(asked()).toBe(0)
    expect(await stateOf(eventId)).toMatchObject({ text_state: 'done' })
  })

  it('of one publisher keeps the text of its source', async () => {
    const { eventId } = await seedEvent(database, [await reportBy('Post', TEXTS[0]!)])
    expect(await eventTextsDue(ctx)).toBe(false)
    await run()
    expect([await view(eventId), asked()]).toMatchObject([{ revision: 0, textBy: 'excerpt' }, 0])
  })

  it('of one report that two print keeps it as well: a copy is no second source', async () => {
    const { eventId } = await seedEvent(database, [
      await reportBy('Post', TEXTS[0]!),
      await reportBy('Mail', TEXTS[0]!),
    ])
    await run()
    expect([await view(eventId), asked(), await stateOf(eventId)]).toMatchObject([
      { revision: 0, sources: [{ copiesOf: null }, { copiesOf: 'post.example' }] },
      0,
      { text_state: 'done' },
    ])
  })

  it('of two publishers gets a text from both, with what was asked and answered on record', {
    tags: 'slow',
  }, async () => {
    const { eventId, articleIds } = await twoReports()
    expect(await eventTextsDue(ctx)).toBe(true)
    await run()
    expect(await view(eventId)).toMatchObject({
      title: 'Nya uppgifter i frågan',
      textBy: 'ai',
      textModel: 'played',
      revision: 1,
      points: [{ status: 'agreed', statements: [{ sources: [{ name: 'Post' }, { name: 'Mail' }] }] }],
    })
    expect(await revisions(eventId)).toMatchObject([{ reason: 'second_source', revision: 1 }])
    expect(reportsOf(server.calls[0]!.prompt).map(({ name }) => name)).toEqual(['Post', 'Mail'])
    const calls = await callsOf(eventId)
    expect(calls).toMatchObject([{ purpose: 'event', verdict: 'accepted', model: 'played' }])
    expect(calls[0]!.output_tokens).toBeGreaterThan(0)
    expect(articleIds).toHaveLength(2)
    expect(await eventTextsDue(ctx)).toBe(false)
  })

  it('is told from the summary of no one: the reports are their publishers’ own texts', async () => {
    const { articleIds } = await twoReports()
    await database.db
      .insertInto('article_texts')
      .values({ article_id: articleIds[0]!, text: `${TEXTS[2]} And more.`, origin: 'page', stored_at: now })
      .execute()
    await run()
    expect(server.calls[0]!.prompt).toContain(`${TEXTS[2]} And more.`)
  })

  it('that is older than two days is left as it is', async () => {
    await twoReports()
    now = new Date(start.getTime() + 49 * HOUR)
    expect(await eventTextsDue(ctx)).toBe(false)
  })

  it('waits until the pages of its articles were read', async () => {
    const { articleIds } = await twoReports()
    const reading = (state: 'pending' | 'done') =>
      database.db.updateTable('articles').set({ extract_state: state }).where('id', 'in', articleIds).execute()
    await reading('pending')
    expect(await eventTextsDue(ctx)).toBe(false)
    await reading('done')
    expect(await eventTextsDue(ctx)).toBe(true)
  })
})

describe('an event with a likely member that a model is asked about', () => {
  const MINUTE = 60_000
  async function withQuestion(values: { tries?: number } = {}) {
    const { eventId, articleIds } = await twoReports()
    const { articleIds: others } = await seedEvent(database, [await reportBy('Radio', TEXTS[2]!)])
    const [a = 0, b = 0] = [...articleIds.slice(0, 1), ...others]
    await database.db
      .insertInto('event_questions')
      .values({ article_a: Math.min(a, b), article_b: Math.max(a, b), likeness: 1, at: now, ...values })
      .execute()
    return { eventId, forget: () => database.db.deleteFrom('event_questions').execute() }
  }

  it('waits for the answer, ten minutes at most', async () => {
    const { eventId, forget } = await withQuestion()
    for (const minutes of [0, 9]) {
      now = new Date(start.getTime() + minutes * MINUTE)
      await run()
      expect((await view(eventId)).revision).toBe(0)
    }
    now = new Date(start.getTime() + 10 * MINUTE)
    await run()
    expect((await view(eventId)).revision).toBe(1)
    await forget()
  })

  it('is written about once the answer is there, or is asked for no more', { tags: 'slow' }, async () => {
    const answered = await withQuestion()
    await answered.forget()
    const failed = await withQuestion({ tries: 3 })
    await run()
    for (const { eventId } of [answered, failed]) expect((await view(eventId)).revision).toBe(1)
    await failed.forget()
  })
})

describe('a text', () => {
  it('stays as it is when an article brings nothing new', async () => {
    const { eventId } = await twoReports()
    await run()
    now = new Date(start.getTime() + 2 * HOUR)
    await growEvent(database, eventId, [await reportBy('Echo', TEXTS[2]!)])
    await run()
    expect([asked(), (await view(eventId)).revision, await stateOf(eventId)]).toMatchObject([
      1,
      1,
      { text_state: 'done' },
    ])
  })

  it('names in its call the reports for which there was no room, copies apart', async () => {
    const reports = []
    for (const word of 'iron oak granite steel brick timber marble copper glass clay'.split(' '))
      reports.push(await reportBy(word, `The bridge is of ${word}, and ${word} ${word} `.repeat(8).trim()))
    const copy = await reportBy('Copy', reports[0]!.excerpt)
    const { eventId, articleIds } = await seedEvent(database, [...reports, copy])
    await run()
    const [call] = await callsOf(eventId)
    // The first two and the newest are read.
    expect(call?.request).toMatchObject({ reports: 8, leftOut: articleIds.slice(2, 4) })
  })

  it('is brought by each of the publishers that it begins with, a copy and a second report apart', async () => {
    const names = ['Post', 'Mail', 'Echo']
    const reports = await Promise.all(names.map((name, at) => reportBy(name, TEXTS[at]!)))
    const { eventId } = await seedEvent(database, [
      ...reports,
      await reportBy('Copy', TEXTS[0]!),
      { ...(await reportBy('Post', TEXTS[3]!)), feed_id: reports[0]!.feed_id },
    ])
    await run()
    const [first] = await revisions(eventId)
    expect(first?.broughtBy.map(({ name }) => name)).toEqual(names)
  })

  it('goes on when a number is new, and the older one stays as a revision', async () => {
    const { eventId } = await twoReports()
    await run()
    now = new Date(start.getTime() + 2 * HOUR)
    const cost =
      'The bridge at Ramsvik has cost 450 million kronor, the Echo has learned from the papers of the council.'
    const [id] = await growEvent(database, eventId, [await reportBy('Echo', cost)])
    await run()
    const [newest, older] = await revisions(eventId)
    expect(newest).toMatchObject({
      revision: 2,
      reason: 'new_fact',
      broughtBy: [{ articleId: id }],
      added: ['Bron har kostat 450 miljoner kronor.'],
    })
    expect(older).toMatchObject({ revision: 1 })
    expect((await view(eventId)).points).toHaveLength(2)
  })

  it('waits an hour for the next, and is written four times a day at most', { tags: 'slow' }, async () => {
    const { eventId } = await twoReports()
    await run()
    const told: number[] = []
    for (let hour = 0; hour <= 30; hour++) {
      now = new Date(start.getTime() + hour * HOUR + 60_000)
      if (hour <= 8)
        await growEvent(database, eventId, [
          await reportBy(
            `Source${hour}`,
            `The bridge now costs ${500 + hour} million kronor, which is more than was said before by anyone.`,
          ),
        ])
      const before = (await revisions(eventId)).length
      await run()
      if ((await revisions(eventId)).length > before) told.push(hour)
    }
    expect(told).toEqual([1, 2, 3, 24])
  })

  it('does not wait where the reports have doubled since', async () => {
    const { eventId } = await twoReports()
    await run()
    const grow = async (name: string, cost: number) =>
      growEvent(database, eventId, [
        await reportBy(name, `The bridge now costs ${cost} million kronor, says the city.`),
      ])
    await grow('Third', 501)
    await run()
    expect(await revisions(eventId)).toHaveLength(1)
    await grow('Fourth', 502)
    await run()
    expect(await revisions(eventId)).toHaveLength(2)
  })

  it('is not shown when an article that it was written from is gone, and is written anew from the others', async () => {
    const { eventId, articleIds } = await seedEvent(database, [
      await reportBy('Post', TEXTS[0]!),
      await reportBy('Mail', TEXTS[1]!),
      await reportBy('Echo', TEXTS[2]!),
    ])
    await run()
    await publishing(database, async (trx) => {
      await removeArticle(trx, articleIds[0]!)
      await sql`update events set text_state = 'pending' where id = ${eventId}`.execute(trx)
    })
    expect(await view(eventId)).toMatchObject({ revision: 0, textBy: 'excerpt', points: [] })
    expect(await revisions(eventId)).toEqual([])
    await run()
    expect(await view(eventId)).toMatchObject({
      revision: 2,
      points: [{ statements: [{ sources: [{ name: 'Mail' }, { name: 'Echo' }] }] }],
    })
    expect(await revisions(eventId)).toMatchObject([{ revision: 2, reason: 'members_changed', broughtBy: [] }])
  })
})

describe('two statements of different publishers', () => {
  const texts = {
    Post: 'The bridge at Ramsvik has cost 450 million kronor, say the papers of the council that we have read.',
    Mail: 'All in all the people of Ramsvik have paid 520 million kronor for the bridge that opens on Saturday.',
    Echo: 'Nobody knows yet what the bridge at Ramsvik has cost, the head of the council told the Echo on Friday.',
  }
  const statements = {
    Post: 'Bron har kostat 450 miljoner kronor.',
    Mail: 'Bron har kostat 520 miljoner kronor.',
    Echo: 'Vad bron har kostat är inte känt.',
  }
  type Name = keyof typeof texts

  /** The first of `names` with the others against it, or each as a point of its own. */
  async function pointsOf(names: Name[], isDispute: boolean): Promise<EventPoint[]> {
    const reports = await Promise.all(names.map((name) => reportBy(name, texts[name])))
    const { eventId } = await seedEvent(database, reports)
    server.eventText = (prompt) => {
      const reports = reportsOf(prompt)
      const cited = names.flatMap((name) => {
        const report = reports.find((one) => one.name === name)
        return report ? { text: statements[name], evidence: [{ source: report.number, quote: report.text }] } : []
      })
      const [first, ...others] = cited
      return eventAnswer(
        prompt,
        isDispute && first ? [{ ...first, against: others }] : cited.map((one) => ({ ...one, against: null })),
      )
    }
    await run()
    return (await view(eventId)).points
  }
  const outline = (points: EventPoint[]) =>
    points.map(({ status, judged, statements }) => [
      `${status}${judged ? '' : ', not judged'}`,
      ...statements.map(({ sources }) => sources.map(({ name }) => name).join(' and ')),
    ])

  afterEach(() => {
    server.pairs = honestPairs()
  })

  it.each<[string, (prompt: string) => string, boolean, string[][]]>([
    ['exclude each other', honestPairs(() => 'exclude'), true, [['disputed', 'Post', 'Mail']]],
    ['exclude each other across points', honestPairs(() => 'exclude'), false, [['disputed', 'Post', 'Mail']]],
    [
      'add to each other',
      honestPairs(() => 'add'),
      true,
      [
        ['single', 'Post'],
        ['single', 'Mail'],
      ],
    ],
    [
      'say the same by a judge, with other values',
      honestPairs(() => 'same'),
      true,
      [['disputed, not judged', 'Post', 'Mail']],
    ],
    [
      'exclude each other by a judge who says so of all',
      relateEach(() => 'exclude'),
      true,
      [['disputed, not judged', 'Post', 'Mail']],
    ],
    [
      'add to each other by a judge who says so of all',
      relateEach(() => 'add'),
      true,
      [['disputed, not judged', 'Post', 'Mail']],
    ],
    ['are not answered', () => '{}', false, [['disputed, not judged', 'Post', 'Mail']]],
  ])('that %s', async (_, pairs, isDispute, expected) => {
    server.pairs = pairs
    expect(outline(await pointsOf(['Post', 'Mail'], isDispute))).toEqual(expected)
  })

  it.each([
    ['add', true],
    ['other', false],
  ] as const)('that %s to each other are of one matter: %s', async (relation, isOne) => {
    server.pairs = honestPairs(() => relation)
    const numbers = (await pointsOf(['Post', 'Mail'], true)).map(({ matter }) => matter)
    expect(numbers.map((matter) => matter !== undefined)).toEqual([isOne, isOne])
    expect(new Set(numbers).size).toBe(1)
  })

  it('are three sides where three answer the same question, with or without a number, each in its own words', async () => {
    const [point] = await pointsOf(['Post', 'Mail', 'Echo'], true)
    expect(outline(point ? [point] : [])).toEqual([['disputed', 'Post', 'Mail', 'Echo']])
    expect(point?.statements.map(({ quotes }) => quotes.map(({ name, language }) => [name, language]))).toEqual([
      [['Post', 'en']],
      [['Mail', 'en']],
      [['Echo', 'en']],
    ])
  })

  it('are one agreed statement where they say the same', async () => {
    server.pairs = honestPairs(({ a, b }) => (`${a}${b}`.includes('inte känt') ? 'exclude' : 'same'))
    const { Mail } = statements
    statements.Mail = 'Till slut blev det 450 miljoner för hela bygget vid Ramsvik.'
    expect(outline(await pointsOf(['Post', 'Mail', 'Echo'], true))).toEqual([['disputed', 'Post and Mail', 'Echo']])
    statements.Mail = Mail
  })

  it('have controls of both kinds in the call, which count only where they are of the same matter', async () => {
    const judge = ctx.judge ?? expect.fail('there is no judge')
    const { planted, ...question } = judge.pairs
    const [excludes] = planted.filter(({ relation }) => relation === 'exclude')
    const [adds] = planted.filter(({ relation }) => relation !== 'exclude')
    const all = ctx
    ctx = { ...ctx, judge: { ...judge, pairs: { ...question, planted: [excludes, adds].flatMap((one) => one ?? []) } } }
    await pointsOf(['Post', 'Mail'], true)
    ctx = all
    const controls = await database.db
      .selectFrom('judge_controls')
      .select(['expected', 'answered', 'counts'])
      .where('class', '=', 'pair')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(controls).toHaveLength(2)
    expect(controls).toEqual(
      expect.arrayContaining([
        { expected: 'refused', answered: 'contradicted', counts: false },
        { expected: 'supported', answered: 'supported', counts: false },
      ]),
    )
  })
})

describe('a model that fails', () => {
  it('is asked once more with the reason, and then left alone until the event changes', async () => {
    const { eventId } = await twoReports()
    server.eventText = (prompt) =>
      playEventText(prompt).replaceAll(/Beskedet kommer|Den som vill/g, '”Äntligen”, säger de.')
    await run()
    expect(asked()).toBe(2)
    const requested = server.calls.filter(({ prompt }) => !isJudging(prompt))
    expect(requested[1]!.prompt).toContain('Ditt förra svar godkändes inte: ett citat står inte så i källan ("')
    await run()
    expect([asked(), (await view(eventId)).revision]).toEqual([2, 0])
    server.eventText = playEventText
    await growEvent(database, eventId, [await reportBy('Echo', TEXTS[2]!)])
    await run()
    expect((await view(eventId)).revision).toBe(1)
  })

  it('and cannot be reached is asked again by the next job, and costs nothing', async () => {
    const { eventId } = await twoReports()
    server.mode = 'broken'
    await expect(run()).rejects.toThrow()
    server.mode = 'good'
    await run()
    expect((await view(eventId)).revision).toBe(1)
    const calls = await callsOf(eventId)
    expect(calls.map(({ verdict, cost }) => [verdict, Number(cost) > 0])).toEqual([
      ['failed', false],
      ['accepted', true],
    ])
  })

  it('is asked three times at most about one state of an event, however often its process is killed', async () => {
    const { eventId } = await twoReports()
    const killed = { purpose: 'event', event_id: eventId, at: now, provider: 'openai', model: 'played', cost: 1 }
    const { state } = (await import('../writes/event-texts.ts').then(({ findEventMaterial }) =>
      findEventMaterial(database.db, eventId, now),
    ))!
    for (let i = 0; i < 3; i++)
      await database.db
        .insertInto('ai_calls')
        .values({
          ...killed,
          prompt_version: ctx.prompt.version,
          request: '{}',
          content_hash: state,
          verdict: 'asked',
        } as never)
        .execute()
    await run()
    expect([asked(), await stateOf(eventId)]).toMatchObject([0, { text_state: 'done' }])
  })

  it('is not asked when the budget is used up', async () => {
    const { eventId } = await twoReports()
    const poor = { ...ctx, budget: createBudget(0.000001, clock, 'Europe/Stockholm') }
    await writeEventTexts(poor)
    expect([asked(), await stateOf(eventId)]).toMatchObject([0, { text_state: 'pending' }])
    expect(await eventTextsDue(poor)).toBe(false)
  })
})

describe('an event that changes while the model writes', () => {
  it('does not get the text that was written from less than it says now', async () => {
    const { eventId } = await twoReports()
    const late = await reportBy('Echo', TEXTS[3]!)
    let grown = false
    server.beforeAnswer = async () => {
      if (grown) return
      grown = true
      await growEvent(database, eventId, [late])
    }
    await run()
    const texts = await revisions(eventId)
    expect(texts).toHaveLength(1)
    expect(reportsOf(server.calls.findLast(({ prompt }) => !isJudging(prompt))!.prompt)).toHaveLength(3)
    const calls = await callsOf(eventId)
    expect(calls.map(({ verdict }) => verdict)).toEqual(['refused', 'accepted'])
  })
  it('keeps the text that an operator writes in the meantime', async () => {
    const { eventId } = await twoReports()
    const before = { title: 'The bridge', summary: 'It opens.', by: 'excerpt' } as const
    const after = { title: 'Bron öppnar', summary: 'På lördag.' }
    let isCorrected = false
    server.beforeAnswer = async () => {
      if (isCorrected) return
      isCorrected = true
      await correctEvent(database, { eventId, before, after, retainPoints: false }, now)
    }
    await run()
    expect(await view(eventId)).toMatchObject({ ...after, textBy: 'operator', revision: 1 })
    expect((await callsOf(eventId)).map(({ verdict }) => verdict)).toEqual(['refused'])
  })
})
