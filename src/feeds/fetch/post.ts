/** POST to addresses that others name: checked after DNS like every fetch, never redirected, within fixed limits. */
import { Agent, fetch } from 'undici'
import { messageOf } from '../../domain/errors.ts'
import { createGuard } from './guard.ts'

export interface Posted {
  /** 0 where there was no answer. */
  status: number
  /** Of the answer, its first characters. */
  text: string
  /** Where a redirect leads. */
  location: string | null
  error: string | null
}

export interface Poster {
  send(
    url: string,
    options: { method?: 'GET' | 'POST'; body?: string | Uint8Array; headers?: Record<string, string> },
  ): Promise<Posted>
  close(): Promise<void>
}

const TOTAL_MS = 15_000
const MOST_READ = 8 * 1024

export function createPoster(options: { allow: string[]; userAgent: string; totalMs?: number }): Poster {
  const agent = new Agent({ connect: createGuard(options.allow).connector({ connectMs: 5_000 }), connections: 4 })
  return {
    send: async (url, { method = 'POST', body, headers = {} }) => {
      try {
        const response = await fetch(url, {
          method,
          body: body ?? null,
          headers: { 'user-agent': options.userAgent, ...headers },
          redirect: 'manual',
          dispatcher: agent,
          signal: AbortSignal.timeout(options.totalMs ?? TOTAL_MS),
        })
        const location = response.headers.get('location')
        return { status: response.status, text: await readStart(response), location, error: null }
      } catch (error) {
        const cause = (error as Error).cause
        return { status: 0, text: '', location: null, error: messageOf(cause ?? error) }
      }
    },
    close: () => agent.destroy(),
  }
}

async function readStart(response: Awaited<ReturnType<typeof fetch>>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length >= MOST_READ) break
  }
  return text.slice(0, MOST_READ)
}
