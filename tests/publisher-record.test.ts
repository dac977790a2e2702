/** Counts on the page of a source: first with, agreed with later, corrected, copied; and nothing that the data do not show. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDisputes } from '../src/pipeline/events/settle-disputes.ts'
import { ruleDispute } from '../src/store/events/settlements.ts'
import { growEvent, said, seedEvent, seedEventText, seedFeed, storedPoint } from './support/build.ts'
import { enrichCtx } from './support/generation.ts'
import { startModelServer } from './support/played/model.ts'
import { startTestWeb, type TestWeb } from './support/web.ts'

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

const listed = async (name: Name) => {
  const { body } = await web.app.inject({ url: `/feeds/${feeds[name]}` })
  const [, title = '', rows = ''] = /id="record">([^<]*)<\/h2>\s*<ul[^>]*>(.*?)<\/ul>/s.exec(body) ?? []
  return { title, rows: [...rows.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text) }
}
const rowsOf = async (name: Name) => (await listed(name)).rows

beforeAll(async () => {
  web = await startTestWeb()
  for (const name of ['Post', 'Mail', 'Echo', 'Blad'] as const)
    feeds[name] = await seedFeed(web.database, { title: name, publisher: `${name.toLowerCase()}.example` })
  feeds.Extra = await seedFeed(web.database, { title: 'Post Extra', publisher: 'post.example' })
})
afterAll(() => web.close())

it('has no list where all counts are zero: alone, with itself, at the same instant, beside a report without a date', async () => {
  const none: ReturnType<typeof report>[][] = [
    [report('Post', 6)],
    [report('Post', 6), report('Extra', 7)],
    [report('Post', 6), report('Mail', 6)],
    [report('Post', 6), report('Mail', null)],
    [report('Post', null), report('Mail', 7)],
    [report('Post', 6), report('Mail', 7)].map((one) => ({ ...one, relevant: false })),
    [report('Post', 6), report('Mail', 7)].map((one, hour) => {
      const before = new Date(Date.UTC(2026, 7, 20, hour))
      return { ...one, published_at: before, sort_at: before }
    }),
    [report('Post', 6), report('Mail', 7)].map((one, place) => ({
      ...one,
      ...(place === 1 && { status: 'removed' as const }),
    })),
  ]
  for (const members of none) await seedEvent(web.database, members)
  for (const name of ['Post', 'Mail'] as const) expect(await listed(name)).toEqual({ title: '', rows: [] })
})

it('counts events that its publisher was first with, by any of its sources', async () => {
  await seedEvent(web.database, [report('Post', 6), report('Mail', 7), report('Echo', 8)])
  await seedEvent(web.database, [report('Extra', 6), report('Mail', 7)])
  expect(await listed('Post')).toEqual({
    title: 'Post i händelser med flera källor sedan 23 augusti 2026',
    rows: ['Först med 2 händelser'],
  })
  expect(await rowsOf('Extra')).toEqual(['Först med 2 händelser'])
  for (const name of ['Mail', 'Echo', 'Blad'] as const) expect(await rowsOf(name)).toEqual([])
})

it("counts texts in another's words, which make nobody first", async () => {
  await seedEvent(web.database, [report('Mail', 6, WIRE), report('Blad', 7, WIRE)])
  const credited = { credited_publisher: 'post.example' }
  await seedEvent(web.database, [report('Blad', 5, EXCERPTS.Blad, credited), report('Post', 6), report('Mail', 7)])
  expect(await rowsOf('Blad')).toEqual(['2 texter i någon annans ord'])
  expect(await rowsOf('Mail')).toEqual([])
  expect(await rowsOf('Post')).toEqual(['Först med 3 händelser'])
})

it('counts agreed points that it gave before the others, and not where only a copy agrees', async () => {
  const members = [report('Echo', 5), report('Mail', 6, WIRE), report('Blad', 7, WIRE), report('Post', 8)]
  const { eventId, articleIds } = await seedEvent(web.database, members)
  const [echo = 0, mail = 0, blad = 0, post = 0] = articleIds
  const points = [
    storedPoint('agreed', ['Bron är öppen.', [mail, post]]),
    storedPoint('agreed', ['Bron är lång.', [post, echo]]),
    storedPoint('agreed', ['Bron är röd.', [mail, blad]]),
    storedPoint('single', ['Bron är dyr.', [mail]]),
    storedPoint('disputed', ['Bron är ny.', [mail, post]], ['Bron är gammal.', [echo]]),
  ]
  const claims = [said('title', 'Bron öppnar'), said('sentence', 'Bron öppnar.')]
  await seedEventText(web.database, { eventId, claims, points })
  expect(await rowsOf('Mail')).toEqual(['Först med 1 uppgift som andra sedan instämt i'])
  const first = 'Först med 1 händelse'
  expect(await rowsOf('Echo')).toEqual([first, 'Först med 1 uppgift som andra sedan instämt i'])
  expect(await rowsOf('Post')).toEqual(['Först med 3 händelser'])
})

it('counts disputes that it settled by a correction of its own, and not those that others settled', async () => {
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
  expect(await rowsOf('Post')).toEqual(['Först med 3 händelser', 'Har själv rättat 1 uppgift'])
  expect(await rowsOf('Mail')).toEqual(['Först med 1 uppgift som andra sedan instämt i'])
  await ruleDispute(web.database, { eventId: eventId, statement: post, isOpen: false }, web.ctx.clock.now())
  expect(await rowsOf('Post')).toEqual(['Först med 3 händelser'])
})
