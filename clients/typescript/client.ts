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
export type Input<P extends keyof paths, M extends Method> = Part<Operation<P, M>, 'path'> &
  Part<Operation<P, M>, 'query'> &
  Body<Operation<P, M>>

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

export interface ClientOptions {
  /** Origin of the site, such as `https://news.example`. */
  baseUrl: string
  token?: string
  fetch?: typeof fetch
}

export interface Client {
  get<P extends PathsWith<'get'>>(path: P, ...input: Given<Input<P, 'get'>>): Promise<Good<Operation<P, 'get'>>>
  post<P extends PathsWith<'post'>>(path: P, ...input: Given<Input<P, 'post'>>): Promise<Good<Operation<P, 'post'>>>
  delete<P extends PathsWith<'delete'>>(
    path: P,
    ...input: Given<Input<P, 'delete'>>
  ): Promise<Good<Operation<P, 'delete'>>>
}

/** One change, as /api/v1/changes gives it. */
export type Change = Good<Operation<'/api/v1/changes', 'get'>>['data'][number]

export interface FollowOptions {
  /** Cursor of the last change that was taken in; without it: from now on. */
  after?: string
  /** Types of changes or kinds, joined by commas. */
  types?: string
  /** Milliseconds between two looks when there is nothing new. */
  everyMs?: number
  signal?: AbortSignal
}

/**
 * Changes as they happen, without end, each once. Store `change.cursor` with what you made of the change: it is where `after`
 * resumes. Waits and asks again while the service is away; throws ApiError with status 410 for a cursor that is too old.
 */
export async function* followChanges(client: Client, options: FollowOptions = {}): AsyncGenerator<Change> {
  const { types, everyMs = 30_000, signal } = options
  let after = options.after
  while (!signal?.aborted) {
    const query = { ...(after && { after }), ...(types && { types }) }
    const page = await client.get('/api/v1/changes', { query }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
      return null
    })
    yield* page?.data ?? []
    after = page?.next ?? after
    if (!page?.has_more) await pause(everyMs, signal)
  }
}

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })

interface Loose {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Throws ApiError for every answer that is not a good one. */
export function createClient(options: ClientOptions): Client {
  const send = (method: string) => async (path: string, input: Loose = {}) => {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (options.token) headers.authorization = `Bearer ${options.token}`
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    const body = input.body === undefined ? null : JSON.stringify(input.body)
    const response = await (options.fetch ?? fetch)(address(options.baseUrl, path, input), { method, headers, body })
    if (response.ok) return response.json()
    // What stands before the service, such as a proxy, has errors of its own form.
    const answer = (await response.json().catch(() => null)) as { error?: { type: string; message: string } } | null
    const { type = 'unknown', message = response.statusText } = answer?.error ?? {}
    const wait = response.headers.get('retry-after')
    throw new ApiError(response.status, type, message, wait === null ? null : Number(wait))
  }
  return { get: send('GET'), post: send('POST'), delete: send('DELETE') } as unknown as Client
}

function address(baseUrl: string, path: string, { path: names = {}, query = {} }: Loose): string {
  const url = new URL(path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name]))), baseUrl)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}
