/** One call over MCP, without a client: a minute after the one before, so that no limit is reached. */
import type { TestWeb } from './web.ts'

export async function callMcp(web: TestWeb, token: string, method: string, params: object) {
  web.clock.set(new Date(web.clock.now().getTime() + 61_000))
  const { body } = await web.app.inject({
    ...{ method: 'POST', url: '/mcp', payload: { jsonrpc: '2.0', id: 1, method, params } },
    headers: { host: '127.0.0.1', accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` },
  })
  const data = body.split('\n').find((line) => line.startsWith('data: '))
  return JSON.parse(data?.slice('data: '.length) ?? body).result
}
