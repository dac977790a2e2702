/** Sources as things that can be mended: edited, moved, given a login, removed and taken back, from the command line. */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { operatorAt } from '../../../tests/support/people.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { contentChecks } from '../../app/doctor/content-checks.ts'
import { feedsDiff, feedsImport, feedsSwitch } from '../../cli/feeds.ts'
import { feedsAdd, feedsMoved } from '../../cli/feeds-add.ts'
import { feedsEdit, feedsShow, feedsUndo } from '../../cli/feeds-edit.ts'
import { listPublicOutlines } from '../operator/queries/source-records.ts'
import { renderOpml } from './formats/render-opml.ts'
import { proposeAddresses } from './visits/propose-address.ts'
import { syncList } from './visits/sync-source-list.ts'

const token = 'en-nyckel-som-bara-redaktionen-har'
let publisher: Publisher
let web: TestWeb
let folder: string
let list: string
let feed: number
const document = rssDocument('Bladet', [{ title: 'Nyhet', link: 'https://bladet.example/1' }])

beforeAll(async () => {
  publisher = await startPublisher()
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-list-'))
  list = join(folder, 'sources.opml')
  writeFileSync(list, opml([]))
  web = await startTestWeb(
    { FETCH_ALLOW: '127.0.0.1/32', RELEVANCE: 'all', SOURCES: list, ADMIN_TOKEN: token },
    undefined,
    { alone: true },
  )
})
afterAll(async () => {
  await web.close()
  await publisher.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  for (const table of [
    'operator_actions',
    'fetches',
    'article_identities',
    'event_members',
    'articles',
    'feeds',
  ] as const)
    await web.database.db.deleteFrom(table).execute()
  publisher.serve('/feed.xml', { body: document })
  feed = await seedFeed(web.database, { url: publisher.at('/feed.xml'), title: 'Bladet', extract: false })
})

function opml(sources: Record<string, string>[]): string {
  const lines = sources.map((attributes) => {
    const pairs = Object.entries({ type: 'rss', ...attributes }).map(([name, value]) => `${name}="${value}"`)
    return `<outline ${pairs.join(' ')}/>`
  })
  return `<opml version="2.0"><body>${lines.join('\n')}</body></opml>`
}
const row = (id = feed) =>
  web.database.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ingest = () => actionsOf(web).ingest({ feedIds: [feed] })
const lastAction = async () =>
  (await web.database.db.selectFrom('operator_actions').selectAll().orderBy('id', 'desc').executeTakeFirst())!
const visible = async () => (await web.app.inject({ url: '/entries.json' })).json().entries as unknown[]

async function run(work: (io: ReturnType<typeof recordedIo>['io']) => Promise<number>, input = '') {
  const { io, lines } = recordedIo({ input })
  return { code: await work(io), text: lines.join('\n') }
}

/** Lines of all kinds, three of them feeds. */
const mixed = `<?xml version="1.0" encoding="ISO-8859-1"?>
<opml version="2.0"><body>
<outline text="Nyhetsbrev" type="rss" xmlUrl="newsletter:brev@post.example"/>
<outline text="Tidningen i Småstad" type="rss" xmlUrl="feed:https://smastad.example/rss" category="/Lokalt,/Norr"/>
<outline text="Tom" type="rss" xmlUrl=""/>
<outline text="Bara sajt" htmlUrl="https://sajt.example/"/>
<outline text="Mapp"><outline text="Kvällsposten i Ö" type="rss" xmlUrl="https://oposten.example/feed"/>
<outline text="Relativ" xmlUrl="/feed.xml"/></outline>
<outline text="Anteckning om ån"/>
</body></opml>`
const LEFT_OUT = [
  'Left out, line 3: xmlUrl "newsletter:brev@post.example" is not an http or https address',
  'Left out, line 5: "Tom" names no feed (xmlUrl)',
  'Left out, line 6: "Bara sajt" names the site https://sajt.example/ and no feed (xmlUrl)',
  'Left out, line 8: xmlUrl "/feed.xml" is not an http or https address',
  'Left out, line 9: "Anteckning om ån" names no feed (xmlUrl)',
]
const found = async () =>
  (
    await web.database.db
      .selectFrom('feeds')
      .select(['title', 'url', 'folder'])
      .where('id', '<>', feed)
      .orderBy('id')
      .execute()
  ).map(({ title, url, folder: inFolder }) => [title, url, inFolder])
