/**
 * Stores what the golden site answers to some 500 addresses, and compares a later run with it byte for byte:
 * `node quality/golden/answers.ts FOLDER`. A folder that is empty is filled; else what differs is named, and stored beside.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testServer } from '../../tests/support/database.ts'
import { startTestWeb, type TestWeb } from '../../tests/support/web.ts'
import { type Request, requestsOf } from './addresses.ts'
import { toolCallsOf } from './tool-calls.ts'
import { seedGolden } from './world.ts'

const HEADERS = [
  ...['content-type', 'cache-control', 'etag', 'vary', 'location', 'link', 'x-robots-tag', 'allow', 'www-authenticate'],
  ...['access-control-allow-origin', 'ai-disclosure', 'content-disposition'],
]

let readers = 0
const folder = process.argv[2]
if (!folder) throw new Error('Name a folder: node quality/golden/answers.ts FOLDER')
const server = await testServer()
const web = await startTestWeb()
const answers = await readAll(web)
await web.close()
await server.stop()
process.exitCode = compare(folder, answers)

async function readAll(site: TestWeb): Promise<Map<string, string>> {
  const world = await seedGolden(site)
  const found = new Map<string, string>()
  for (const request of requestsOf(world)) for (const one of await follow(site, request)) found.set(...one)
  for (const [name, args] of toolCallsOf(world))
    found.set(`mcp ${name} ${JSON.stringify(args)}`, await callTool(site, name, args))
  return found
}

/** The answer, and the one that its cursor leads to. */
async function follow(site: TestWeb, request: Request): Promise<[string, string][]> {
  const [url, headers] = typeof request === 'string' ? [request, {}] : request
  const name = [url, ...Object.keys(headers)].join(' ')
  const { statusCode, headers: sent, body } = await site.app.inject({ url, headers, remoteAddress: nextReader() })
  const shown = HEADERS.flatMap((header) => (sent[header] === undefined ? [] : `${header}: ${sent[header]}`))
  const answer: [string, string] = [name, [url, String(statusCode), ...shown, '', body].join('\n')]
  const cursor = /"next_cursor":"([^"]+)"/.exec(body)?.[1]
  if (cursor === undefined || /cursor=|page=/.test(url) || url.startsWith('/mcp')) return [answer]
  return [
    answer,
    ...(await follow(site, [`${url}${url.includes('?') ? '&' : '?'}per_page=3&cursor=${cursor}`, headers])),
  ]
}

/** The text alone: the data follow the API's schemas. */
async function callTool(site: TestWeb, name: string, args: object): Promise<string> {
  const { body } = await site.app.inject({
    method: 'POST',
    url: '/mcp',
    remoteAddress: nextReader(),
    headers: {
      host: 'site.example',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  const { result } = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body)
  return `${result.isError ?? false}\n${result.content[0].text}\n${result.structuredContent?.next_cursor ?? null}`
}

/** Searches and calls are counted by address. */
function nextReader(): string {
  readers++
  return `10.1.${readers >> 8}.${readers & 255}`
}

function compare(stored: string, found: Map<string, string>): number {
  mkdirSync(stored, { recursive: true })
  const missing = new Set(readdirSync(stored).filter((name) => name.endsWith('.txt')))
  const isFirst = missing.size === 0
  const differing: string[] = []
  for (const [name, text] of found) {
    const file = `${encodeURIComponent(name).slice(0, 200)}.txt`
    missing.delete(file)
    const path = join(stored, file)
    if (isFirst) writeFileSync(path, text)
    else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      differing.push(name)
      writeFileSync(join(stored, `${file}.new`), text)
    }
  }
  differing.push(...missing)
  console.log(isFirst ? `${found.size} answers stored` : `${found.size} answers compared, ${differing.length} differ`)
  for (const name of differing) console.log(name)
  return differing.length > 0 ? 1 : 0
}
