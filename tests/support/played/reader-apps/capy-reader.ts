/** Capy Reader: name and password in the address, hexadecimal ids, a new token where the service refuses the old one. */
import { z } from 'zod'
import { Connection, HttpError, type ReaderApp, type Synced } from './app.ts'

const READING_LIST = 'user/-/state/com.google/reading-list'
const STARRED = 'user/-/state/com.google/starred'
const READ = 'user/-/state/com.google/read'

const Category = z.object({ id: z.string(), label: z.string().nullish() })
const Subscriptions = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      categories: z.array(Category),
      url: z.string(),
      htmlUrl: z.string(),
      iconUrl: z.string(),
    }),
  ),
})
const Tags = z.object({ tags: z.array(z.object({ id: z.string(), type: z.enum(['folder', 'tag']).nullish() })) })
const Ids = z.object({ itemRefs: z.array(z.object({ id: z.string() })), continuation: z.string().nullish() })
const Contents = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      published: z.int(),
      title: z.string(),
      canonical: z.array(z.object({ href: z.string() })).min(1),
      summary: z.object({ content: z.string() }),
      content: z.object({ content: z.string() }).optional(),
      origin: z.object({ streamId: z.string(), htmlUrl: z.string(), title: z.string() }),
      enclosure: z.array(z.object({ href: z.string(), type: z.string() })).optional(),
      categories: z.array(z.string()).optional(),
    }),
  ),
})
const QuickAdd = z.object({
  numResults: z.int().nullish(),
  query: z.string().nullish(),
  streamId: z.string().nullish(),
  streamName: z.string().nullish(),
})

const hex = (id: string) => BigInt(id).toString(16).padStart(16, '0')
const form = (fields: [string, string][]) => new URLSearchParams(fields).toString()

export class CapyReader implements ReaderApp {
  readonly #http: Connection
  /** A stale one is replaced at the first refusal. */
  token: string | null = null
  constructor(base: string) {
    this.#http = new Connection(base)
  }

  async signIn(name: string, password: string): Promise<void> {
    const query = `Email=${encodeURIComponent(name)}&Passwd=${encodeURIComponent(password)}`
    const answer = await this.#http.text(`/accounts/ClientLogin?${query}`, '')
    this.#http.auth = /^Auth=(.*)$/m.exec(answer)?.[1] ?? null
  }

  async sync(): Promise<Synced> {
    const feeds = await this.#subscriptions()
    await this.#http.json(Tags, '/reader/api/0/tag/list?output=json')
    const starred = await this.#ids(STARRED)
    const unread = await this.#ids(READING_LIST, READ)
    const all = await this.#ids(READING_LIST)
    const items = []
    for (let i = 0; i < all.length; i += 250) items.push(...(await this.#contents(all.slice(i, i + 250))))
    return { feeds, items, unread: new Set(unread), starred: new Set(starred) }
  }

  async #subscriptions(): Promise<Synced['feeds']> {
    const { subscriptions } = await this.#http.json(Subscriptions, '/reader/api/0/subscription/list?output=json')
    return new Map(
      subscriptions.map(({ id, title, categories }) => [id, { title, folder: categories[0]?.label ?? null }]),
    )
  }

  async #ids(stream: string, excluded?: string): Promise<string[]> {
    const ids: string[] = []
    let continuation: string | null | undefined
    do {
      const query = [
        `s=${encodeURIComponent(stream)}`,
        ...(continuation ? [`c=${encodeURIComponent(continuation)}`] : []),
        'n=10000',
        ...(excluded ? [`xt=${encodeURIComponent(excluded)}`] : []),
      ]
      const page = await this.#http.json(Ids, `/reader/api/0/stream/items/ids?${query.join('&')}&output=json`)
      ids.push(...page.itemRefs.map(({ id }) => hex(id)))
      continuation = page.continuation
    } while (continuation)
    return ids
  }

  async #contents(ids: string[]): Promise<Synced['items']> {
    const answer = await this.#write('/reader/api/0/stream/items/contents?output=json', idFields(ids))
    const { items } = Contents.parse(JSON.parse(answer))
    return items.map(({ id, title, canonical, origin, summary, content }) => ({
      id: id.split('/').at(-1) ?? '',
      title,
      url: canonical[0]?.href ?? '',
      feed: origin.streamId,
      html: content?.content ?? summary.content,
    }))
  }

  async #write(path: string, fields: [string, string][]): Promise<string> {
    const fetchToken = async () => {
      this.token = await this.#http.text('/reader/api/0/token')
    }
    if (this.token === null) await fetchToken()
    const send = () => this.#http.send(path, form([...fields, ['T', this.token ?? '']]))
    let response = await send()
    if (response.headers.get('x-reader-google-bad-token') === 'true') {
      await fetchToken()
      response = await send()
    }
    if (!response.ok) throw new HttpError(response.status, path)
    return response.text()
  }

  async #edit(ids: string[], change: [string, string]): Promise<void> {
    await this.#write('/reader/api/0/edit-tag?output=json', [...idFields(ids), change])
  }

  markRead = (ids: string[], read: boolean) => this.#edit(ids, [read ? 'a' : 'r', READ])
  star = (ids: string[], starred: boolean) => this.#edit(ids, [starred ? 'a' : 'r', STARRED])

  async subscribe(address: string): Promise<string | null> {
    const answer = await this.#write('/reader/api/0/subscription/quickadd?output=json', [['quickadd', address]])
    const { streamId } = QuickAdd.parse(JSON.parse(answer))
    return streamId && (await this.#subscriptions()).has(streamId) ? streamId : null
  }

  async unsubscribe(feed: string): Promise<void> {
    await this.#write('/reader/api/0/subscription/edit', [
      ['s', feed],
      ['ac', 'unsubscribe'],
    ])
  }
}

const idFields = (ids: string[]): [string, string][] => ids.map((id) => ['i', id])
