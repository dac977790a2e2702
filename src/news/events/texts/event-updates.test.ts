/** An event's text when its reports change: accepted claims are retained, and a played model adds what is new alone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { growEvent, seedEvent, seedFeed } from '../../../../tests/support/build.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { enrichCtx } from '../../../../tests/support/generation.ts'
import { claimsOf, honest, isJudging, isPlanted, judgeBy } from '../../../../tests/support/played/answers/judge.ts'
import { honestPairs, isJudgingPairs } from '../../../../tests/support/played/answers/pairs.ts'
import {
  existingOf,
  playEventText,
  playEventUpdate,
  reportsOf,
} from '../../../../tests/support/played/answers/texts.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/played/model.ts'
import { type Database, publishing } from '../../../platform/database/database.ts'
import { loadPrompt } from '../../../platform/models/prompts.ts'
import { removeArticle } from '../../articles/writes/articles.ts'
import { listClaims } from '../../claims/queries/claims.ts'
import { findEvent } from '../queries/events.ts'
import { type EventsCtx, writeEventTexts } from './event-stage.ts'
import { holdingDue, holdTexts } from './hold-texts.ts'

const start = new Date('2026-11-21T10:00:00Z')
const HOUR = 3_600_000
let database: Database
let server: ModelServer
let ctx: EventsCtx
let now: Date
const clock = { now: () => now }

beforeAll(async () => {
  database = await openTestDatabase()
  server = await startModelServer()
  ctx = {
    ...(await enrichCtx(database, server)),
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
  server.judge = honest
  server.pairs = honestPairs()
  server.eventText = playEventText
  server.eventUpdate = playEventUpdate
  await database.db.updateTable('events').set({ text_state: 'done' }).execute()
})

const POST = [
  'The council of Ramsvik has bought 650 lamps for the bridge.',
  'They are made in Holm and follow the railing on both sides.',
]
const MAIL = [
  'Ramsvik gets 650 lamps on its bridge, the council tells Mail.',
  'The work begins in March and is expected to take three weeks.',
  'Drivers must expect queues on the road while it goes on.',
]
const S = [
  'Ramsviks kommun har köpt 650 lampor till den nya bron över sundet.',
  'Lamporna tillverkas i Holm och ska sitta längs räcket på båda sidorna.',
  'Arbetet med att sätta upp dem börjar i mars och väntas ta tre veckor.',
  'Bilister får räkna med köer på vägen så länge arbetet pågår vid bron.',
]
const TITLE = 'Ramsvik köper 650 lampor till bron'
const cite = (source: number, quote: string | undefined) => ({ source, quote: quote ?? '' })

/** Both reports say the number; each has a sentence of its own. */
const firstText = () =>
  JSON.stringify({
    title: TITLE,
    sentences: [
      { evidence: [cite(1, POST[0])], text: S[0] },
      { evidence: [cite(1, POST[1])], text: S[1] },
      { evidence: [cite(2, MAIL[1])], text: S[2] },
      { evidence: [cite(2, MAIL[2])], text: S[3] },
    ],
    points: [
      { evidence: [cite(1, POST[0]), cite(2, MAIL[0])], text: 'Kommunen har köpt 650 lampor.', against: null },
      { evidence: [cite(2, MAIL[1])], text: 'Arbetet väntas ta tre veckor.', against: null },
    ],
  })

let source = 0
async function reportBy(publisher: string, text: string) {
  const at = new Date(now.getTime() - HOUR + source++ * 60_000)
  return {
    feed_id: await seedFeed(database, { title: publisher, publisher: `${publisher.toLowerCase()}${source}.example` }),
    title: 'New lamps for the bridge at Ramsvik',
    excerpt: text,
    content_hash: `${source}`,
    published_at: at,
    sort_at: at,
    discovered_at: at,
  }
}
async function written() {
  server.eventText = firstText
  const event = await seedEvent(database, [
    await reportBy('Post', POST.join(' ')),
    await reportBy('Mail', MAIL.join(' ')),
  ])
  await run()
  server.calls.length = 0
  now = new Date(start.getTime() + 2 * HOUR)
  return event
}
const hold = () => holdTexts({ database, clock, rules: ctx.rules.languages })
async function run() {
  await hold()
  await writeEventTexts(ctx)
}
const view = async (id: number) => (await findEvent(database.db, id, 'sv'))!
const claims = async (id: number) => listClaims(database.db, { event_id: id, revision: (await view(id)).revision })
const retained = async (id: number) =>
  (await claims(id))
    .filter(({ part, verdict }) => part === 'sentence' && verdict === 'stands')
    .map((one) => one.sentence)
const judged = () =>
  server.calls
    .filter(({ prompt }) => isJudging(prompt))
    .flatMap(({ prompt }) => claimsOf(prompt).filter((claim) => !isPlanted(claim)))
    .map(({ sentence }) => sentence)
