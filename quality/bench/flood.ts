/** What other readers meet while agents flood /mcp: batches, parallel sessions from many addresses, large limits. */
import type { Measure } from './measure.ts'
import { READS_A_SECOND, withReaders } from './readers.ts'
import type { Running } from './service.ts'

const SESSIONS = 20
const MOST_P99_MS = 200

export async function benchFlood({ service, short }: Running): Promise<Measure[]> {
  const until = performance.now() + (short ? 5_000 : 20_000)
  const answers = { good: 0, refused: 0 }
  const flood = async () => {
    const end = until + 3000
    const session = async (n: number) => {
      for (let i = 0; performance.now() < end; i++) {
        const { status } = await call(service.origin, n, i)
        if (status === 200) answers.good++
        else answers.refused++
      }
    }
    await Promise.all(Array.from({ length: SESSIONS }, (_, n) => session(n)))
  }
  const { report } = await withReaders(service.origin, flood)
  return [
    {
      group: 'At work',
      name: `p99 of readers while ${SESSIONS} agents flood /mcp`,
      value: report.p99,
      unit: 'ms',
      max: MOST_P99_MS,
      note: `${READS_A_SECOND} reads a second, median ${report.p50.toFixed(1)} ms, longest ${report.max.toFixed(0)} ms; of the agents' requests ${answers.good} answered, ${answers.refused} told to come back`,
    },
  ]
}

/** Each third request is a batch of ten; each has an address and arguments of its own, so that no limit and no cache helps. */
async function call(origin: string, session: number, i: number): Promise<Response> {
  const message = (id: number) => {
    const since = new Date(Date.UTC(2015 + (session % 10), id % 12, 1 + (i % 28))).toISOString()
    const tools = [
      { name: 'latest_news', arguments: { limit: 50, since } },
      { name: 'search_news', arguments: { limit: 50, query: `ord${session} nyhet ${i}` } },
      { name: 'latest_events', arguments: { limit: 50, since } },
    ]
    return { jsonrpc: '2.0', id, method: 'tools/call', params: tools[id % tools.length] }
  }
  const body = i % 3 === 0 ? Array.from({ length: 10 }, (_, id) => message(id)) : message(i)
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': `10.${session}.${(i >> 4) & 255}.${i & 15}`,
    },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response
}
