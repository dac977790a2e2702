/** A small typed client for the API. Types come from schema.d.ts, which `npm run client` writes from the OpenAPI document. */
import type { paths } from './schema.d.ts'

export type { components, paths } from './schema.d.ts'

type Method = 'get' | 'post' | 'delete'
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof paths]
type Operation<P extends keyof paths, M extends Method> = paths[P][M & keyof paths[P]]

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Good<O> = O extends { responses: infer R } ? Json<R[Extract<keyof R, 200 | 202>]> : never

/** Ids go into an address as they are: numbers as answers have them, or with the words of a page's address. */
type Named<Values> = { [K in keyof Values]: Values[K] | number }

type Part<O, Name extends 'path' | 'query'> = O extends { parameters: infer Parameters }
  ? Parameters extends { [K in Name]: infer Values }
    ? { [K in Name]: Name extends 'path' ? Named<Values> : Values }
    : { [K in Name]?: Name extends keyof Parameters ? Parameters[Name] : never }
  : unknown
type Body<O> = O extends { requestBody: { content: { 'application/json': infer Value } } } ? { body: Value } : unknown
interface Sending {
  /** Ends the call. */
  signal?: AbortSignal
}
export type Input<P extends keyof paths, M extends Method> = Part<Operation<P, M>, 'path'> &
  Part<Operation<P, M>, 'query'> &
  Body<Operation<P, M>> &
  Sending

type Given<T> = Record<never, never> extends T ? [input?: T] : [input: T]

/** What the service answered with a status of 400 or more. */
export class ApiError extends Error {
  readonly status: number
  readonly type: string
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | null

  constructor(status: number, type: string, message: string, retryAfter: number | null) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.type = type
    this.retryAfter = retryAfter
  }
}

/** The address answers, but not as Kärnhuset does: it may be another site, or a page of whoever gives the network. */
export class NotKarnhusetError extends Error {
  constructor(url: string) {
    super(`${url} answers, but not as a Kärnhuset site does. Is baseUrl the address of one?`)
    this.name = 'NotKarnhusetError'
  }
}

export interface ClientOptions {
  /** Origin of the site, such as `https://news.example`. */
  baseUrl: string
  token?: string
  fetch?: typeof fetch
  /** Milliseconds after which a call is given up, its answer included (default 30 seconds). */
  timeoutMs?: number
}

export interface Client {
  get<P extends PathsWith<'get'>>(path: P, ...input: Given<Input<P, 'get'>>): Promise<Good<Operation<P, 'get'>>>
  post<P extends PathsWith<'post'>>(path: P, ...input: Given<Input<P, 'post'>>): Promise<Good<Operation<P, 'post'>>>
  delete<P extends PathsWith<'delete'>>(
    path: P,
    ...input: Given<Input<P, 'delete'>>
  ): Promise<Good<Operation<P, 'delete'>>>
}

/** One change, as /api/v1/changes gives it; `type` says of what kind its `object` is. */
export type Change = Good<Operation<'/api/v1/changes', 'get'>>['data'][number]

export interface FollowOptions {
  /** Cursor of the last change that was taken in; without it: from now on. */
  after?: string
  /** Types of changes or kinds, joined by commas. */
  types?: string
  /** Milliseconds between two looks when there is nothing new. */
  everyMs?: number
  signal?: AbortSignal
  /** Told of each failure after which it waits and asks again. What it throws ends the iteration. */
  onError?: (error: unknown, waitMs: number) => void
}

/** The longest wait after failures in a row, unless the service asks for a longer one. */
const MAX_WAIT_MS = 300_000

/**
 * Changes as they happen, without end, each once. Store `change.cursor` with what you made of the change: it is where `after`
 * resumes. While the service is away it asks again, twice as late each time, and no sooner than Retry-After says. Throws
 * ApiError with status 410 for a cursor that is too old, and what is no fault that passes.
 */
export async function* followChanges(client: Client, options: FollowOptions = {}): AsyncGenerator<Change> {
  const { types, everyMs = 30_000, signal, onError } = options
  let after = options.after
  let failures = 0
  while (!signal?.aborted) {
    const query = { ...(after && { after }), ...(types && { types }) }
    const page = await client.get('/api/v1/changes', { query, ...(signal && { signal }) }).catch((error: unknown) => {
      if (!signal?.aborted && !isPassing(error)) throw error
      return { error }
    })
    if (signal?.aborted) return
    if ('error' in page) {
      const waitMs = waitAfter(page.error, everyMs, failures++)
      onError?.(page.error, waitMs)
      await pause(waitMs, signal)
      continue
    }
    failures = 0
    for (const change of page.data) {
      if (signal?.aborted) return
      yield change
    }
    after = page.next
    if (!page.has_more) await pause(everyMs, signal)
  }
}

/** The service or the way to it is away, or asks for patience. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 || error.status === 429 || error.status === 408 : isNetwork(error)

/** What `fetch` throws where there is no answer, and a time limit. */
const isNetwork = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))

/** Spread over half of it, so that all who were cut off do not come back at once. */
function waitAfter(error: unknown, everyMs: number, failures: number): number {
  const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  const backOff = Math.min(MAX_WAIT_MS, Math.max(1, everyMs) * 2 ** failures)
  return Math.max(requested, backOff * (0.5 + Math.random() / 2))
}

/** The longest time that a timer can be set to; beyond it, it would end at once. */
const MAX_TIMER_MS = 2_147_483_647

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS))
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })

interface Loose extends Sending {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Throws ApiError for every answer that is not a good one, and NotKarnhusetError for one that is none of Kärnhuset's. */
export function createClient(options: ClientOptions): Client {
  // An address or a token that is none is no fault that passes.
  new URL(options.baseUrl)
  const authorization: Record<string, string> = options.token ? { authorization: `Bearer ${options.token}` } : {}
  new Headers(authorization)
  const send = (method: string) => async (path: string, input: Loose = {}) => {
    const headers: Record<string, string> = { accept: 'application/json', ...authorization }
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    const body = input.body === undefined ? null : JSON.stringify(input.body)
    const url = address(options.baseUrl, path, input)
    const signal = limited(options.timeoutMs ?? 30_000, input.signal)
    const response = await (options.fetch ?? fetch)(url, { method, headers, body, signal })
    const answer = (await readJson(response)) as Answer | null
    if (response.ok && answer?.meta?.api_version === 'v1') return answer
    if (response.ok) throw new NotKarnhusetError(url)
    // What stands before the service, such as a proxy, has errors of its own form.
    const { type = 'unknown', message = response.statusText } = answer?.error ?? {}
    throw new ApiError(response.status, type, message, secondsIn(response.headers.get('retry-after')))
  }
  return { get: send('GET'), post: send('POST'), delete: send('DELETE') } as unknown as Client
}

interface Answer {
  meta?: { api_version?: string }
  error?: { type: string; message: string }
}

/** Null for what is no JSON; a body that breaks off is thrown. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const limited = (ms: number, signal?: AbortSignal): AbortSignal => {
  const late = AbortSignal.timeout(ms)
  return signal ? AbortSignal.any([late, signal]) : late
}

/** Seconds, or a date (RFC 9110, 10.2.3); null for what is neither. */
function secondsIn(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}

function address(baseUrl: string, path: string, { path: names = {}, query = {} }: Loose): string {
  const url = new URL(path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name]))), baseUrl)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}
