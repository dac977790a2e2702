/** `karnhuset mcp`: the same server over standard input and output, alone and beside a service on the same database; it ends with its client. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBusy } from '../../../tests/support/busy-machine.ts'
import { postmasterOf, serverProcesses } from '../../../tests/support/machine.ts'
import { everyCall } from '../../../tests/support/mcp/calls.ts'
import { type DataDir, seedDataDir } from '../../../tests/support/mcp/data-dir.ts'
import { startService, until } from '../../../tests/support/service.ts'

const karnhuset = fileURLToPath(new URL('../../../bin/karnhuset', import.meta.url))
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})
let data: DataDir

beforeAll(async () => {
  data = await seedDataDir()
})
afterAll(() => data.remove())

const environment = () => ({ ...(process.env as Record<string, string>), ...data.env })

async function callAll(): Promise<void> {
  const client = new Client({ name: 'test', version: '1' })
  const strange: Error[] = []
  client.onerror = (error) => strange.push(error)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [karnhuset, 'mcp'],
      env: { ...environment(), LOG_LEVEL: 'trace' },
      stderr: 'ignore',
    }),
  )
  // A running process has taken in the guides that come with the product in place of the seeded one.
  const listed = await client.callTool({ name: 'list_product_guides', arguments: {} })
  const { guides } = listed.structuredContent as { guides: { slug: string }[] }
  const world = { ...data.world, guideSlug: String(guides[0]?.slug) }
  for (const [name, args] of everyCall(world)) {
    const result = await client.callTool({ name, arguments: args })
    expect([name, result.isError ?? false]).toEqual([name, false])
    expect(result.structuredContent).toMatchObject({ notice: expect.any(String) })
  }
  // Nothing but protocol came on standard output.
  expect(strange).toEqual([])
  await client.close()
}

describe('karnhuset mcp', () => {
  it('answers every tool where nothing else has the database', callAll)

  it('answers beside a service on the same database', async () => {
    const service = await startService('serve', environment())
    try {
      await callAll()
    } finally {
      await service.stop()
    }
  })
})

const start = () => spawn(process.execPath, [karnhuset, 'mcp'], { env: environment() })
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve))
const untilServerEnds = () =>
  until(
    async () => serverProcesses(data.env.DATA_DIR ?? ''),
    (left) => left.length === 0,
  )

const request = (id: number, method: string, params = {}) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
const search = { name: 'search_news', arguments: { query: 'iphone' } }
const several = [
  ...[initialize, initialized, request(2, 'tools/list'), request(3, 'prompts/list'), request(4, 'no/such')],
  ...[5, 6, 7].map((id) => request(id, 'tools/call', search)),
]
const cancelled = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } })

/** Its answers' ids, when all of `words` was written and nothing more comes. */
async function answersTo(words: string): Promise<{ code: unknown; ids: number[] }> {
  const child = start()
  const output = text(child.stdout)
  child.stdin.end(words)
  const code = await ended(child)
  await untilServerEnds()
  return { code, ids: (await output).split('\n').flatMap((line) => (line ? [JSON.parse(line).id] : [])) }
}

describe('answers what was asked before the end of input, ends what it started, and ends with 0', () => {
  it.each<[string, string, number[]]>([
    ['one request', `${initialize}\n`, [1]],
    ['several, calls last', `${several.join('\n')}\n`, [1, 2, 3, 4, 5, 6, 7]],
    ['beside a line that is no JSON', `${initialize}\nnot JSON\n${request(2, 'ping')}\n`, [1, 2]],
    ['beside a cancelled one', `${[...several, cancelled].join('\n')}\n`, [1, 2, 3, 4, 6, 7]],
    ['beside a last line that was cut', `${initialize}\n${request(2, 'tools/list').slice(0, 20)}`, [1]],
    ['none', '', []],
  ])('%s', async (_case, words, expected) => {
    const { code, ids } = await answersTo(words)
    expect(code).toBe(0)
    expect(ids.filter((id) => id !== 5 || expected.includes(5)).toSorted()).toEqual(expected)
  })

  it('on a busy machine', async () => {
    const rest = makeBusy(10)
    const { code, ids } = await answersTo(`${several.join('\n')}\n`).finally(rest)
    expect([code, ids.toSorted()]).toEqual([0, [1, 2, 3, 4, 5, 6, 7]])
  })
})

it.each<[string, (child: ChildProcess) => unknown]>([
  ['SIGTERM', (child) => child.kill('SIGTERM')],
  ['SIGINT', (child) => child.kill('SIGINT')],
  ['the end of its reader', (child) => child.stdout?.destroy()],
])('%s ends it with 0 amid its start and after it, with what it started', async (_how, breakOff) => {
  const early = start()
  early.stdin.write(`${initialize}\n`)
  await until(async () => postmasterOf(data.env.DATA_DIR ?? ''), Boolean)
  breakOff(early)
  expect(await ended(early)).toBe(0)
  await untilServerEnds()
  const child = start()
  child.stdin.write(`${initialize}\n`)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  breakOff(child)
  child.stdin.on('error', () => {})
  child.stdin.write(`${request(2, 'tools/list')}\n`)
  expect(await ended(child)).toBe(0)
  await untilServerEnds()
})

describe('ends when its client closes its end', () => {
  it('before it has opened the database', async () => {
    const child = start()
    child.stdin.end()
    expect(await ended(child)).toBe(0)
    await untilServerEnds()
  })

  it('and the database never comes', async () => {
    // Takes connections, and says nothing to them.
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const url = `postgres://u@127.0.0.1:${port}/x`
    const child = spawn(process.execPath, [karnhuset, 'mcp'], { env: { ...environment(), DATABASE_URL: url } })
    child.stdin.end()
    expect(await ended(child)).toBe(1)
    silent.close()
  })

  it('amid a call', async () => {
    const child = start()
    child.stdin.write(`${initialize}\n`)
    await until(async () => postmasterOf(data.env.DATA_DIR ?? ''), Boolean)
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`)
    expect(await ended(child)).toBe(0)
  })

  it('or cannot be written to', async () => {
    const child = start()
    child.stdout.destroy()
    child.stdin.write(`${initialize}\n`)
    expect(await ended(child)).toBe(0)
  })
})