const requests = () => server.calls.filter(({ prompt }) => !isJudging(prompt) && !isJudgingPairs(prompt))
const points = async (id: number) =>
  (await view(id)).points.map(({ status, statements }) => [
    status,
    ...statements.map(({ text, sources }) => `${text} (${sources.map(({ name }) => name).join(', ')})`),
  ])
const grow = async (eventId: number, publisher: string, text: string) =>
  growEvent(database, eventId, [await reportBy(publisher, text)])

const ECHO = 'The lamps cost 480 thousand kronor, says the council to Echo.'
const costs = { evidence: [cite(1, ECHO)], text: 'Lamporna kostar 480 000 kronor.', existing: null, against: null }
const update = (answer: object) => () => JSON.stringify({ title: null, sentences: [], points: [], ...answer })

describe('a report that joins an event', () => {
  it('is asked about alone: the rest stands in its words, with its verdicts', { tags: 'slow' }, async () => {
    const { eventId } = await written()
    const before = await claims(eventId)
    await grow(eventId, 'Echo', ECHO)
    const added = 'De nya lamporna kostar kommunen 480 000 kronor.'
    server.eventUpdate = update({
      title: 'Ramsvik köper omkring 650 lampor till bron',
      sentences: [{ evidence: [cite(1, ECHO)], text: added, replaces: null }],
      points: [costs],
    })
    await run()
    expect(requests()).toHaveLength(1)
    const { prompt } = requests()[0]!
    expect(reportsOf(prompt).map(({ name }) => name)).toEqual(['Echo'])
    expect(prompt).not.toContain(POST[0])
    expect(existingOf(prompt)).toEqual({
      T: TITLE,
      ...Object.fromEntries(S.map((text, at) => [`S${at + 1}`, text])),
      P1: 'Kommunen har köpt 650 lampor.',
      P2: 'Arbetet väntas ta tre veckor.',
    })
    expect(new Set(judged())).toEqual(new Set([added, costs.text]))
    expect(await view(eventId)).toMatchObject({ revision: 2, title: TITLE })
    expect(await retained(eventId)).toEqual([...S, added])
    const stored = await claims(eventId)
    for (const { id: _, ...claim } of before) expect(stored).toContainEqual({ ...claim, id: expect.any(Number) })
    expect(await points(eventId)).toHaveLength(3)
  })

  it('adds nothing where the model or the judge finds nothing, and is not asked about again', {
    tags: 'slow',
  }, async () => {
    const { eventId } = await written()
    await grow(eventId, 'Echo', ECHO)
    await run()
    expect([requests().length, (await view(eventId)).revision]).toEqual([1, 1])
    await grow(eventId, 'Late', 'Nobody in the village knows anything more of the lamps today.')
    await run()
    expect(requests()).toHaveLength(1)
    server.judge = judgeBy(({ sentence }) => (sentence === costs.text ? 'not_in_evidence' : null))
    server.eventUpdate = update({ points: [{ ...costs, evidence: [cite(2, 'Echo has seen the bill of 999 kronor')] }] })
    now = new Date(now.getTime() + 2 * HOUR)
    await grow(eventId, 'Bill', 'Echo has seen the bill of 999 kronor for each of them.')
    await run()
    expect([requests().length, (await view(eventId)).title, await retained(eventId)]).toEqual([3, TITLE, S])
  })

  it('confirms a point that stands, which is judged for that report alone', { tags: 'slow' }, async () => {
    const { eventId } = await written()
    const text = 'It takes three weeks to hang all the lamps, an engineer called Berg says.'
    await grow(eventId, 'Echo', text)
    server.eventUpdate = update({
      points: [{ evidence: [cite(1, text)], text: 'Tre veckor.', existing: 2, against: null }],
    })
    await run()
    expect(await points(eventId)).toEqual([
      ['agreed', 'Kommunen har köpt 650 lampor. (Post, Mail)'],
      ['agreed', 'Arbetet väntas ta tre veckor. (Mail, Echo)'],
    ])
    expect(judged()).toEqual(['Arbetet väntas ta tre veckor.'])
  })

  it('contradicts a point that stands, and what was judged of earlier statements is not asked again', {
    tags: 'slow',
  }, async () => {
    const { eventId } = await written()
    const five = 'The work will take five weeks at least, Echo has learned from Berg.'
    await grow(eventId, 'Echo', five)
    const against = { evidence: [cite(1, five)], text: 'Arbetet tar minst fem veckor.' }
    server.pairs = honestPairs(() => 'exclude')
    server.eventUpdate = update({ points: [{ evidence: [], text: '', existing: 2, against: [against] }] })
    await run()
    const dispute = ['disputed', 'Arbetet väntas ta tre veckor. (Mail)', 'Arbetet tar minst fem veckor. (Echo)']
    expect((await points(eventId))[1]).toEqual(dispute)
    server.calls.length = 0
    now = new Date(now.getTime() + 2 * HOUR)
    await grow(eventId, 'Late', ECHO)
    server.eventUpdate = update({ points: [costs] })
    await run()
    expect((await points(eventId))[1]).toEqual(dispute)
    expect(server.calls.filter(({ prompt }) => isJudgingPairs(prompt))).toHaveLength(0)
  })

  it('replaces a sentence, and with it the headline, only by what the judge accepts', { tags: 'slow' }, async () => {
    const { eventId } = await written()
    const text = 'Ramsvik has returned the lamps, since 70 of them were broken, says Berg.'
    const returned = {
      evidence: [cite(1, text)],
      text: 'Ramsvik har lämnat tillbaka lamporna, eftersom 70 var trasiga.',
    }
    server.eventUpdate = update({
      title: 'Ramsvik lämnar tillbaka lamporna',
      sentences: [{ ...returned, replaces: 1 }],
    })
    server.judge = judgeBy(({ sentence }) => (sentence === returned.text ? 'contradicted' : null))
    await grow(eventId, 'Echo', text)
    await run()
    expect([await retained(eventId), (await view(eventId)).title]).toEqual([S, TITLE])
    server.judge = honest
    now = new Date(now.getTime() + 2 * HOUR)
    await grow(eventId, 'Late', text.replace('70', '71'))
    server.eventUpdate = update({
      title: 'Ramsvik lämnar tillbaka lamporna',
      sentences: [{ evidence: [cite(1, text.replace('70', '71'))], text: returned.text, replaces: 1 }],
    })
    await run()
    expect([await retained(eventId), (await view(eventId)).title]).toEqual([
      [returned.text, ...S.slice(1)],
      'Ramsvik lämnar tillbaka lamporna',
    ])
  })

  it('has room: what is too long for the summary is left out of it, and a new point takes that of the last', {
    tags: 'slow',
  }, async () => {
    const { eventId } = await written()
    const states = ['lyser', 'blinkar', 'saknas', 'är trasig', 'byts ut']
    const facts = Array.from({ length: 7 }, (_, at) => `Lamp number ${500 + at} of the bridge shines in the night.`)
    await grow(eventId, 'Echo', facts.join(' '))
    server.eventUpdate = update({
      sentences: facts.slice(0, 2).map((fact, at) => ({
        evidence: [cite(1, fact)],
        text: `Om natten ${states[at]} en lampa ${'och ännu en lampa '.repeat(12)}på bron i Ramsvik.`,
        replaces: null,
      })),
      points: facts.slice(0, 5).map((fact, at) => ({
        ...costs,
        evidence: [cite(1, fact)],
        text: `Lampa nummer ${500 + at} ${states[at]}.`,
      })),
    })
    await run()
    expect(await retained(eventId)).toEqual(S)
    expect((await points(eventId)).map(([, text]) => text)).toEqual([
      'Kommunen har köpt 650 lampor. (Post, Mail)',
      ...Array.from({ length: 5 }, (_, at) => `Lampa nummer ${500 + at} ${states[at]}. (Echo)`),
    ])
    const lost = (await claims(eventId)).filter(({ verdict }) => verdict === 'dropped')
    // Sentences without room are on record for the operator.
    expect(lost.map(({ sentence, droppedBy }) => [sentence.slice(0, 29), droppedBy])).toEqual([
      ['Om natten lyser en lampa och ', 'length'],
      ['Om natten blinkar en lampa oc', 'length'],
      ['Arbetet väntas ta tre veckor.', 'points'],
    ])
  })
})

