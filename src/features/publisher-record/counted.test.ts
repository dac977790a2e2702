/** Counts of a publisher: first, alone, confirmed, corrected, copied; and nothing that the data do not show. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  growEvent,
  said,
  seedArticles,
  seedEvent,
  seedEventText,
  seedFeed,
  storedPoint,
} from '../../../tests/support/build.ts'
import { enrichCtx } from '../../../tests/support/generation.ts'
import { startModelServer } from '../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { removeArticle, restoreArticle } from '../../news/articles/writes/operator-articles.ts'
import { closeDisputes } from '../../news/events/texts/settle-disputes.ts'
import { ruleDispute } from '../../news/events/writes/settlements.ts'
import { addSums, type FigureName, type Sums } from './figures.ts'
import { isUpdateDue, updateMonths } from './update.ts'

let web: TestWeb
const at = (hour: number, day = 20) => new Date(Date.UTC(2026, 10, day, hour))
type Name = 'Post' | 'Mail' | 'Echo' | 'Blad' | 'Extra'
const feeds = {} as Record<Name, number>

const EXCERPTS: Record<Name, string> = {
  Post: 'Bron vid Ramsvik öppnade på morgonen för bilar.',
  Mail: 'Hundra personer kom när trafiken släpptes på.',
  Echo: 'Kommunen firar med tårta på kajen.',
  Blad: 'Färjan går sin sista tur samma kväll.',
  Extra: 'Läsarna minns hur det var utan bro.',
}
const WIRE =
  'Den nya bron vid Ramsvik har öppnats av ministern inför några hundra åskådare som väntat sedan gryningen i duggregn och blåst.'

let n = 0
const report = (name: Name, hour: number | null, excerpt = EXCERPTS[name], more = {}) => ({
  feed_id: feeds[name],
  title: 'Bron vid Ramsvik',
  excerpt,
  language: 'sv',
  content_hash: String(n++),
  published_at: hour === null ? null : at(hour),
  sort_at: at(hour ?? 1),
  discovered_at: at(hour ?? 1),
  ...more,
})

/** Those that are not zero. */
const countsOf = async (name: Name): Promise<Partial<Record<FigureName, number>>> => {
  await updateMonths(web.database, web.clock.now())
  const { rows } = await sql<{ figures: Sums }>`
    select figures from publisher_months where publisher = ${name === 'Extra' ? 'post.example' : `${name.toLowerCase()}.example`}`.execute(
    web.database.db,
  )
  const { counts } = addSums(rows.map(({ figures }) => figures))
  return Object.fromEntries(Object.entries(counts).flatMap(([figure, [hits]]) => (hits > 0 ? [[figure, hits]] : [])))
}
const wordsOf = async (name: Name) => {
  const { first, copies, corrected } = await countsOf(name)
  return Object.fromEntries(Object.entries({ first, copies, corrected }).filter(([, count]) => count !== undefined))
}

beforeAll(async () => {
  web = await startTestWeb()
  for (const name of ['Post', 'Mail', 'Echo', 'Blad'] as const)
    feeds[name] = await seedFeed(web.database, { title: name, publisher: `${name.toLowerCase()}.example` })
  feeds.Extra = await seedFeed(web.database, { title: 'Post Extra', publisher: 'post.example' })
})
afterAll(() => web.close())

it('has nobody first who is alone, with itself, at the same instant, or beside a report without a date', async () => {
  const none: ReturnType<typeof report>[][] = [
    [report('Post', 6)],
    [report('Post', 6), report('Extra', 7)],
    [report('Post', 6), report('Mail', 6)],
    [report('Post', 6), report('Mail', null)],
    [report('Post', null), report('Mail', 7)],
    [report('Post', 6), report('Mail', 7)].map((one) => ({ ...one, relevant: false })),
    [report('Post', 6), report('Mail', 7)].map((one, place) => ({
      ...one,
      ...(place === 1 && { status: 'removed' as const }),
    })),
  ]
  for (const members of none) await seedEvent(web.database, members)
  for (const name of ['Post', 'Mail'] as const) expect(await wordsOf(name)).toEqual({})
  expect(await countsOf('Post')).toMatchObject({ alone: 3 })
})

