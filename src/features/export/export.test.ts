/** The exported site: every link of it leads to a file, below a prefix too, and nothing new costs nothing. */
// @module-tag slow
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NEIGHBOUR } from '../../../tests/support/neighbour.ts'
import { type DemoSite, startDemoSite } from '../../../tests/support/worlds/demo.ts'
import { publishing } from '../../platform/database/database.ts'
import type { Articles } from '../../platform/database/schema.generated.ts'
import { pageAddresses } from '../../platform/site/addresses.ts'
import { exportSite } from './export-site.ts'
import { linksOf, movedPath, staticPath } from './static-links.ts'

let site: DemoSite
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-export-'))
const contentFolder = join(folder, 'content')
beforeAll(async () => {
  cpSync('demo/bicycles/content', contentFolder, { recursive: true })
  site = await startDemoSite({ AI_PROVIDER: 'none', CONTENT_DIR: contentFolder }, 'demo/bicycles')
  // A few show how images are exported; each takes longer than ten pages.
  await changeArticles(5, NEIGHBOUR - 1, { image_url: null })
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

const changeArticles = (first: number, last: number, values: Updateable<Articles>) =>
  publishing(site.web.database, (trx) =>
    trx
      .updateTable('articles')
      .set(values)
      .where((eb) => eb.between('id', first, last))
      .execute(),
  )

const placeOf = (prefix: string) => join(folder, `site${prefix.replace('/', '-')}`)
const pagesIn = (place: string) => globSync('**/*.html', { cwd: place })

describe.each(['', '/news'])('an export below "%s"', (prefix) => {
  const place = placeOf(prefix)
  const pages = () => pagesIn(place)
  const read = (name: string) => readFileSync(join(place, name), 'utf8')

  it('has the front page, articles, events, feeds, answers and what machines read', async () => {
    const done = await exportSite(site.web.services, place, prefix)
    expect(done).toMatchObject({ written: done?.files, removed: 0 })
    const names = [
      'index.html',
      'entries.json',
      'entries.rss',
      'llms.txt',
      'sitemap.xml',
      '404.html',
      'api/v1/events.json',
    ]
    expect(names.filter((name) => !existsSync(join(place, name)))).toEqual([])
    expect(pages().filter((name) => /^entries\/\d+-/.test(name)).length).toBeGreaterThan(30)
    expect(pages().filter((name) => /^(events|handelser)\/\d+-/.test(name)).length).toBeGreaterThan(5)
  })

  it('has no link that leads nowhere, and no form that wants a server', () => {
    const dead = pages().flatMap((name) =>
      linksOf(read(name)).flatMap((href) => {
        const path = decodeURIComponent(href.slice(prefix.length).split(/[?#]/)[0] ?? '').slice(1)
        const there = path === '' ? ['index.html'] : [path, `${path}/index.html`]
        const isFile = there.some((one) => existsSync(join(place, one)) && statSync(join(place, one)).isFile())
        return href.startsWith(prefix) && isFile ? [] : [`${name}: ${href}`]
      }),
    )
    expect(dead).toEqual([])
    expect(pages().filter((name) => /<a\b(?![^>]*\shref=)/.test(read(name)))).toEqual([])
    expect(pages().filter((name) => /method="post"/.test(read(name)))).toEqual([])
  })

  it('has the card of each event, and what oEmbed says of it', () => {
    const events = pages().filter((name) => /^(events|handelser)\/\d+-/.test(name))
    const cards = pages().filter((name) => /^embed\/(events|handelser)\/\d+\//.test(name))
    expect(cards.length).toBe(events.length)
    for (const name of events) {
      const links = [...read(name).matchAll(/type="(?:application\/json|text\/xml)\+oembed" href="([^"]+)"/g)]
      expect(links.length).toBe(2)
      for (const [, href = ''] of links) {
        expect(href.startsWith(`${site.url}${prefix}/oembed/`)).toBe(true)
        const [, frame = ''] =
          /src=\\?(?:"|&quot;)([^"&\\]+)/.exec(read(href.slice(site.url.length + prefix.length + 1))) ?? []
        expect(frame.startsWith(`${site.url}${prefix}/embed/`)).toBe(true)
        expect(existsSync(join(place, frame.slice(site.url.length + prefix.length + 1), 'index.html'))).toBe(true)
      }
    }
  })

  it('names its own address in feeds and answers', () => {
    for (const name of ['entries.rss', 'api/v1/events.json', 'sitemap.xml']) {
      const addresses = read(name).match(new RegExp(`${site.url}/[\\w.-]*`, 'g')) ?? []
      expect(addresses.length).toBeGreaterThan(3)
      expect(addresses.filter((address) => prefix !== '' && !address.startsWith(site.url + prefix))).toEqual([])
    }
  })

  it('finds words in its index', () => {
    const { documents } = JSON.parse(read('search-index.json')) as { documents: { url: string }[] }
    expect(documents.length).toBeGreaterThan(30)
    const lost = documents.filter(({ url }) => !existsSync(join(place, url.slice(prefix.length + 1), 'index.html')))
    expect(lost).toEqual([])
    expect(globSync('assets/search/**/*.ts', { cwd: place })).toEqual([])
  })

  it('does nothing where nothing is new', async () =>
    expect(await exportSite(site.web.services, place, prefix)).toBeNull())
})

it('counts no reading', async () => {
  await site.web.flushViews()
  const { rows } = await sql<{
    views: number
  }>`select coalesce(sum(views), 0)::int as views from articles where id < ${NEIGHBOUR}`.execute(site.web.database.db)
  expect(rows).toEqual([{ views: 0 }])
})

it('is made anew where the content folder changed', async () => {
  appendFileSync(join(contentFolder, 'site.yaml'), '# changed\n')
  expect(await exportSite(site.web.services, placeOf(''), '')).not.toBeNull()
})

it('removes what is gone', async () => {
  const place = placeOf('/news')
  // As an export wrote them whose addresses had other words.
  const note = join(place, '.karnhuset-export.json')
  const { files } = JSON.parse(readFileSync(note, 'utf8')) as { files: string[] }
  const gone = ['handelser/sida-99/index.html', 'airpods-2/index.html', 'handelser.rss']
  writeFileSync(note, JSON.stringify({ state: 'before', files: [...files, 'handelser/index.html', ...gone] }))
  const [name = ''] = pagesIn(place).filter((page) => /^entries\/\d+-/.test(page))
  // As its source took it back.
  const id = Number(/\d+/.exec(name)?.[0])
  await changeArticles(id, id, { status: 'removed' })
  const done = await exportSite(site.web.services, place, '/news')
  expect(done?.removed).toBeGreaterThan(0)
  expect(done?.written).toBeLessThan(done?.files ?? 0)
  expect([name, ...gone].filter((one) => existsSync(join(place, one)))).toEqual([])
  expect(readFileSync(join(place, 'handelser/index.html'), 'utf8')).toContain('content="0;url=/news/events"')
})

it('is written whole after a note that was cut off', async () => {
  const place = placeOf('')
  const note = join(place, '.karnhuset-export.json')
  writeFileSync(note, readFileSync(note, 'utf8').slice(0, 500))
  const done = await exportSite(site.web.services, place, '')
  expect(done).toMatchObject({ written: done?.files, removed: 0 })
  expect(JSON.parse(readFileSync(note, 'utf8')).files).toHaveLength(done?.files ?? 0)
})

it('is left as it was where the service cannot answer', async () => {
  const root = placeOf('')
  const before = pagesIn(root).length
  expect(before).toBeGreaterThan(30)
  await sql`alter table tags rename to tags_away`.execute(site.web.database.db)
  await expect(exportSite(site.web.services, root, '/other')).rejects.toThrow(/answered 5\d\d/)
  await sql`alter table tags_away rename to tags`.execute(site.web.database.db)
  expect(pagesIn(root).length).toBe(before)
})

it.each([
  ['/handelser/sida-2', '/handelser/page-2'],
  ['/events/sida-2', '/handelser/page-2'],
  ['/tags/ikea/sida-12', '/tags/ikea/page-12'],
  ['/publishers/post.example', '/utgivare/post.example'],
  ['/events/12-bron', '/handelser/12-bron'],
  ['/handelser/12-bron', null],
  ['/airpods-2', null],
  ['/tags/ios-26', null],
])('%s of an earlier export leads to %s', (path, target) => {
  expect(movedPath(path, pageAddresses({}, 'sv').movedTo)).toBe(target)
})

it.each([
  ['/handelser/1-bron', '/handelser/1-bron'],
  ['/handelser?page=2#x', '/handelser/page-2'],
  ['/?page=3', '/page-3'],
  ['/assets/a.js?v=12', '/assets/a.js'],
  ['/oembed?url=https%3A%2F%2Fx.example%2Fhandelser%2F1-a&format=xml', '/oembed/handelser/1-a.xml'],
  ['/oembed?url=https%3A%2F%2Fx.example%2F%252e%252e%2Fa&format=xml', '/oembed/a.xml'],
  ['/oembed', '/oembed'],
  ['/oembed?url=x', null],
  ['/sok?q=x', null],
  ['//evil.example/x', null],
  ['https://evil.example/', null],
  ['/a/../../etc/passwd', null],
  ['/a/%2e%2e/%2e%2e/etc/passwd', null],
  ['/%E0%A4%A', null],
])('%s has the path %s', (href, path) => expect(staticPath(href)).toBe(path))

it.each([
  ['the sources', () => process.cwd()],
  ['the data folder', () => site.web.services.config.DATA_DIR],
  ['a folder within it', () => join(site.web.services.config.DATA_DIR, 'site')],
])('leaves %s alone', async (_, folder) => {
  await expect(exportSite(site.web.services, folder(), '')).rejects.toThrow(/holds other files/)
})