const MIXED_SOURCES = [
  ['Tidningen i Småstad', 'https://smastad.example/rss', 'Lokalt'],
  ['Kvällsposten i Ö', 'https://oposten.example/feed', 'Mapp'],
]

describe('a list with lines that are no feeds, in an encoding of its own', () => {
  it('is imported but for these, which are named', async () => {
    const file = join(folder, 'blandat.opml')
    writeFileSync(file, Buffer.from(mixed, 'latin1'))
    const { code, text } = await run((io) => feedsImport(web.services, io, file))
    expect(code).toBe(0)
    expect(text.split('\n').filter((line) => line.startsWith('Left out'))).toEqual(LEFT_OUT)
    expect(text).toContain('2 sources added, 0 were known, 5 lines left out.')
    expect(await found()).toEqual(MIXED_SOURCES)
  })

  it('is read as SOURCES, and "feeds diff" and doctor name the lines', async () => {
    writeFileSync(list, Buffer.from(`\ufeff${mixed}`, 'utf16le'))
    const { text } = await run((io) => feedsDiff(web.services, io, {}))
    const doctor = await contentChecks(web.config)
      .find(({ name }) => name === 'list of sources')
      ?.run()
    const page = (await (await operatorAt(web, token)).get('/admin/sources')).body
    writeFileSync(list, opml([]))
    expect(doctor).toEqual([
      { level: 'ok', text: `2 sources in ${list}` },
      ...LEFT_OUT.map((line) => ({ level: 'warning', text: line.replace('L', 'l') })),
    ])
    expect(page.match(/hoppas över/g)).toHaveLength(LEFT_OUT.length)
    expect(text.split('\n').filter((line) => line.startsWith('Left out'))).toEqual(LEFT_OUT)
    expect(await found()).toEqual(MIXED_SOURCES)
  })
})

it('shows lines of a list that the console imports and leaves out', async () => {
  const operator = await operatorAt(web, token)
  await operator.get('/admin/sources')
  const { statusCode, body } = await operator.post('/admin/sources.opml', { opml: mixed })
  expect([statusCode, await found()]).toEqual([200, MIXED_SOURCES])
  expect(body).toContain('line 9: &quot;Anteckning om ån&quot; names no feed')
})

describe('feeds edit', () => {
  it('changes what is set, says so in the history, and is taken back', async () => {
    const edit = {
      title: 'Nya Bladet',
      publisher: 'nya.example',
      folder: 'Svenska',
      interval: '30',
      relevance: 'all' as const,
    }
    expect((await run((io) => feedsEdit(web.services, io, feed, edit))).code).toBe(0)
    const changed = { title: 'Nya Bladet', publisher: 'nya.example', folder: 'Svenska', own_interval_minutes: 30 }
    expect(await row()).toMatchObject({ ...changed, relevance: 'all' })
    const action = await lastAction()
    const shown = await run((io) => feedsShow(web.services, io, feed, {}))
    expect(shown.text).toContain(`${action.id}  source_edited`)
    expect(shown.text).toContain('name: Bladet → Nya Bladet')
    await run((io) => feedsUndo(web.services, io, action.id))
    expect(await row()).toMatchObject({ title: 'Bladet', folder: null, own_interval_minutes: null })
  })

  it('refuses what no source can have, and an address that another one has', async () => {
    const other = await seedFeed(web.database)
    const { url } = await row(other)
    for (const [edit, why] of [
      [{ url: 'bladet' }, 'not an http'],
      [{ language: 'på svenska' }, 'language tag'],
      [{ interval: 'ofta' }, '5 to 1440'],
      [{ url }, 'a source already'],
      [{}, 'Say what to change'],
    ] as const)
      await expect(run((io) => feedsEdit(web.services, io, feed, edit))).rejects.toThrow(why)
    expect(await lastAction()).toBeUndefined()
  })

  it('moves a source with its articles, and reads it at once at its new address', { tags: 'slow' }, async () => {
    await ingest()
    publisher.remove('/feed.xml')
    publisher.serve('/nytt.xml', { body: document })
    await run((io) => feedsEdit(web.services, io, feed, { url: publisher.at('/nytt.xml') }))
    expect(await row()).toMatchObject({ etag: null, errors_in_row: 0, url: publisher.at('/nytt.xml') })
    const [visit] = await ingest()
    expect(visit).toMatchObject({ outcome: 'unchanged', created: 0 })
    expect(await visible()).toHaveLength(1)
  })

  it('mends a wrong language, for the articles too whatever its region, and undoes it for those alone', async () => {
    await web.database.db.updateTable('feeds').set({ language: 'en-ie' }).execute()
    const [wrong, own] = await seedArticles(web.database, [
      { feed_id: feed, language: 'en' },
      { feed_id: feed, language: 'de' },
    ])
    const languages = async () =>
      (await web.database.db.selectFrom('articles').select(['id', 'language']).orderBy('id').execute()).map(
        ({ language }) => language,
      )
    await run((io) => feedsEdit(web.services, io, feed, { language: 'sv-SE' }))
    expect([wrong! < own!, await languages()]).toEqual([true, ['sv', 'de']])
    await run(async (io) => feedsUndo(web.services, io, (await lastAction()).id))
    expect([(await row()).language, await languages()]).toEqual(['en-ie', ['en', 'de']])
  })

  it('does not undo what a later change stands on', async () => {
    await run((io) => feedsEdit(web.services, io, feed, { title: 'Ett' }))
    const { id } = await lastAction()
    await run((io) => feedsEdit(web.services, io, feed, { title: 'Två' }))
    const { code, text } = await run((io) => feedsUndo(web.services, io, id))
    expect([code, text, (await row()).title]).toEqual([1, 'Later changes stand in the way.', 'Två'])
  })
})

