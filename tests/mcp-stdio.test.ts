/** `karnhuset mcp`: the same server over standard input and output, alone and beside a process that has the database. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { twelveCalls } from './mcp/calls.ts'
import { type DataDir, seedDataDir } from './mcp/data-dir.ts'

const karnhuset = fileURLToPath(new URL('../bin/karnhuset', import.meta.url))
let data: DataDir
let port: number

beforeAll(async () => {
  port = await freePort()
  data = await seedDataDir({ BASE_URL: `http://127.0.0.1:${port}`, PORT: String(port) })
})
afterAll(() => data.remove())

const environment = () => ({ ...(process.env as Record<string, string>), ...data.env })

async function callAll(): Promise<void> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [karnhuset, 'mcp'],
      env: environment(),
      stderr: 'pipe',
    }),
  )
  // A running process has taken in the guides that come with the product in place of the seeded one.
  const listed = await client.callTool({ name: 'list_product_guides', arguments: {} })
  const { guides } = listed.structuredContent as { guides: { slug: string }[] }
  const world = { ...data.world, guideSlug: String(guides[0]?.slug) }
  for (const [name, args] of twelveCalls(world)) {
    const result = await client.callTool({ name, arguments: args })
    expect([name, result.isError ?? false]).toEqual([name, false])
    expect(result.structuredContent).toMatchObject({ notice: expect.any(String) })
  }
  await client.close()
}

describe('karnhuset mcp', () => {
  it('answers all twelve tools where nothing else has the database', callAll)

  it('speaks through the process that has the database', async () => {
    const web = spawn(process.execPath, [karnhuset, 'web'], { env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      await answers()
      await callAll()
    } finally {
      await end(web)
    }
  })

  it('writes nothing but protocol to standard output', async () => {
    const child = spawn(process.execPath, [karnhuset, 'mcp'], { env: { ...environment(), LOG_LEVEL: 'trace' } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } })}\n`,
    )
    await vi.waitFor(() => expect(output).toContain('\n'), { timeout: 120_000, interval: 100 })
    child.stdin.end()
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(0)
    for (const line of output.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })
})

async function answers(): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).ok).toBe(true), {
    timeout: 120_000,
    interval: 200,
  })
}

async function end(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await closed
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}
