/** `mcp`: the MCP server over standard input and output, for agents on this machine. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openServices } from '../app/services.ts'
import { buildMcp } from '../app.ts'
import type { Config } from '../config.ts'
import { createLog } from '../log.ts'

/** Resolves when the client closes its end. Standard output holds nothing but protocol. */
export async function mcp(config: Config): Promise<void> {
  const { createServer, close } = await buildMcp(await openServices(config, createLog(config, 'mcp')))
  const serving = serveStdio(createServer)
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await serving.close()
  await close()
}
