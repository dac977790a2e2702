/**
 * A small load balancer: round robin over the backends that say they are ready, and over all of them while none does. A
 * read that one could not answer is given to the next; a write is sent once.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Balancer {
  url: string
  /** Name → address. */
  backends: Map<string, string>
  close(): void
}

const CHECK_MS = 200

export async function startBalancer(): Promise<Balancer> {
  const backends = new Map<string, string>()
  const ready = new Set<string>()
  const ended = new AbortController()
  let turn = 0
  const inTurn = () => {
    const names = [...backends.keys()]
    const rotated = names.map((_, i) => names[(turn + i) % names.length] as string)
    turn++
    return [...rotated.filter((name) => ready.has(name)), ...rotated.filter((name) => !ready.has(name))]
  }
  async function check(): Promise<void> {
    while (!ended.signal.aborted) {
      await Promise.all(
        [...backends].map(async ([name, address]) => {
          const fine = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
            (answer) => answer.ok,
            () => false,
          )
          if (fine) ready.add(name)
          else ready.delete(name)
        }),
      )
      await sleep(CHECK_MS)
    }
  }
  const server = createServer((request, response) => {
    const names = inTurn()
    // Where a backend is may change while the one before it is asked.
    const addressOf = (name: string) => backends.get(name) ?? ''
    void forward(request, response, request.method === 'GET' ? names : names.slice(0, 1), addressOf)
  })
  // A reader who comes back to a connection just as it is closed would go unanswered.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  void check()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backends,
    close: () => {
      ended.abort()
      server.closeAllConnections()
      server.close()
    },
  }
}

const PASSED = ['authorization', 'content-type', 'if-none-match', 'x-forwarded-for']

/** Whole answers only: what breaks off half-way is asked of the next one. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  names: string[],
  addressOf: (name: string) => string,
): Promise<void> {
  const body = await readBody(request)
  const headers = Object.fromEntries(
    PASSED.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
  )
  let last: { status: number; headers: Headers; body: Buffer } | null = null
  for (const name of names) {
    try {
      const answer = await fetch(addressOf(name) + request.url, {
        method: request.method ?? 'GET',
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      })
      last = { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
      if (answer.status !== 503) break
    } catch {
      // The next one.
    }
  }
  if (!last) return void response.writeHead(502).end()
  const kept = ['content-type', 'etag', 'x-stale', 'retry-after'].flatMap((name) => {
    const value = last.headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  response.writeHead(last.status, Object.fromEntries(kept)).end(last.body)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