describe('a login', () => {
  const wanted = `Basic ${Buffer.from('anna:hemligt').toString('base64')}`
  const authorised = () => publisher.seen.at(-1)?.headers.authorization

  it('is sent to the source, sealed at rest, and shown only when asked for', { tags: 'slow' }, async () => {
    await run((io) => feedsEdit(web.services, io, feed, { login: 'anna' }), 'hemligt\n')
    await ingest()
    expect(authorised()).toBe(wanted)
    const dump = JSON.stringify([await row(), await lastAction()])
    expect(dump).not.toContain('hemligt')
    expect(dump).not.toContain(wanted.slice(6))
    const key = join(web.config.DATA_DIR, 'secret.key')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(readFileSync(key, 'utf8').trim()).toHaveLength(44)
    expect((await run((io) => feedsShow(web.services, io, feed, {}))).text).toMatch(/^login +set$/m)
    expect((await run((io) => feedsShow(web.services, io, feed, { login: true }))).text).toContain(wanted)
    expect(await actionsOf(web).exportSources()).not.toMatch(/anna|authorization/i)
  })

  it('is taken away, and given back by undoing that', { tags: 'slow' }, async () => {
    await run((io) => feedsEdit(web.services, io, feed, { login: 'anna' }), 'hemligt')
    await run((io) => feedsEdit(web.services, io, feed, { login: false }))
    await ingest()
    expect(authorised()).toBeUndefined()
    await run(async (io) => feedsUndo(web.services, io, (await lastAction()).id))
    web.clock.set(new Date(web.clock.now().getTime() + 3_600_000))
    await ingest()
    expect(authorised()).toBe(wanted)
  })

  it('in an address is taken out of it', { tags: 'slow' }, async () => {
    const address = publisher.at('/annan.xml').replace('http://', 'http://anna:hemligt@')
    publisher.serve('/annan.xml', { body: document })
    await run((io) => feedsEdit(web.services, io, feed, { url: address }))
    expect((await row()).url).toBe(publisher.at('/annan.xml'))
    await ingest()
    expect(authorised()).toBe(wanted)
  })

  it('never follows a redirect to another server', { tags: 'slow' }, async () => {
    const elsewhere = await startPublisher()
    elsewhere.serve('/feed.xml', { body: document })
    publisher.misbehave('/feed.xml', { kind: 'redirect', to: elsewhere.at('/feed.xml'), status: 301 })
    await run((io) => feedsEdit(web.services, io, feed, { headers: true }), 'X-Key: hemligt\nAuthorization: Bearer abc')
    await ingest()
    expect(publisher.seen.at(-1)?.headers).toMatchObject({ 'x-key': 'hemligt', authorization: 'Bearer abc' })
    expect(elsewhere.seen).toHaveLength(1)
    expect(elsewhere.seen[0]?.headers).not.toHaveProperty('x-key')
    expect(elsewhere.seen[0]?.headers).not.toHaveProperty('authorization')
    await elsewhere.close()
  })

  it.each(['findFeeds', 'addSource'] as const)('is sent to the site that it is of alone, by %s', async (act) => {
    const elsewhere = await startPublisher()
    elsewhere.serve('/feed.xml', { body: document })
    const link = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${href}">`
    publisher.serve('/login', {
      body: `<html><head>${link(elsewhere.at('/feed.xml'))}${link('/feed.xml')}</head></html>`,
      type: 'text/html',
    })
    await actionsOf(web)[act](publisher.at('/login').replace('http://', 'http://anna:hemligt@'))
    const sent = [publisher, elsewhere].map(({ seen }) => seen.slice(-2).map(({ headers }) => headers.authorization))
    expect(sent).toEqual([[wanted, wanted], [undefined]])
    await elsewhere.close()
  })

  it('is kept for the feeds that are found at its server, and never for another’s', async () => {
    const elsewhere = await startPublisher()
    const link = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${href}">`
    const page = (...hrefs: string[]) => ({
      body: `<html><head>${hrefs.map(link).join('')}</head></html>`,
      type: 'text/html',
    })
    for (const path of ['/en.xml', '/tva.xml', '/tre.xml', '/fyra.xml']) publisher.serve(path, { body: document })
    for (const path of ['/en.xml', '/tva.xml', '/tre.xml']) elsewhere.serve(path, { body: document })
    publisher.serve('/flera', page('/en.xml', '/tva.xml'))
    publisher.serve('/annans', page(elsewhere.at('/en.xml')))
    publisher.serve('/badas', page(elsewhere.at('/tva.xml'), '/tre.xml'))
    publisher.misbehave('/flyttad', { kind: 'redirect', to: elsewhere.at('/tre.xml'), status: 301 })
    const given = (path: string) => publisher.at(path).replace('http://', 'http://anna:hemligt@')
    for (const path of ['/flera', '/annans', '/badas', '/flyttad'])
      expect((await run((io) => feedsAdd(web.services, io, given(path), { first: true }))).text).toMatch(
        /^Added (?!.*hemligt)/m,
      )
    const all = await web.services.database.db.selectFrom('feeds').select(['url', 'secret']).execute()
    const hasLogin = (url: string) => all.filter((one) => one.url === url).map(({ secret }) => secret !== null)
    expect([
      hasLogin(publisher.at('/en.xml')),
      hasLogin(elsewhere.at('/en.xml')),
      hasLogin(elsewhere.at('/tva.xml')),
      hasLogin(elsewhere.at('/tre.xml')),
    ]).toEqual([[true], [false], [false], [false]])
    expect(elsewhere.seen.map(({ headers }) => headers.authorization)).not.toContain(wanted)
    expect(await actionsOf(web).exportSources()).not.toMatch(/anna|hemligt/)
    await elsewhere.close()
  })

  it('stays when something else is edited, and goes when the source moves to another server', async () => {
    await run((io) => feedsEdit(web.services, io, feed, { login: 'anna' }), 'hemligt')
    const hasLogin = async () => (await row()).secret !== null
    await actionsOf(web).editSource(feed, { folder: 'Ny mapp' })
    expect(await hasLogin()).toBe(true)
    await actionsOf(web).editSource(feed, { url: publisher.at('/flyttad.xml') })
    expect(await hasLogin()).toBe(true)
    await actionsOf(web).editSource(feed, { url: 'http://127.0.0.1:1/feed.xml' })
    expect(await hasLogin()).toBe(false)
  })

  it('that another key sealed is said to be unreadable, and is entered again', async () => {
    await run((io) => feedsEdit(web.services, io, feed, { login: 'anna' }), 'hemligt')
    const key = join(web.config.DATA_DIR, 'secret.key')
    const secret = readFileSync(key)
    writeFileSync(key, Buffer.alloc(32, 7).toString('base64'))
    const [visit] = await ingest()
    writeFileSync(key, secret)
    expect(visit).toMatchObject({ outcome: 'failed', cause: 'login' })
    expect(visit?.error).toMatch(/cannot be opened with the key in DATA_DIR.*Enter it again/)
  })
})

