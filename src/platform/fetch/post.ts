/** POST to addresses that others name: checked after DNS like every fetch, never redirected, within fixed limits. */
import { isIP } from 'node:net'
import { Agent, fetch } from 'undici'
import { messageOf } from '../errors.ts'
import { createGuard } from './guard.ts'
import { retryAfterMs } from './retry-after.ts'

export interface Posted {
  /** 0 where there was no answer. */
  status: number
  /** Of the answer, its first characters: 8192, or `maxText`. */
  text: string
  /** Target of a redirect. */
  location: string | null
  error: string | null
  /** Milliseconds for which the server wants to be left alone; 0 where it does not say. */
  retryAfter: number
}

export interface Poster {
  /** Public addresses by https and name alone. */
  secure: boolean
  /** Why an address can never be sent to, known without a look-up; null where only its server can tell. */
  refusal(url: string): string | null
  send(
    url: string,
    options: {
      method?: 'GET' | 'POST'
      body?: string | Uint8Array
      headers?: Record<string, string>
      /** Characters of the answer that are read at most. */
      maxText?: number
    },
  ): Promise<Posted>
  close(): Promise<void>
}

/** Addresses that may be sent to: public ones, and private ones that `allow` names as ranges. */
export interface Reach {
  allow: string[]
  /** By https and name alone. */
  secure: boolean
}

/** For addresses that strangers give, whatever the operator allows for his own. */
export const STRANGERS: Reach = { allow: [], secure: true }

interface Options {
  reach: Reach
  userAgent: string
  /** From the first byte to the last. */
  totalMs: number
}

const MAX_READ = 8 * 1024

/** Names that no public server has (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const isLocalName = (host: string): boolean =>
  isIP(host) === 0 &&
  (!host.includes('.') || /\.(?:localhost|local|internal|intranet|lan|home\.arpa|invalid|alt|onion)$/.test(host))

export function createPoster({ reach, userAgent, totalMs }: Options): Poster {
  const guard = createGuard(reach.allow)
  const agent = new Agent({ connect: guard.connector({ connectMs: 5_000 }) })

  /** Beside what the guard refuses once it knows where an address leads. */
  function refusal(address: string): string | null {
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol)) return 'This is not an http address.'
    if (reach.secure && url.protocol !== 'https:') return `${url.origin} is not reached by https.`
    const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
    const range = isIP(host) === 0 ? null : guard.refusal(host)
    if (range !== null) return `${url.origin} is not a public address: ${range}.`
    if (reach.secure && isIP(host) !== 0) return `${url.origin} is a number, not the name of a server.`
    return reach.allow.length === 0 && isLocalName(host) ? `${url.origin} is not a public name.` : null
  }

  return {
    secure: reach.secure,
    refusal,
    send: async (url, { method = 'POST', body, headers = {}, maxText = MAX_READ }) => {
      try {
        const refused = refusal(url)
        if (refused) return unanswered(refused)
        const signal = AbortSignal.timeout(totalMs)
        const response = await fetch(url, {
          method,
          body: body ?? null,
          headers: { 'user-agent': userAgent, ...headers },
          redirect: 'manual',
          dispatcher: agent,
          signal,
        })
        const location = response.headers.get('location')
        const retryAfter = retryAfterMs(response.headers.get('retry-after'), new Date()) ?? 0
        return {
          status: response.status,
          text: await readStart(response, signal, maxText),
          location,
          error: null,
          retryAfter,
        }
      } catch (error) {
        const cause = (error as Error).cause
        return unanswered(messageOf(cause ?? error))
      }
    },
    close: () => agent.destroy(),
  }
}

export const unanswered = (error: string): Posted => ({ status: 0, text: '', location: null, error, retryAfter: 0 })

/** The beginning of the answer's text. Where it does not end in time, the receiver has answered all the same. */
async function readStart(
  response: Awaited<ReturnType<typeof fetch>>,
  signal: AbortSignal,
  maxText: number,
): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (text.length >= maxText) break
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return text.slice(0, maxText)
}
