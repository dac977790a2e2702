/** Debian's newsboat subscribes to the sources' list, reads every kind of RSS and Atom of the site, signs in as a reading app, and marks and stars by its keys. */

import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longId } from '../../../src/features/google-reader/item-ids.ts'
import { makeAppPassword } from '../../../src/news/accounts/writes/app-passwords.ts'
import { follow, getProfile } from '../../../src/news/accounts/writes/follows.ts'
import { markRead } from '../../../src/news/accounts/writes/read-markers.ts'
import { needs } from '../../../tests/support/machine.ts'
import { addPersonalFeed, signIn } from '../../../tests/support/people.ts'
import { type DemoSite, startDemoSite } from '../../../tests/support/worlds/demo.ts'

interface Item {
  guid: string
  title: string
  url: string
  pubDate: number
  content: string
}

const hasPrograms = spawnSync('newsboat', ['--version']).status === 0 && spawnSync('tmux', ['-V']).status === 0

describe.skipIf(!needs('newsboat with tmux', hasPrograms))('newsboat', () => {
  const home = mkdtempSync(join(tmpdir(), 'newsboat-'))
  const env = { ...process.env, HOME: home }
  const file = (name: string) => join(home, name)
  let site: DemoSite
  let feeds: Record<string, string>
  let password: string
  let reader: number
  let token: string

  beforeAll(async () => {
    site = await startDemoSite()
    const { database, ctx } = site.web
    const { db } = database
    const story = await db.selectFrom('stories').select('id').where('status', '=', 'active').executeTakeFirstOrThrow()
    const source = await db.selectFrom('feeds').select('id').orderBy('id').executeTakeFirstOrThrow()
    const { userId, ...session } = await signIn(site.web, 'newsboat@exempel.se')
    await follow(ctx.database, userId, { kind: 'source', key: String(source.id) }, ctx.clock.now())
    const key = await addPersonalFeed(site.web, userId)
    feeds = {
      articles: '/entries.rss',
      events: '/handelser.rss',
      ofTag: '/tags/iphone.rss',
      eventsOfTag: '/tags/iphone/handelser.rss',
      ofStory: `/stories/${story.id}.rss`,
      ofSource: `/feeds/${source.id}.rss`,
      personal: `/min/${key}.rss`,
    }
    for (const [name, path] of Object.entries(feeds)) feeds[`${name} as Atom`] = path.replace('.rss', '.atom')
    password = await makeAppPassword(ctx.database, userId, { name: 'newsboat' }, ctx.clock.now())
    reader = userId
    token = session.token
  })
  afterAll(async () => {
    await site?.close()
    rmSync(home, { recursive: true, force: true })
  })

  /** Its cache holds an item once, whichever feeds have it: each feed gets a cache. */
  const newsboat = (name: string, ...args: string[]) =>
    promisify(execFile)('newsboat', ['-c', file(`${name}.db`), '-u', file(name), ...args], {
      env,
    })

  /** Statuses that the site answered a reload of the feed with. */
  async function reload(name: string, path: string): Promise<number[]> {
    const statuses: number[] = []
    const note = (_request: IncomingMessage, response: ServerResponse) =>
      response.once('finish', () => statuses.push(response.statusCode))
    site.web.app.server.on('request', note)
    writeFileSync(file(name), `${site.url}${path}\n`)
    await newsboat(name, '-x', 'reload')
    site.web.app.server.off('request', note)
    return statuses
  }

  function cached(name: string): Item[] {
    const cache = new DatabaseSync(file(`${name}.db`), { readOnly: true })
    const rows = cache.prepare('select guid, title, url, pubDate, content from rss_item').all()
    cache.close()
    return rows as unknown as Item[]
  }

  it('reads each feed completely, and is told later that nothing changed', async () => {
    for (const [name, path] of Object.entries(feeds)) {
      expect([name, await reload(name, path)]).toEqual([name, [200]])
      const published = await (await fetch(site.url + path)).text()
      const items = cached(name)
      expect([name, items.length]).toEqual([name, published.match(/<(?:item|entry)>|<entry /g)?.length])
      for (const { guid, title, url, pubDate, content } of items) {
        expect(published).toContain(guid)
        expect([name, title !== '', content !== '', new URL(url).origin]).toEqual([name, true, true, site.url])
        expect(pubDate * 1000).toBeLessThanOrEqual(site.web.clock.now().getTime())
      }
      // It stores validators from the second answer on.
      await reload(name, path)
      expect([name, await reload(name, path)]).toEqual([name, [304]])
    }
  })

  it('has the titles, addresses and dates of the JSON Feed', async () => {
    const json = await (await fetch(`${site.url}/feed.json`)).json()
    const { items } = json as { items: { title: string; url: string; date_published: string }[] }
    const stated = items.map(({ title, url, date_published: at }) => [title, url, Math.floor(Date.parse(at) / 1000)])
    expect(new Set(cached('articles').map(({ title, url, pubDate }) => [title, url, pubDate]))).toEqual(new Set(stated))
  })

  it('reads as a reading app, by streams as Atom, and is told what is read already', async () => {
    const { edition, database, clock } = site.web.ctx
    const listed = await edition.readingList(await getProfile(database, reader))
    const [first] = listed
    await markRead(database, reader, [first?.eventId ?? 0], true, clock.now())
    const settings = [
      'urls-source "feedhq"',
      `feedhq-url "${site.url}"`,
      'feedhq-login "newsboat@exempel.se"',
      `feedhq-password "${password}"`,
      'feedhq-min-items 1000',
      'feedhq-show-special-feeds no',
      'feedhq-flag-star "s"',
    ]
    writeFileSync(file('config'), `${settings.join('\n')}\n`)
    writeFileSync(file('app'), '')
    await newsboat('app', '-C', file('config'), '-x', 'reload')
    const cache = new DatabaseSync(file('app.db'), { readOnly: true })
    const rows = cache.prepare('select distinct guid, unread from rss_item').all()
    cache.close()
    expect(new Set(rows.map(({ guid }) => guid))).toEqual(new Set(listed.map(({ eventId }) => longId(eventId))))
    expect(rows.filter(({ unread }) => !unread).map(({ guid }) => guid)).toEqual([longId(first?.eventId ?? 0)])
  })

  it('marks read and unread and stars by its own keys, in a terminal', async () => {
    const tmux = async (...args: string[]) =>
      (await promisify(execFile)('tmux', ['-S', file('tmux'), '-f', '/dev/null', ...args], { env })).stdout
    const press = (...keys: string[]) => tmux('send-keys', ...keys)
    const shows = (words: string) => expect.poll(() => tmux('capture-pane', '-p')).toContain(words)
    const ofAccount = async <Data>(path: string): Promise<Data> => {
      const answer = await fetch(`${site.url}/api/v1/me${path}`, { headers: { authorization: `Bearer ${token}` } })
      return ((await answer.json()) as { data: Data }).data
    }
    const saved = async (): Promise<number[]> =>
      (await ofAccount<{ event: { id: number } }[]>('/saved')).map(({ event }) => event.id)
    const list = await site.web.ctx.edition.readingList(await getProfile(site.web.ctx.database, reader))
    const ids = list.map(({ eventId }) => eventId)
    const read = async (): Promise<number[]> => (await ofAccount<{ read: number[] }>(`/read?event_ids=${ids}`)).read
    const before = await read()

    const args = ['-r', '-C', file('config'), '-u', file('app'), '-c', file('keys.db')]
    await tmux('new-session', '-d', '-x', '120', '-y', '40', ['newsboat', ...args].map((arg) => `'${arg}'`).join(' '))
    try {
      await shows(`(${ids.length - before.length}/${ids.length})`)
      await press('Enter')
      await shows('Articles in feed')
      await press('C-e', 's', 'Enter')
      await expect.poll(saved).toHaveLength(1)
      const [first = 0] = await saved()
      expect(ids).toContain(first)
      const toggled = before.includes(first) ? before.filter((id) => id !== first) : [...before, first]
      for (const expected of [toggled, before]) {
        await press('Home', 'N')
        await expect.poll(async () => new Set(await read())).toEqual(new Set(expected))
      }
      await press('Home', 'C-e', 'BSpace', 'Enter')
      await expect.poll(saved).toEqual([])
    } finally {
      await tmux('kill-server')
    }
  })

  it('imports the list of sources', async () => {
    writeFileSync(file('feeds.opml'), await (await fetch(`${site.url}/feeds.opml`)).text())
    await newsboat('imported', '-i', file('feeds.opml'))
    const imported = readFileSync(file('imported'), 'utf8').match(/^http\S+/gm)
    const sources = await site.web.database.db
      .selectFrom('feeds')
      .select('url')
      .where('status', '=', 'active')
      .execute()
    expect(new Set(imported)).toEqual(new Set(sources.map(({ url }) => url)))
  })
})