describe('feeds remove', () => {
  it('keeps the articles', { tags: 'slow' }, async () => {
    await ingest()
    await run((io) => feedsSwitch(web.services, io, 'remove', [feed]))
    expect((await row()).status).toBe('removed')
    expect(await visible()).toHaveLength(1)
    await run(async (io) => feedsUndo(web.services, io, (await lastAction()).id))
    expect((await row()).status).toBe('active')
  })

  it('takes the source out of the list, its export, and what a topic reads, until it is undone', async () => {
    const sources = actionsOf(web)
    const listed = async () => [
      ...(await sources.listSources()).map(({ title }) => title),
      ...[await sources.exportSources(), renderOpml(await listPublicOutlines(web.database.db, 'sv'), 'Kärnhuset')].map(
        (opml) => opml.includes('Bladet'),
      ),
    ]
    const shown = ['Bladet', true, true]
    expect(await listed()).toEqual(shown)
    await run((io) => feedsSwitch(web.services, io, 'remove', [feed]))
    expect(await listed()).toEqual([false, false])
    await run(async (io) => feedsUndo(web.services, io, (await lastAction()).id))
    expect(await listed()).toEqual(shown)
  })

  it('takes them along when told to, and brings them back when undone', async () => {
    await ingest()
    await run((io) => feedsSwitch(web.services, io, 'remove', [feed], { withArticles: true }))
    expect(await visible()).toHaveLength(0)
    await run(async (io) => feedsUndo(web.services, io, (await lastAction()).id))
    expect(await visible()).toHaveLength(1)
  })
})

