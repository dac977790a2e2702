/** `karnhuset mcp`: the same server over standard input and output, alone and beside a service on the same database; it ends with its client. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyCall } from '../../mcp/calls.ts'
import { type DataDir, seedDataDir } from '../../mcp/data-dir.ts'
import { postmasterOf, serverProcesses } from '../../support/machine.ts'
import { startService, until } from '../../support/service.ts'

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

describe('ends when its client closes its end', () => {
  const start = () => spawn(process.execPath, [karnhuset, 'mcp'], { env: environment() })
  const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve))

  it('before it has opened the database', async () => {
    const child = start()
    child.stdin.end()
    expect(await ended(child)).toBe(0)
    await until(
      async () => serverProcesses(data.env.DATA_DIR ?? ''),
      (left) => left.length === 0,
    )
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
