/** Forty pages that stand in for their article, among thirty-two that do not, through the whole pipeline. */
// @module-tag slow

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { operatorAt } from '../../../tests/support/people.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { type Publisher, startPublisher } from '../../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import {
  MARK,
  type PlayedHost,
  type PlayedPage,
  serveFeed,
  startStandInWorld,
} from '../../../tests/support/worlds/stand-in.ts'
import { addFeeds } from '../feeds/writes/feeds.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
let server: ModelServer
let web: TestWeb
let hosts: PlayedHost[]

beforeAll(async () => {
  server = await startModelServer()
  hosts = await startStandInWorld()
  const settings = { ...playedSettings(server), ADMIN_TOKEN: token, FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all' }
  web = await startTestWeb(settings, undefined, { alone: true })
  await addFeeds(
    web.database,
    hosts.map(({ publisher, language }, n) => ({
      siteUrl: null,
      language,
      relevance: 'all' as const,
      extract: true,
      url: publisher.at('/feed.xml'),
      title: `Source ${n}`,
      publisher: `source${n}.example`,
    })),
  )
  for (const hours of [1, 2]) {
    web.clock.set(new Date(Date.UTC(2026, 10, 21, 12 + hours)))
    await actionsOf(web).ingest({})
  }
}, 120_000)
afterAll(async () => {
  await web.close()
  for (const { publisher } of hosts) await publisher.close()
  await server.close()
})

const listArticles = () =>
  web.database.db
    .selectFrom('articles as a')
    .leftJoin('article_texts as t', (join) => join.onRef('t.article_id', '=', 'a.id').on('t.origin', '=', 'page'))
    .select([
      'a.id',
      'a.url',
      'a.title',
      'a.excerpt',
      'a.event_id',
      'a.extract_state',
      'a.translated_summary',
      't.text',
    ])
    .execute()
const pagesOf = (which: (page: PlayedPage) => boolean) =>
  hosts.flatMap(({ publisher, pages }) =>
    pages.filter(which).map((page) => ({ ...page, url: publisher.at(page.path) })),
  )

describe('forty pages that stand in', () => {
  it('leave no word in any article, nor with any model', async () => {
    const articles = await listArticles()
    expect(articles).toHaveLength(72)
    for (const { title, excerpt, text } of articles) expect(`${title} ${excerpt} ${text}`).not.toContain(MARK)
    expect(server.calls.length).toBeGreaterThan(30)
    expect(server.calls.map(({ prompt }) => prompt).join('\n')).not.toContain(MARK)
    const { data } = JSON.parse((await web.app.inject(`/api/v1/entries/search?q=${MARK}`)).body)
    expect(JSON.stringify(data)).not.toContain(MARK)
  })

  it('join no two of their articles', async () => {
    const titles = new Set(pagesOf(({ says }) => says === null).map(({ title }) => title))
    const events = (await listArticles()).flatMap(({ title, event_id }) => (titles.has(title) ? [event_id] : []))
    expect(events).toHaveLength(40)
    expect(new Set(events).size).toBe(40)
  })

  it('are named with their source, in the console and on the status page', async () => {
    const visitor = await operatorAt(web, token)
    const feed = await web.database.db.selectFrom('feeds').select('id').orderBy('id').executeTakeFirstOrThrow()
    const page = (await visitor.get(`/admin/sources/${feed.id}`)).body
    expect(page).toMatch(/[78] av de senaste sidorna är inte artikeln, bland dem http:\/\/127/)
    expect(page).toContain('Not the article: ')
    expect((await web.app.inject('/status')).body).toMatch(/[78] av de senaste sidorna är inte artikeln/)
  })
})

it.each([0, 1, 2, 3])('ordinary pages of host %d are read', async (host) => {
  const articles = await listArticles()
  for (const { path, says } of hosts[host]?.pages ?? []) {
    if (says === null) continue
    const article = articles.find(({ url }) => url === hosts[host]?.publisher.at(path))
    expect(article, path).toMatchObject({ extract_state: 'done' })
    for (const line of says.split('\n')) expect(article?.text).toContain(line)
  }
})

describe('a text that turns out to be nobody’s', () => {
  const note = (n: number) => ({ path: `/notes/${n}-note`, title: `Notis ${n}`, says: null })
  const shared = `Anmäl dig till ${MARK} för att få se mer av det som händer här, och håll utkik efter nästa tillfälle. Vi ses på torget klockan tolv med fika och musik, regn eller sol. Ta gärna med en vän, en filt och något att dela.`
  const html = (text: string) => ({
    type: 'text/html',
    body: `<html lang="sv"><body><article><p>${text}</p></article></body></html>`,
  })
  const row = async (url: string) => {
    const articles = await listArticles()
    const article = articles.find((each) => each.url === url)
    if (!article) throw new Error(`${url} is not there`)
    return article
  }

  it('is taken from the article that had it first, with its excerpt, its summary and its event', async () => {
    const [one, two] = [await startPublisher(), await startPublisher()]
    const publish = async (publisher: Publisher, n: number, hour: number) => {
      publisher.serve(note(n).path, html(shared))
      serveFeed(publisher, `Notes ${n}`, [note(n)])
      await addFeeds(web.database, [
        {
          url: publisher.at('/feed.xml'),
          title: `Notes ${n}`,
          publisher: `notes${n}.example`,
          siteUrl: null,
          language: 'sv',
          relevance: 'all',
          extract: true,
        },
      ]).catch(() => {})
      web.clock.set(new Date(Date.UTC(2026, 10, 21, hour)))
      await actionsOf(web).ingest({})
      return row(publisher.at(note(n).path))
    }
    const first = await publish(one, 1, 16)
    expect(first.excerpt).toContain(MARK)
    expect(first.translated_summary).not.toBeNull()
    const elsewhere = await publish(two, 2, 17)
    expect(elsewhere.event_id).toBe(first.event_id)
    await publish(one, 3, 18)
    const after = await row(first.url)
    expect(after).toMatchObject({ excerpt: '', text: null, translated_summary: null, extract_state: 'refused' })
    expect(after.event_id).not.toBe((await row(elsewhere.url)).event_id)
    await Promise.all([one.close(), two.close()])
  })
})
