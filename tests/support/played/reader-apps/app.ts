/** Parts that the played reading apps share: requests over HTTP, and the state of an app after a sync. */
import type { z } from 'zod'

export interface SyncedItem {
  /** As the app stores it, and sends it in writes. */
  id: string
  title: string
  url: string
  /** Stream of the subscription that shows it. */
  feed: string
  html: string
}

export interface Synced {
  /** Titles of the subscriptions by their streams, and the folder of each. */
  feeds: Map<string, { title: string; folder: string | null }>
  items: SyncedItem[]
  /** Ids of items. */
  unread: Set<string>
  starred: Set<string>
}

export interface ReaderApp {
  signIn(name: string, password: string): Promise<void>
  sync(): Promise<Synced>
  markRead(ids: string[], read: boolean): Promise<void>
  star(ids: string[], starred: boolean): Promise<void>
  /** The stream of the new subscription; null where the service finds no feed. */
  subscribe(address: string): Promise<string | null>
  unsubscribe(feed: string): Promise<void>
}

export class HttpError extends Error {
  readonly status: number
  constructor(status: number, path: string) {
    super(`${path} answered ${status}`)
    this.status = status
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** Bodies and addresses go out as the app writes them: no client library makes them tidier. */
export class Connection {
  auth: string | null = null
  readonly #base: string
  constructor(base: string) {
    this.#base = base
  }

  async send(path: string, body?: string, contentType = FORM): Promise<Response> {
    const authorization = this.auth === null ? {} : { authorization: `GoogleLogin auth=${this.auth}` }
    const init = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': contentType } }
    return fetch(this.#base + path, { ...init, headers: { ...init.headers, ...authorization } })
  }

  async text(path: string, body?: string): Promise<string> {
    const response = await this.send(path, body)
    if (!response.ok) throw new HttpError(response.status, path)
    return response.text()
  }

  /** Throws where the app's own decoder would. */
  async json<T>(decoder: z.ZodType<T>, path: string, body?: string): Promise<T> {
    return decoder.parse(JSON.parse(await this.text(path, body)))
  }
}