it('counts events that its publisher was first with, by any of its sources', async () => {
  await seedEvent(web.database, [report('Post', 6), report('Mail', 7), report('Echo', 8)])
  await seedEvent(web.database, [report('Extra', 6), report('Mail', 7)])
  expect(await wordsOf('Post')).toEqual({ first: 2 })
  for (const name of ['Mail', 'Echo', 'Blad'] as const) expect(await wordsOf(name)).toEqual({})
  expect(await countsOf('Mail')).toMatchObject({ confirmed: 2 })
})

it("counts texts in another's words, which make nobody first", async () => {
  await seedEvent(web.database, [report('Mail', 6, WIRE), report('Blad', 7, WIRE)])
  const credited = { credited_publisher: 'post.example' }
  await seedEvent(web.database, [report('Blad', 5, EXCERPTS.Blad, credited), report('Post', 6), report('Mail', 7)])
  expect(await wordsOf('Blad')).toEqual({ copies: 2 })
  expect(await wordsOf('Mail')).toEqual({})
  expect(await wordsOf('Post')).toEqual({ first: 3 })
  expect(await countsOf('Post')).toMatchObject({ copied: 1 })
})

it('takes the same headline over other words for chance', async () => {
  const title = 'Den nya bron vid Ramsvik öppnade klockan sex i morse'
  await seedEvent(web.database, [report('Echo', 6, 'A.', { title }), report('Blad', 7, 'B.', { title })])
  expect(await wordsOf('Blad')).toEqual({ copies: 2 })
  expect(await wordsOf('Echo')).toEqual({ first: 1 })
})

it('counts by when we saw it beside its own dates', async () => {
  const before = await countsOf('Mail')
  await seedEvent(web.database, [
    report('Post', 6, EXCERPTS.Post, { discovered_at: at(12) }),
    report('Mail', 9, EXCERPTS.Mail, { discovered_at: at(10) }),
  ])
  expect(await wordsOf('Post')).toEqual({ first: 4 })
  expect((await countsOf('Mail')).first_seen).toBe((before.first_seen ?? 0) + 1)
})

it('counts none as seen first where a report was out before its source was read', async () => {
  const before = await countsOf('Mail')
  await web.database.db
    .updateTable('feeds')
    .set({ created_at: at(8) })
    .where('id', '=', feeds.Post)
    .execute()
  await seedEvent(web.database, [
    report('Post', 7, EXCERPTS.Post, { discovered_at: at(9) }),
    report('Mail', 6, EXCERPTS.Mail, { discovered_at: at(7) }),
  ])
  await seedEvent(web.database, [report('Mail', 9), report('Post', 10)])
  expect((await countsOf('Mail')).first_seen).toBe((before.first_seen ?? 0) + 1)
  expect((await countsOf('Mail')).first).toBe((before.first ?? 0) + 2)
  await web.database.db
    .updateTable('feeds')
    .set({ created_at: at(0, 1) })
    .where('id', '=', feeds.Post)
    .execute()
})