describe('a report that does not say it any more', () => {
  const correct = (id: number | undefined, from: string, to: string) =>
    sql`
      update articles set excerpt = replace(excerpt, ${from}, ${to}), content_hash = content_hash || 'x'
      where id = ${id}`.execute(database.db)

  it('takes its sentence and statement along, without a model', async () => {
    const { eventId, articleIds } = await written()
    await correct(articleIds[1], MAIL[1]!, 'The work has not been planned.')
    await hold()
    expect(server.calls).toHaveLength(0)
    expect(await view(eventId)).toMatchObject({ revision: 2, title: TITLE, textBy: 'ai' })
    expect(await retained(eventId)).toEqual([S[0], S[1], S[3]])
    expect(await points(eventId)).toEqual([['agreed', 'Kommunen har köpt 650 lampor. (Post, Mail)']])
    const lost = (await claims(eventId)).filter(({ verdict }) => verdict === 'dropped')
    expect(lost).toMatchObject([
      { sentence: S[2], droppedBy: 'evidence', evidence: [{ text: MAIL[1] }] },
      { sentence: 'Arbetet väntas ta tre veckor.', droppedBy: 'evidence' },
    ])
    expect(await holdingDue({ database, clock, rules: ctx.rules.languages })).toBe(false)
  })

  it('is read again: what it says now is new', async () => {
    const { eventId, articleIds } = await written()
    const now650 = 'The work begins in May and is expected to take 45 days.'
    await correct(articleIds[1], MAIL[1]!, now650)
    const added = 'Arbetet börjar i maj och väntas nu ta 45 dagar.'
    server.eventUpdate = (prompt) => {
      const [mail] = reportsOf(prompt)
      const sentence = { evidence: [cite(mail!.number, now650)], text: added, replaces: null }
      return update({ sentences: [sentence] })()
    }
    await run()
    expect(reportsOf(requests()[0]!.prompt).map(({ name }) => name)).toEqual(['Mail'])
    expect(await retained(eventId)).toEqual([S[0], S[1], S[3], added])
    const lost = (await claims(eventId)).filter(({ verdict }) => verdict === 'dropped')
    expect(lost.map(({ sentence }) => sentence)).toEqual([S[2], 'Arbetet väntas ta tre veckor.'])
  })

  it('costs the headline where its number goes, and the event has its best report’s until it is written about', async () => {
    const { eventId, articleIds } = await written()
    for (const id of articleIds) await correct(id, '650', '640')
    await hold()
    expect(await view(eventId)).toMatchObject({ revision: 0, textBy: 'excerpt' })
    const reports = (prompt: string) => reportsOf(prompt).map(({ name }) => name)
    server.eventUpdate = (prompt) => {
      const six = POST[0]!.replace('650', '640')
      const post = reportsOf(prompt).find(({ text }) => text.includes(six))!
      return update({
        title: TITLE.replace('650', '640'),
        points: [{ ...costs, evidence: [cite(post.number, six)], text: 'Kommunen har köpt 640 lampor.' }],
      })()
    }
    await run()
    expect(reports(requests()[0]!.prompt)).toEqual(['Post', 'Mail'])
    expect(existingOf(requests()[0]!.prompt)).toMatchObject({ T: '–', S1: S[1], S2: S[2], S3: S[3] })
    expect(await view(eventId)).toMatchObject({ revision: 2, title: TITLE.replace('650', '640') })
    expect(await retained(eventId)).toEqual(S.slice(1))
  })

  it.each(['removed', 'pending'] as const)('takes all of it along once it is %s', async (status) => {
    const { eventId } = await seedFrom3()
    const [, , echo] = (await view(eventId)).entries
    if (status === 'removed') await publishing(database, async (trx) => void (await removeArticle(trx, echo!.id)))
    else await database.db.updateTable('articles').set({ status }).where('id', '=', echo!.id).execute()
    await database.db.updateTable('events').set({ text_state: 'pending' }).where('id', '=', eventId).execute()
    // The text before it, which did not rest on it.
    expect(await view(eventId)).toMatchObject({ revision: 1 })
    await hold()
    expect(server.calls).toHaveLength(0)
    expect((await view(eventId)).revision).toBe(3)
    expect([await retained(eventId), (await view(eventId)).title]).toEqual([S, TITLE])
    expect(await points(eventId)).toHaveLength(2)
  })

  it.each([
    ['is the operator’s', (id: number) => sql`update event_texts set text_by = 'operator' where event_id = ${id}`],
    ['is withdrawn', (id: number) => sql`update event_texts set withdrawn = true where event_id = ${id}`],
    ['is of an event without changes', (id: number) => sql`update events set text_state = 'done' where id = ${id}`],
    ['is of an event taken up', (id: number) => sql`update events set merged_into = 1 where id = ${id}`],
    [
      'is older than its originals may be',
      (id: number) => sql`update events set last_at = ${new Date(start.getTime() - 26 * 24 * HOUR)} where id = ${id}`,
    ],
  ])('is not looked for where the text %s', async (_, change) => {
    const { eventId, articleIds } = await written()
    await correct(articleIds[1], 'weeks', 'months')
    const due = () => holdingDue({ database, clock, rules: ctx.rules.languages })
    expect(await due()).toBe(true)
    await change(eventId).execute(database.db)
    expect(await due()).toBe(false)
  })

  /** With a third report, which has a sentence and a point. */
  async function seedFrom3() {
    const event = await written()
    await grow(event.eventId, 'Echo', ECHO)
    const added = { evidence: [cite(1, ECHO)], text: 'De kostar kommunen 480 000 kronor.', replaces: null }
    server.eventUpdate = update({ sentences: [added], points: [costs] })
    await run()
    expect(await retained(event.eventId)).toEqual([...S, added.text])
    server.calls.length = 0
    return event
  }
})
