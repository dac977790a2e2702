/**
 * GET over http and https within fixed limits; every hop has its address checked and waits its politeness delay. Knows
 * nothing of feeds or HTML.
 */
import { setMaxListeners } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { type Clock, systemClock } from '../time/clock.ts'
import { createCookies } from './cookies.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { asFetchError, FetchError } from './fetch-error.ts'
import { createGuard } from './guard.ts'
import { createHostBreakers, type HostBreakers } from './host-breakers.ts'
import { withLenientHeads } from './lenient-heads.ts'
import { linkSignals } from './linked-signal.ts'
import { createPoliteness, type LeaseTurn, type Pace, type Politeness } from './politeness.ts'
import { startQueueWait } from './queue-wait.ts'
import { basicCredentials, requestHeaders, withCookies, withoutCredentials } from './request-headers.ts'
import { decoded, readRaw } from './response-body.ts'
import { retryAfterMs } from './retry-after.ts'
import { FORMS } from './rights/reservation.ts'

export interface FetchResult {
  status: number
  /** The address that answered, after redirects. */
  url: string
  headers: Record<string, string>
  /** Decompressed; empty for statuses other than 2xx. */
  body: Uint8Array
  /** Media type in lower case without parameters; empty where none was sent. */
  contentType: string
  redirects: Redirect[]
  /** Time spent with the publisher, without the wait in the domain's queue. */
  ms: number
  /** Bytes of the body as they came over the wire. */
  bytes: number
  /** Problems that did not keep the answer from being read, a sentence each. */
  problems: string[]
}

/** True for 200, and for any other success that brings a body: some servers answer a document with 202, 203, 206 or 226. */
export const isAnswer = ({ status, body }: Pick<FetchResult, 'status' | 'body'>): boolean =>
  status === 200 || (status >= 200 && status < 300 && body.length > 0)

export interface Redirect {
  from: string
  to: string
  status: number
}

export interface FetchOptions {
  headers?: Record<string, string>
  /** Headers for the first origin alone: a redirect to another one goes without them. */
  credentials?: Record<string, string>
  accept?: string
  etag?: string | null
  lastModified?: string | null
  /** Of the decompressed body. */
  maxBytes?: number
  /** Of the whole fetch, redirects included. */
  totalMs?: number
  signal?: AbortSignal | undefined
  /** Higher goes first among those that wait for the same domain; pages are 0, feeds 1. */
  priority?: number
  /** Fails at once while the host's circuit breaker is open: the host is down or has sent Retry-After. */
  skipDown?: boolean
}

export interface Fetcher {
  /** Any HTTP status is a result; a failure before one is a FetchError. */
  get(url: string, options?: FetchOptions): Promise<FetchResult>
  /** Does what sends one request of its own kind, at its turn among the requests to the domain of `url`. */
  runLimited<T>(url: string, task: () => Promise<T>): Promise<T>
  /** Aborts what waits or runs, each with a FetchError of kind `aborted`. */
  close(): Promise<void>
}

export interface FetcherOptions {
  /** FETCH_ALLOW. */
  allow: string[]
  userAgent: string
  limits?: Partial<Limits>
  /** Of the pauses that hosts ask for. */
  clock?: Clock
  /** Shares the pace with other processes. */
  leaseTurn?: LeaseTurn
  /** For tests: name resolution and pace. */
  lookup?: LookupFunction
  pace?: Pace
}

export interface Limits {
  connectMs: number
  totalMs: number
  maxBytes: number
  redirects: number
}

const LIMITS: Limits = { connectMs: 10_000, totalMs: 30_000, maxBytes: 10 * 1024 * 1024, redirects: 5 }

interface Deps {
  agent: Agent
  politeness: Politeness
  breakers: HostBreakers
  clock: Clock
  limits: Limits
  userAgent: string
}

