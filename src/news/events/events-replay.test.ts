/** A day of the demo world, replayed hour by hour: what an event's id means, what feeds call new, when texts change. */
// @module-tag slow

import { join } from 'node:path'
import { parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoArticle, type DemoPublisher, loadWorld } from '../../../demo/world.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import {
  eventAnswer,
  type PlayedReport,
  playEventText,
  reportsOf,
} from '../../../tests/support/played/answers/texts.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { findMergeTarget } from '../resources/queries/moved.ts'
import { findEvent } from './queries/events.ts'
import { listEvents } from './queries/list.ts'
import { listRevisions } from './queries/revisions.ts'
import type { EventView } from './queries/views.ts'

const HOUR = 3_600_000
const end = new Date('2026-11-21T20:00:00Z')
const base = 'https://site.example'

interface Hour {
  events: Map<number, EventView>
  /** The feed's items by their guid. */
  items: Map<string, { pubDate: string; updated: string }>
}

let web: TestWeb
let model: ModelServer
const hours: Hour[] = []
const arrived: number[][] = []

beforeAll(async () => {
  model = await startModelServer()
  model.eventUpdate = confirming
  model.eventText = disputing
  web = await startTestWeb({ ...playedSettings(model), EMBEDDING_PROVIDER: 'none', LOG_LEVEL: 'silent' })
  const world = loadWorld(join(import.meta.dirname, '../../../demo/apple'), end)
  const feeds = new Map<string, number>()
  for (const { id, name, domain, language } of world)
    feeds.set(id, await seedFeed(web.database, { title: name, publisher: domain, language }))
  for (let hour = 36; hour >= 0; hour--) {
    const now = new Date(end.getTime() - hour * HOUR)
    web.clock.set(now)
    arrived.push(await publish(world, feeds, now, hour === 36 ? 72 * HOUR : HOUR))
    const { pipeline } = web.services
    await pipeline.cluster()
    await pipeline.stories()
    await pipeline.writeEventTexts()
    web.ctx.cache.raise('content')
    hours.push(await look())
  }
}, 240_000)
afterAll(async () => {
  await web.close()
  await model.close()
})

async function publish(world: DemoPublisher[], feeds: Map<string, number>, now: Date, span: number): Promise<number[]> {
  const from = now.getTime() - span
  const items = world
    .flatMap((publisher) => publisher.articles.map((article) => ({ publisher, article })))
    .filter(({ article: { at } }) => at.getTime() > from && at <= now)
    .sort((a, b) => a.article.at.getTime() - b.article.at.getTime())
  return seedArticles(
    web.database,
    items.map(({ publisher, article }) => seedOf(feeds.get(publisher.id)!, publisher, article)),
  )
}

const seedOf = (feed_id: number, { domain, language }: DemoPublisher, article: DemoArticle) => ({
  feed_id,
  language,
  title: article.title,
  excerpt: article.summary.slice(0, 500),
  url: `https://${domain}/${article.slug}`,
  canonical_url: `https://${domain}/${article.slug}`,
  published_at: article.at,
  sort_at: article.at,
  discovered_at: article.at,
  updated_at: article.at,
  event_id: null,
})

async function look(): Promise<Hour> {
  const { db } = web.database
  const events = await listEvents(db, { filter: {}, sort: 'updated', limit: 1000, siteLanguage: 'sv' })
  const { body } = await web.app.inject({ url: '/handelser.rss' })
  const items = parseRssFeed(body).items ?? []
  return {
    events: new Map(events.map((event) => [event.id, event])),
    items: new Map(
      items.map(({ guid, pubDate, atom }) => [
        String(guid?.value),
        { pubDate: String(pubDate), updated: String(atom?.updated) },
      ]),
    ),
  }
}

/** A model that finds what it wrote in what came since. */
function confirming(prompt: string): string {
  const { points } = JSON.parse(playEventText(prompt)) as { points: object[] }
  return JSON.stringify({ title: null, sentences: [], points: points.map((point) => ({ ...point, existing: 1 })) })
}

/** A model that sets any two reports against each other that give different numbers. */
function disputing(prompt: string): string {
  const reports = reportsOf(prompt)
  const numbered = reports.flatMap((report) => {
    const quote = /\S+ \S+ \S+ \S*\d\S*/.exec(report.text)?.[0]
    const number = quote && /\d+/.exec(quote)?.[0]
    return quote && number ? [{ report, quote, number }] : []
  })
  const [one] = numbered
  const other = numbered.find(({ report, number }) => report !== one?.report && number !== one?.number)
  if (!one || !other) return playEventText(prompt)
  const said = ({ report, quote, number }: { report: PlayedReport; quote: string; number: string }) => ({
    text: `Siffran som nämns är ${number}.`,
    evidence: [{ source: report.number, quote }],
  })
  return eventAnswer(prompt, [...JSON.parse(playEventText(prompt)).points, { ...said(one), against: [said(other)] }])
}

