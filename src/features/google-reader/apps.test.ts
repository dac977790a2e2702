/** Reading apps in full sessions over HTTP: each sends what its public source code sends and decodes what that decodes. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { signIn } from '../../../tests/support/people.ts'
import type { ReaderApp, Synced } from '../../../tests/support/played/reader-apps/app.ts'
import { CapyReader } from '../../../tests/support/played/reader-apps/capy-reader.ts'
import { FluentReader } from '../../../tests/support/played/reader-apps/fluent-reader.ts'
import { NetNewsWire } from '../../../tests/support/played/reader-apps/netnewswire.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { listAppPasswords, makeAppPassword, revokeAppPassword } from '../../news/accounts/writes/app-passwords.ts'
import { follow } from '../../news/accounts/writes/follows.ts'

const apps = { NetNewsWire, CapyReader, FluentReader }
const names = Object.keys(apps) as (keyof typeof apps)[]
/** More than the largest page of ids or texts that an app asks for. */
const MANY = 1100

let web: TestWeb
let url: string
let feeds: { source: number; other: number; third: number; many: number }

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  web = await startTestWeb({ BASE_URL: url })
  const { database } = web
  feeds = {
    source: await seedFeed(database, { title: 'Äpple & päron', url: 'https://apple.example/feed?a=1&b=2' }),
    other: await seedFeed(database, { title: 'Bitar' }),
    third: await seedFeed(database, { title: 'Notiser' }),
    many: await seedFeed(database, { title: 'Många' }),
  }
  const article = (feed_id: number, title: string) => ({ feed_id, title, excerpt: `Utdrag: ${title}` })
  await seedArticles(database, [
    article(feeds.source, 'Ett <b> & "två"'),
    article(feeds.source, 'Tre'),
    article(feeds.other, 'Fyra'),
    ...Array.from({ length: MANY }, (_, n) => article(feeds.many, `Nummer ${n}`)),
  ])
  await web.app.listen({ port, host: '127.0.0.1' })
})
afterAll(() => web?.close())

// Each test has the sign-ins of a new quarter of an hour.
beforeEach(() => web.clock.set(new Date(web.clock.now().getTime() + 15 * 60_000)))

/** An account that follows a source, and what its apps sign in with. */
async function openAccount(name: string, feedId: number) {
  const email = `${name.toLowerCase()}+app@site.example`
  const { userId } = await signIn(web, email)
  await follow(web.ctx.database, userId, { kind: 'source', key: String(feedId) }, web.ctx.clock.now())
  const open = async (kind: keyof typeof apps): Promise<ReaderApp> => {
    const app = new apps[kind](url)
    await app.signIn(email, await makeAppPassword(web.ctx.database, userId, { name: kind }, web.ctx.clock.now()))
    return app
  }
  return { userId, open }
}

const titles = ({ items }: Synced, ids: Set<string>) =>
  items
    .filter(({ id }) => ids.has(id))
    .map(({ title }) => title)
    .sort()
const idOf = ({ items }: Synced, title: string) => items.find((item) => item.title === title)?.id ?? ''

describe.each(names)('%s', (name) => {
  it('shows what is followed, with folder, link and text', async () => {
    const app = await (await openAccount(`${name}.shows`, feeds.source)).open(name)
    const { feeds: subscriptions, items, unread, starred } = await app.sync()
    const stream = `feed/source-${feeds.source}`
    expect([...subscriptions]).toEqual([[stream, { title: 'Äpple & päron', folder: 'Källor' }]])
    expect(items.map(({ title, feed }) => [title, feed]).sort()).toEqual([
      ['Ett <b> & "två"', stream],
      ['Tre', stream],
    ])
    for (const item of items) {
      expect(item.url).toMatch(new RegExp(`^${url}/handelser/\\d+`))
      expect(item.html).toContain('Utdrag: ')
    }
    expect([unread, starred]).toEqual([new Set(items.map(({ id }) => id)), new Set()])
  })

  it('shares with another app what is read and starred, and takes it back', { tags: 'slow' }, async () => {
    const other = names[(names.indexOf(name) + 1) % names.length] ?? name
    const account = await openAccount(`${name}.shares`, feeds.source)
    const [mine, theirs] = [await account.open(name), await account.open(other)]
    const before = await mine.sync()
    await mine.markRead([idOf(before, 'Tre')], true)
    await mine.star(
      before.items.map(({ id }) => id),
      true,
    )
    const seen = await theirs.sync()
    expect(titles(seen, seen.unread)).toEqual(['Ett <b> & "två"'])
    expect(titles(seen, seen.starred)).toEqual(['Ett <b> & "två"', 'Tre'])
    await theirs.markRead([idOf(seen, 'Tre')], false)
    await theirs.star([idOf(seen, 'Tre')], false)
    const after = await mine.sync()
    expect(titles(after, after.unread)).toEqual(['Ett <b> & "två"', 'Tre'])
    expect(titles(after, after.starred)).toEqual(['Ett <b> & "två"'])
  })

  it('reads on through pages of ids and texts, and marks all of them as read', { tags: 'slow' }, async () => {
    const app = await (await openAccount(`${name}.pages`, feeds.many)).open(name)
    const { items, unread } = await app.sync()
    expect([new Set(items.map(({ title }) => title)).size, unread.size]).toEqual([MANY, MANY])
    await app.markRead([...unread], true)
    expect((await app.sync()).unread).toEqual(new Set())
  })

  it('is refused once its password is revoked', async () => {
    const { userId, open } = await openAccount(`${name}.revoked`, feeds.source)
    const app = await open(name)
    for (const { id } of await listAppPasswords(web.ctx.database, userId))
      await revokeAppPassword(web.ctx.database, { userId, id })
    await expect(app.sync()).rejects.toMatchObject({ status: 401 })
  })
})

describe.each([['NetNewsWire'], ['CapyReader']] as const)('%s', (name) => {
  it('subscribes by the address of a source or of a page, and unsubscribes', { tags: 'slow' }, async () => {
    const account = await openAccount(`${name}.subscribes`, feeds.other)
    const app = await account.open(name)
    const stream = await app.subscribe('https://apple.example/feed?a=1&b=2')
    expect(stream).toBe(`feed/source-${feeds.source}`)
    expect(await app.subscribe(`${url}/feeds/${feeds.third}`)).toBe(`feed/source-${feeds.third}`)
    expect(await app.subscribe('https://elsewhere.example/feed')).toBeNull()
    expect((await app.sync()).items.map(({ title }) => title).sort()).toEqual(['Ett <b> & "två"', 'Fyra', 'Tre'])
    await app.unsubscribe(stream ?? '')
    const left = await app.sync()
    expect(new Set(left.feeds.keys())).toEqual(new Set([`feed/source-${feeds.third}`, `feed/source-${feeds.other}`]))
    expect(left.items.map(({ title }) => title)).toEqual(['Fyra'])
  })
})

it('Capy Reader fetches a new token when an old one is refused', { tags: 'slow' }, async () => {
  const app = (await (await openAccount('stale', feeds.source)).open('CapyReader')) as CapyReader
  const { items } = await app.sync()
  app.token = 'stale'
  await app.markRead([items[0]?.id ?? ''], true)
  expect((await app.sync()).unread.size).toBe(items.length - 1)
  expect(app.token).toMatch(/^[\w-]{57}$/)
})