/** Throws `bad_request` when `allow` holds something that is not an address range. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...LIMITS, ...options.limits }
  const guard = createGuard(options.allow, options.lookup)
  const connect = withLenientHeads(guard.connector(limits))
  const agent = new Agent({ connect, maxHeaderSize: 64 * 1024, keepAliveMaxTimeout: 10_000 })
  const politeness = createPoliteness(guard.isAllowedNetwork, options)
  const { clock = systemClock, userAgent } = options
  const parts = { agent, politeness, breakers: createHostBreakers(clock), clock, limits, userAgent }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return {
    get(url, fetchOptions = {}) {
      const { signal, release } = linkSignals(fetchOptions.signal, closing.signal)
      return follow(parts, url, { ...fetchOptions, signal }).finally(release)
    },
    runLimited: async (url, task) => politeness.run(parseAddress(url), task, { signal: closing.signal }),
    close() {
      closing.abort()
      return agent.destroy()
    },
  }
}

async function follow(parts: Deps, first: string, fetchOptions: FetchOptions): Promise<FetchResult> {
  const redirects: Redirect[] = []
  const spent = { ms: 0 }
  const cookies = createCookies()
  let url = parseAddress(first)
  let headers: Record<string, string> = {
    ...requestHeaders(parts.userAgent, fetchOptions),
    ...basicCredentials(first),
    ...fetchOptions.headers,
    ...fetchOptions.credentials,
  }
  for (;;) {
    const hop = await requestHop(parts, url, withCookies(headers, cookies.headerFor(url)), fetchOptions, spent)
    if (hop.location === null) return { ...hop.answer, redirects, ms: Math.round(spent.ms) }
    if (redirects.length >= parts.limits.redirects)
      throw new FetchError('redirects', `More than ${parts.limits.redirects} redirects, the last to ${hop.location}.`)
    const next = parseAddress(hop.location, url)
    redirects.push({ from: url.href, to: next.href, status: hop.answer.status })
    cookies.store(url, hop.setCookies)
    if (next.origin !== url.origin) headers = withoutCredentials(headers, Object.keys(fetchOptions.credentials ?? {}))
    url = next
  }
}

/** Absolute http or https address without fragment; anything else is a FetchError. */
function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null) throw new FetchError('protocol', `"${text.slice(0, 200)}" is not an address.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError('protocol', `Only http and https are fetched, not ${url.protocol.slice(0, 20)}`)
  url.hash = ''
  url.username = ''
  url.password = ''
  return url
}

type Answer = Omit<FetchResult, 'redirects' | 'ms'>
interface Hop {
  answer: Answer
  /** Target of a redirect, or null if this is the answer. */
  location: string | null
  setCookies: string[]
}

/** One request, after its wait in the domain's queue, which does not count as time spent. */
async function requestHop(
  parts: Deps,
  url: URL,
  headers: Record<string, string>,
  fetchOptions: FetchOptions,
  spent: { ms: number },
): Promise<Hop> {
  const wait = startQueueWait(parts.breakers, url.host, fetchOptions)
  const task = async () => {
    wait.end()
    const started = performance.now()
    const deadline = startDeadline(
      (fetchOptions.totalMs ?? parts.limits.totalMs) - spent.ms,
      url.host,
      fetchOptions.signal,
    )
    try {
      const hop = await query(parts, url, headers, fetchOptions, deadline)
      noteAnswer(parts, url.host, hop.answer, fetchOptions.skipDown)
      return hop
    } catch (cause) {
      throw failure(parts.breakers, url.host, cause, deadline)
    } finally {
      deadline.clear()
      spent.ms += performance.now() - started
    }
  }
  try {
    return await parts.politeness.run(url, task, { priority: fetchOptions.priority ?? 0, signal: wait.signal })
  } finally {
    wait.end()
  }
}

function noteAnswer({ breakers, clock }: Deps, host: string, { status, headers }: Answer, isPage = false): void {
  breakers.succeeded(host)
  if (status !== 429 && status !== 503) return
  const requestedPause = retryAfterMs(headers['retry-after'], clock.now())
  breakers.retryAfter(host, requestedPause ?? 60_000, isPage)
}

function failure(breakers: HostBreakers, host: string, cause: unknown, deadline: Deadline): FetchError {
  const error = deadline.passed() ?? asFetchError(cause, host)
  if (!error.reached) breakers.failed(host, error.kind === 'dns')
  return error
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

async function query(
  parts: Deps,
  url: URL,
  headers: Record<string, string>,
  fetchOptions: FetchOptions,
  deadline: Deadline,
): Promise<Hop> {
  const response = await parts.agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers,
    signal: deadline.signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const existing = flat(response.headers)
  const location = REDIRECTS.has(response.statusCode) ? locationOf(response.headers.location, url.host) : null
  const hasBody = response.statusCode >= 200 && response.statusCode < 300
  const maxBytes = fetchOptions.maxBytes ?? parts.limits.maxBytes
  const raw = hasBody ? await readRaw(response.body, maxBytes, url.host) : await discard(response.body)
  const { body, ignored } = await decoded(raw, existing['content-encoding'], maxBytes, url.host)
  const problems = ignored.map(
    (name) => `the content coding "${name.slice(0, 40)}" is none that the body has, and was ignored`,
  )
  const contentType = (existing['content-type'] ?? '').split(';', 1).join().trim().toLowerCase()
  return {
    location,
    setCookies: [response.headers['set-cookie'] ?? []].flat(),
    answer: {
      status: response.statusCode,
      url: url.href,
      headers: existing,
      body,
      contentType,
      bytes: raw.length,
      problems,
    },
  }
}

/** Null where there is none; two that differ lead nowhere, as in browsers. */
function locationOf(sent: string | string[] | undefined, host: string): string | null {
  const [location, ...others] = new Set([sent ?? []].flat())
  if (others.length > 0) throw new FetchError('protocol', `${host} redirects to more than one address at once.`)
  return asUtf8(location)
}

/** An address in raw bytes is UTF-8 where it can be, else Latin-1, as the library reads headers. */
function asUtf8(header: string | undefined): string | null {
  if (header === undefined) return null
  const text = Buffer.from(header, 'latin1').toString()
  return text.includes('\ufffd') ? header : text
}

const NOTHING = new Uint8Array()

/** Drains a small body so that the connection can be reused, else closes it. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<Uint8Array> {
  await body.dump({ limit: 64 * 1024 })
  return NOTHING
}

/** Of a header sent twice the first counts, save for lists: links, codings, and what reserves, a line each. */
function flat(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    const text = Array.isArray(value) ? value.slice(0, LISTS[lower] ? undefined : 1).join(LISTS[lower]) : value
    return text === undefined ? [] : [[lower, text] as const]
  })
  return Object.fromEntries(entries)
}

const LISTS: Record<string, string> = {
  link: ', ',
  'content-encoding': ', ',
  ...Object.fromEntries(FORMS.map(({ name }) => [name.toLowerCase(), '\n'])),
}