it('counts disputes that it settled by a correction, and not those that others settled', { tags: 'slow' }, async () => {
  const [post, mail] = ['Bron har kostat 450 miljoner kronor.', 'Bron har kostat 520 miljoner kronor.'] as const
  const { eventId, articleIds } = await seedEvent(web.database, [
    report('Post', null, post),
    report('Mail', null, mail),
  ])
  const [first = 0, second = 0] = articleIds
  const point = storedPoint(
    'disputed',
    [post, [first], [{ article: first, text: post }]],
    [mail, [second], [{ article: second, text: mail }]],
  )
  const claims = [said('title', 'Bron öppnar'), said('sentence', 'Bron öppnar.')]
  await seedEventText(web.database, { eventId, claims, points: [point] })
  await growEvent(web.database, eventId, [report('Post', 9, mail)])
  const server = await startModelServer()
  const { rules } = await enrichCtx(web.database, server)
  await closeDisputes({ database: web.database, clock: web.clock, rules: rules.languages, models: null })
  await server.close()
  expect(await countsOf('Post')).toMatchObject({ corrected: 1, disputed: 1, settled_against: 1 })
  expect(await countsOf('Mail')).toMatchObject({ disputed: 1, settled_for: 1 })
  await ruleDispute(web.database, { eventId, statement: post, isOpen: false }, web.ctx.clock.now())
  expect((await countsOf('Post')).corrected).toBeUndefined()
  expect(await countsOf('Mail')).toMatchObject({ settled_against: 1 })
})

it('is the same after clustering took a removed article out, and put it back when it was restored', {
  tags: 'slow',
}, async () => {
  const other = await startTestWeb()
  onTestFinished(() => other.close())
  const now = other.clock.now()
  const sources: number[] = []
  for (const publisher of ['post.example', 'mail.example'])
    sources.push(await seedFeed(other.database, { publisher, language: 'sv' }))
  const [post = 0, mail = 0] = sources
  const written = (feed: number, title: string, excerpt: string, minute: number) => {
    const published = new Date(Date.UTC(2026, 10, 3, 9, minute))
    const dates = { published_at: published, sort_at: published, discovered_at: new Date(published.getTime() + 60_000) }
    return { feed_id: feed, title, excerpt, language: 'sv', ...dates }
  }
  const ids = await seedArticles(other.database, [
    written(post, 'Epic stämmer Apple i Australien', 'Epic stämmer Apple i Australien om avgifterna.', 1),
    written(mail, 'Apple stäms av Epic i Australien', 'Spelbolaget Epic stämmer Apple i Australien.', 31),
    written(mail, 'Logitech visar tangentbord för Mac', 'Tangentbordet från Logitech kostar 999 kronor.', 41),
  ])
  const counted = async () => {
    await other.services.pipeline.cluster()
    await updateMonths(other.database, now)
    const { rows } = await sql`
      select publisher, clock, figures, topics, pairs from publisher_months order by 1`.execute(other.database.db)
    return rows
  }
  const before = await counted()
  expect(before).toMatchObject([
    { figures: { counts: { alone: [1, 2], confirmed: [0, 2] } } },
    { figures: { counts: { first: [1, 1] } } },
  ])
  for (const id of ids) {
    await removeArticle(other.database, id, now)
    expect(await counted(), `without ${id}`).not.toEqual(before)
    await restoreArticle(other.database, id, now)
    expect(await counted(), `with ${id} again`).toEqual(before)
  }
})

it('is due a day after the last pass where something has changed, and sooner on a new site', {
  tags: 'slow',
}, async () => {
  const many = (length: number) =>
    seedArticles(
      web.database,
      Array.from({ length }, () => ({ feed_id: feeds.Post })),
    )
  const due = async () => {
    const hours = [0, 23, 25]
    const found: number[] = []
    for (const hour of hours)
      if (await isUpdateDue(web.database.db, new Date(web.clock.now().getTime() + hour * 3_600_000))) found.push(hour)
    return found
  }
  await many(600)
  expect(await due()).toEqual([0, 23, 25])
  await updateMonths(web.database, web.clock.now())
  expect(await due()).toEqual([])
  await seedEvent(web.database, [report('Post', 6)])
  expect(await due()).toEqual([25])
  const { rows } = await sql<{ changes: number }>`select count(*)::integer as changes from changes`.execute(
    web.database.db,
  )
  await many(rows[0]?.changes ?? 0)
  expect(await due()).toEqual([0, 23, 25])
})
