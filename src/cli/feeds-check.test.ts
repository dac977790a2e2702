import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmallServer, startSmallServer } from '../../tests/support/played/small-server.ts'
import { readConfig } from '../config.ts'
import { feedsCheck } from './feeds-check.ts'

const now = new Date('2026-11-28T12:00:00Z')
const item = (date: string | null) =>
  `<item><title>A</title><link>https://a.example/${date}</link>${date ? `<pubDate>${date}</pubDate>` : ''}</item>`
const feeds: Record<string, string> = {
  '/fresh': item('Fri, 27 Nov 2026 08:00:00 GMT') + item('Mon, 05 Jan 2026 08:00:00 GMT'),
  '/edge': item('Sat, 31 Oct 2026 12:00:01 GMT'),
  '/silent': item('Sat, 31 Oct 2026 12:00:00 GMT'),
  '/ahead': item('Fri, 27 Nov 2026 08:00:00 GMT') + item('Fri, 27 Nov 2037 08:00:00 GMT'),
  '/undated': item(null),
  '/empty': '',
}
const LOGIN = `Basic ${btoa('reader:right')}`
const folder = mkdtempSync(join(tmpdir(), 'feeds-check-'))
let server: SmallServer
beforeAll(async () => {
  server = await startSmallServer((request, response) => {
    const items = feeds[request.url ?? '']
    const { authorization } = request.headers
    if (items === undefined) response.writeHead(404).end('gone')
    else if (authorization && authorization !== LOGIN) response.writeHead(401).end('refused')
    else
      response
        .setHeader('content-type', 'text/xml')
        .end(`<rss version="2.0"><channel><title>A</title>${items}</channel></rss>`)
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const check = (...paths: string[]) => checkWith('', ...paths)

async function checkWith(login: string, ...paths: string[]) {
  const url = server.url.replace('//', `//${login}`)
  const rows = paths.map((path) => `<outline type="rss" text="${path}" xmlUrl="${url}${path}"/>`)
  const list = join(folder, 'list.opml')
  writeFileSync(list, `<opml version="2.0"><head/><body>${rows.join('')}</body></opml>`)
  const lines: string[] = []
  const config = readConfig({ BASE_URL: 'https://a.example', FETCH_ALLOW: '127.0.0.1/32', SOURCES: list })
  const io = { line: (text = '') => lines.push(text), note: () => {} }
  const codes = [await feedsCheck(config, io as never, undefined, now)]
  return { code: codes[0], lines: lines.map((line) => line.replaceAll(server.url, '')) }
}

it('finds nothing in sources that bring something', async () => {
  expect(await check('/fresh', '/edge', '/ahead', '/undated')).toEqual({
    code: 0,
    lines: ['4 sources, of which 0 bring nothing.'],
  })
})

it('names those that are silent for four weeks, that are empty and that are gone', async () => {
  const { code, lines } = await check('/silent', '/fresh', '/empty', '/gone')
  expect(code).toBe(1)
  expect(lines.sort()).toEqual([
    '/empty (/empty): it has no items',
    expect.stringMatching(/^\/gone \(\/gone\): .*404/),
    '/silent (/silent): nothing for 4 weeks, since 2026-10-31',
    '4 sources, of which 3 bring nothing.',
  ])
})

it('sends the login of an address, and does not write it', async () => {
  expect(await checkWith('reader:right@', '/fresh')).toMatchObject({ code: 0 })
  const { lines } = await checkWith('reader:wrong@', '/fresh')
  expect(lines).toEqual(['/fresh (/fresh): The server answered 401 for /fresh', '1 source, of which 1 brings nothing.'])
})