describe('feeds add', () => {
  const page = `<html><head>
    <link rel="alternate" type="application/rss+xml" title="Nyheter" href="/nyheter.xml">
    <link rel="alternate" type="application/rss+xml" title="Sport" href="/sport.xml"></head></html>`
  beforeEach(() => {
    publisher.serve('/', { body: page, type: 'text/html' })
    publisher.serve('/nyheter.xml', { body: rssDocument('Nyheter', []) })
    publisher.serve('/sport.xml', { body: rssDocument('Sport', []) })
  })
  const titles = async () =>
    (await web.database.db.selectFrom('feeds').select('title').orderBy('id').execute()).map(({ title }) => title)

  it('lists the feeds of a site that has several, and adds none unasked', async () => {
    const { code, text } = await run((io) => feedsAdd(web.services, io, publisher.at('/'), {}))
    expect(code).toBe(1)
    expect(text).toContain(`${publisher.at('/nyheter.xml')}  Nyheter`)
    expect(text).toContain(`${publisher.at('/sport.xml')}  Sport`)
    expect(await titles()).toEqual(['Bladet'])
  })

  it('asks at a terminal', async () => {
    const { io } = recordedIo({ isTTY: true, answers: ['2'] })
    expect(await feedsAdd(web.services, io, publisher.at('/'), { folder: 'Idrott' })).toBe(0)
    expect(await titles()).toEqual(['Bladet', 'Sport'])
    expect(await actionsOf(web).exportSources()).toMatch(/text="Idrott"[\s\S]*text="Sport"/)
  })
})

describe('a feed that is gone', () => {
  it('gets a proposal from its site, which one act takes', async () => {
    publisher.serve('/', {
      body: '<html><head><link rel="alternate" type="application/rss+xml" href="/flytten.xml"></head></html>',
      type: 'text/html',
    })
    publisher.serve('/flytten.xml', { body: document })
    publisher.misbehave('/feed.xml', { kind: 'status', status: 410 })
    await web.database.db
      .updateTable('feeds')
      .set({ site_url: publisher.at('/') })
      .execute()
    await ingest()
    await proposeAddresses(web.services)
    expect(await actionsOf(web).sourceSettings(feed)).toMatchObject({ proposedUrl: publisher.at('/flytten.xml') })
    const count = publisher.seen.length
    await proposeAddresses(web.services)
    expect(publisher.seen).toHaveLength(count)
    const { text } = await run((io) => feedsMoved(web.services, io, feed, { take: true }))
    expect(text).toContain('/flytten.xml from now on')
    expect(await row()).toMatchObject({ status: 'active', url: publisher.at('/flytten.xml'), proposed_url: null })
  })
})

