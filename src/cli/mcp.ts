/** `mcp`: the MCP server over standard input and output, for agents on this machine. */
import { PassThrough } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { openServicesAs } from '../app/open.ts'
import { buildMcp } from '../app.ts'
import type { Config } from '../config.ts'

/** Time limit of the graceful shutdown after the client has disconnected. */
const END_MS = 8000

/** Resolves when the client closes its end, or cannot be written to. Standard output holds nothing but protocol. */
export async function mcp(config: Config): Promise<void> {
  // Read from the start, so that its end is noticed while the database is being opened.
  const input = process.stdin.pipe(new PassThrough())
  const over = untilOver().then(() => {
    setTimeout(() => process.exit(1), END_MS).unref()
  })
  const { createServer, close } = await buildMcp(await openServicesAs(config, 'mcp'))
  const serving = serveStdio(createServer, { transport: new StdioServerTransport(input, process.stdout) })
  await over
  await serving.close()
  await close()
  // A client that ended in another way leaves it open, which would keep this process.
  process.stdin.destroy()
}

function untilOver(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    process.stdout.once('error', () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