const hourAt = (i: number) => end.getTime() - (36 - i) * HOUR
const pairs = () =>
  hours.slice(1).map((hour, i) => ({ before: hours[i]!, after: hour, fresh: new Set(arrived[i + 1]) }))

describe('a day, hour by hour', () => {
  it('is a day of news: events grow, and several are told by a model', () => {
    const last = hours.at(-1)!
    expect(last.events.size).toBeGreaterThan(20)
    expect([...last.events.values()].filter(({ revision }) => revision > 0).length).toBeGreaterThan(3)
    expect([...last.events.values()].filter(({ entries }) => entries.length > 1).length).toBeGreaterThan(5)
  })

  it('an id goes on meaning what it meant: the event that its oldest article reports, or leads there', async () => {
    for (const { before, after } of pairs())
      for (const [id, event] of before.events) {
        const oldest = event.entries[0]!.id
        const now =
          after.events.get(id) ??
          (await findEvent(web.database.db, (await findMergeTarget(web.database.db, 'events', id)) ?? 0, 'sv'))
        expect([id, now?.entries.some((entry) => entry.id === oldest)]).toEqual([id, true])
      }
  })

  it('a new id is news: it has no article that stood under another, unless it was split from that', () => {
    for (const { before, after, fresh } of pairs())
      for (const [id, event] of after.events) {
        if (before.events.has(id)) continue
        const isNews = event.entries.every((entry) => fresh.has(entry.id))
        expect([id, isNews || event.splitFrom !== null]).toEqual([id, true])
      }
  })

  it('no feed repeats an event as new: a guid keeps its date, and only what changed is dated anew', () => {
    for (const { before, after } of pairs())
      for (const [guid, item] of after.items) {
        const earlier = before.items.get(guid)
        if (!earlier) continue
        expect([guid, item.pubDate]).toEqual([guid, earlier.pubDate])
        const id = Number(guid.slice(`${base}/handelser/`.length))
        const [was, is] = [before.events.get(id), after.events.get(id)]
        const grew = was?.entriesCount !== is?.entriesCount || was?.revision !== is?.revision
        expect([guid, item.updated !== earlier.updated && !grew]).toEqual([guid, false])
      }
  })

  it('a text changes only with a new revision', () => {
    for (const { before, after } of pairs())
      for (const [id, event] of after.events) {
        const earlier = before.events.get(id)
        if (earlier && earlier.revision > 0 && event.revision === earlier.revision)
          expect([id, event.title, event.summary, event.points]).toEqual([
            id,
            earlier.title,
            earlier.summary,
            earlier.points,
          ])
      }
  })

  it('a revision comes only with an article that came after the one before it', async () => {
    const arrivedAt = new Map(arrived.flatMap((ids, i) => ids.map((id) => [id, hourAt(i)] as const)))
    let rewritten = 0
    for (const event of hours.at(-1)!.events.values()) {
      const revisions = await listRevisions(web.database.db, event)
      for (const [i, { reason, broughtBy }] of revisions.entries()) {
        const before = revisions[i + 1]
        if (!before || reason !== 'new_fact') continue
        rewritten++
        for (const { articleId } of broughtBy) expect((arrivedAt.get(articleId) ?? 0) > before.at.getTime()).toBe(true)
      }
    }
    expect(rewritten).toBeGreaterThan(0)
  })

  it('every revision says what brought it, and there are four a day at most', async () => {
    for (const event of hours.at(-1)!.events.values()) {
      const revisions = await listRevisions(web.database.db, event)
      // An article that has left the event since has taken with it what it brought: a change of members follows.
      for (const [i, { reason, broughtBy }] of revisions.entries()) {
        const left = revisions.slice(0, i).some((later) => later.reason === 'members_changed')
        expect(reason === 'members_changed' || broughtBy.length > 0 || left).toBe(true)
      }
      for (const { at } of revisions)
        expect(
          revisions.filter((other) => at.getTime() - other.at.getTime() < 24 * HOUR && other.at <= at).length,
        ).toBeLessThanOrEqual(4)
    }
  })

  it('a dispute is shown with both publishers, and never one publisher against itself', () => {
    const disputed = [...hours.at(-1)!.events.values()]
      .flatMap(({ points }) => points)
      .filter(({ status }) => status === 'disputed')
    expect(disputed.length).toBeGreaterThan(0)
    for (const { statements } of disputed) {
      const sides = statements.map(({ sources }) => sources.map(({ publisher }) => publisher))
      expect(sides.every((side) => side.length > 0)).toBe(true)
      expect(sides[0]!.filter((publisher) => sides[1]!.includes(publisher))).toEqual([])
    }
  })
})