describe('a changed list of sources', () => {
  const base = { xmlUrl: 'https://lista.example/feed', text: 'Listan', language: 'sv' }
  const write = (...sources: Record<string, string>[]) => writeFileSync(list, opml(sources))
  const sync = () => syncList(web.config, web.database, web.clock.now())
  const listed = () =>
    web.database.db.selectFrom('feeds').selectAll().where('url', 'like', '%lista.example%').executeTakeFirstOrThrow()

  it('is applied where nobody changed the source here, with its way back', async () => {
    write(base)
    expect((await sync()).added).toHaveLength(1)
    write({ ...base, text: 'Nya Listan', extract: 'false' })
    expect(await sync()).toMatchObject({ applied: ['Listan'], differences: [] })
    expect(await listed()).toMatchObject({ title: 'Nya Listan', extract: false })
    expect((await sync()).applied).toEqual([])
    await run(async (io) => feedsUndo(web.services, io, (await lastAction()).id))
    expect(await sync()).toMatchObject({ applied: [], differences: [{ kind: 'edited' }] })
    expect((await listed()).title).toBe('Listan')
  })

  it('is named where it was changed here too, and taken when told to', async () => {
    write(base)
    const { id } = (await sync()).added[0]!
    await actionsOf(web).editSource(id, { title: 'Vår egen' })
    write({ ...base, text: 'Deras' })
    const { code, text } = await run((io) => feedsDiff(web.services, io, {}))
    expect(code).toBe(1)
    expect(text).toContain(`Vår egen (id ${id}): title is Vår egen here, Deras in the list.`)
    expect((await listed()).title).toBe('Vår egen')
    expect((await run((io) => feedsDiff(web.services, io, { take: true }))).code).toBe(0)
    expect((await listed()).title).toBe('Deras')
  })

  it('is applied by the command that compares it, which says so', async () => {
    write(base)
    await sync()
    write({ ...base, text: 'Nya Listan' })
    const { code, text } = await run((io) => feedsDiff(web.services, io, {}))
    expect([code, text]).toEqual([0, expect.stringContaining('Changed Listan as the list says.')])
  })

  it('is written without the login of an address', async () => {
    write({ ...base, xmlUrl: 'https://reader:geheim@lista.example/rss' })
    const { text } = await run((io) => feedsDiff(web.services, io, {}))
    expect(text).toContain('Added Listan: https://lista.example/rss')
  })

  it('moves a source whose address changed, instead of adding another', async () => {
    write(base)
    const { id } = (await sync()).added[0]!
    write({ ...base, xmlUrl: 'https://lista.example/atom' })
    expect(await sync()).toMatchObject({ added: [], applied: ['Listan'], differences: [] })
    expect(await listed()).toMatchObject({ id, url: 'https://lista.example/atom' })
  })

  it.each([
    ['alone', {}],
    ['with its title', { title: 'Vår egen' }],
  ])('leaves an address that was changed here, %s, and names it', async (_, edit) => {
    write(base)
    const { id } = (await sync()).added[0]!
    const url = 'https://lista.example/moved'
    await actionsOf(web).editSource(id, { ...edit, url })
    for (let start = 0; start < 2; start++) {
      expect(await sync()).toMatchObject({ added: [], applied: [] })
      expect(await listed()).toMatchObject({ id, url })
    }
    const { text } = await run((io) => feedsDiff(web.services, io, {}))
    expect(text).toContain(`url is ${url} here, ${base.xmlUrl} in the list.`)
    write({ ...base, xmlUrl: url, text: 'Listan 2' })
    expect((await sync()).differences.flatMap(({ list }) => list.url ?? [])).toEqual([])
  })

  it('leaves an address that was changed here and there', async () => {
    write(base)
    const { id } = (await sync()).added[0]!
    const url = 'https://lista.example/moved'
    await actionsOf(web).editSource(id, { url })
    write({ ...base, xmlUrl: 'https://lista.example/atom' })
    const [difference] = (await sync()).differences
    expect(difference).toMatchObject({ feedId: id, list: { url: 'https://lista.example/atom' }, here: { url } })
    expect((await run((io) => feedsDiff(web.services, io, { take: true }))).code).toBe(0)
    expect(await listed()).toMatchObject({ id, url: 'https://lista.example/atom' })
  })

  it('moves no source whose address in the list was not stored yet, as before an update', async () => {
    write(base)
    const { id } = (await sync()).added[0]!
    const url = 'https://lista.example/moved'
    await actionsOf(web).editSource(id, { url })
    await sql`update feeds set listed = listed - 'url' where id = ${id}`.execute(web.database.db)
    expect(await sync()).toMatchObject({
      added: [],
      applied: [],
      differences: [{ feedId: id, list: { url: base.xmlUrl } }],
    })
  })

  it('never removes: what it no longer has, and what was removed here, are named', async () => {
    write(base)
    const { id } = (await sync()).added[0]!
    write()
    expect((await sync()).differences).toMatchObject([{ kind: 'unlisted', feedId: id }])
    write(base)
    await actionsOf(web).removeSource(id)
    expect(await sync()).toMatchObject({ added: [], differences: [{ kind: 'removed' }] })
  })
})
