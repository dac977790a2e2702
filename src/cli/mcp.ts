/**
 * `mcp`: the MCP server over standard input and output, for agents on this machine. Where another process holds the
 * embedded database, messages go to that process at BASE_URL.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Services } from '../app/services.ts'
import { buildMcp } from '../app.ts'
import { AppError } from '../domain/errors.ts'
import { forwardMcp } from './mcp-forward.ts'
import type { Host } from './program.ts'

/** Resolves when the client closes its end. Standard output holds nothing but protocol. */
export async function mcp(host: Host): Promise<void> {
  if (!host.serve) throw new AppError('bad_request', 'The MCP server speaks with the program that started it.')
  const config = host.config()
  let services: Services
  try {
    services = await host.serve(config)
  } catch (error) {
    if ((error as Error).name === 'DatabaseHeldError') return forwardMcp(config.BASE_URL)
    throw error
  }
  const { createServer, close } = await buildMcp(services)
  const serving = serveStdio(createServer)
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await serving.close()
  await close()
}
