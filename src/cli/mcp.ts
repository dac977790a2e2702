/** `mcp`: the MCP server over standard input and output, for agents on this machine. */
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { openServicesAs } from '../app/open.ts'
import { buildMcp } from '../app.ts'
import type { Config } from '../config.ts'

/** Time limit of what was asked before the end of input. */
const ANSWER_MS = 60_000
/** Time limit of the graceful shutdown, which a database that hangs would not let end. */
const END_MS = 30_000

/**
 * Resolves when the client closes its end and all that it asked is answered, when it cannot be written to, and at a signal.
 * Standard output holds nothing but protocol.
 */
export async function mcp(config: Config): Promise<void> {
  // Read from the start, so that its end is noticed while the database is being opened. The transport does not see the end:
  // it would answer nothing more.
  const input = process.stdin.pipe(new PassThrough(), { end: false })
  const [inputEnds, breaksOff] = [endOfInput(), breakOff()]
  const { createServer, close } = await buildMcp(await openServicesAs(config, 'mcp'))
  const { transport, isAnswered } = counting(new StdioServerTransport(input, process.stdout))
  let over = false
  const serving = serveStdio(createServer, { transport })
  const answered = inputEnds.then(async () => {
    while (!over && input.writableLength + input.readableLength > 0) await nextTurn()
    await Promise.race([isAnswered(), sleep(ANSWER_MS, undefined, { ref: false })])
  })
  await Promise.race([answered, breaksOff])
  over = true
  setTimeout(() => process.exit(1), END_MS).unref()
  await serving.close()
  await close()
  // A client that ended in another way leaves it open, which would keep this process.
  process.stdin.destroy()
}

function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
  })
}

/** No client reads the answers, or a signal came; a second one ends this process at once. */
function breakOff(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
  })
}

/** A transport that knows whether each request that it read has its answer. */
function counting(wire: Transport): { transport: Transport; isAnswered(): Promise<void> } {
  const open = new Set<unknown>()
  const transport: Transport = {
    start: () => {
      wire.onclose = () => {
        open.clear()
        transport.onclose?.()
      }
      wire.onerror = (error) => transport.onerror?.(error)
      wire.onmessage = (message, extra) => {
        const method = 'method' in message ? message.method : null
        // A subscription has no answer before the end, and what was cancelled none at all.
        if (method !== null && 'id' in message && method !== 'subscriptions/listen') open.add(message.id)
        if (method === 'notifications/cancelled' && 'params' in message) open.delete(message.params?.requestId)
        transport.onmessage?.(message, extra)
      }
      return wire.start()
    },
    send: async (message, options) => {
      await wire.send(message, options)
      if (!('method' in message)) open.delete(message.id)
    },
    close: () => wire.close(),
  }
  const isAnswered = async () => {
    while (open.size > 0) await sleep(10)
  }
  return { transport, isAnswered }
}
