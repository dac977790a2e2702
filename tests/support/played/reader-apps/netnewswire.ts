/** NetNewsWire: ids in decimal, sent back in hexadecimal behind the prefix, pages of 1,000 ids, texts 150 at a time. */
import { z } from 'zod'
import { Connection, type ReaderApp, type Synced } from './app.ts'

const READING_LIST = 'user/-/state/com.google/reading-list'
const STARRED = 'user/-/state/com.google/starred'
const READ = 'user/-/state/com.google/read'
const PREFIX = 'tag:google.com,2005:reader/item/'

const Tags = z.object({ tags: z.array(z.object({ id: z.string(), type: z.string().optional() })) })
const Category = z.object({ id: z.string(), label: z.string() })
const Subscriptions = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      title: z.string().optional(),
      categories: z.array(Category),
      url: z.string().optional(),
      htmlUrl: z.string().optional(),
      iconUrl: z.string().optional(),
    }),
  ),
})
const Refs = z.object({ itemRefs: z.array(z.object({ id: z.string() })), continuation: z.string().optional() })
const Entries = z.object({
  id: z.string(),
  updated: z.int(),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      author: z.string().optional(),
      published: z.number(),
      crawlTimeMsec: z.string(),
      timestampUsec: z.string(),
      summary: z.object({ content: z.string() }),
      alternate: z.array(z.object({ href: z.string() })),
      categories: z.array(z.string()),
      origin: z.object({ streamId: z.string(), title: z.string() }),
    }),
  ),
})
const QuickAdd = z.object({ numResults: z.int(), streamId: z.string().optional() })

/** Colons, slashes and commas stay as they are. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%3A', ':')
const hex = (id: string) => BigInt(id).toString(16)

export class NetNewsWire implements ReaderApp {
  readonly #http: Connection
  #token: string | null = null
  constructor(base: string) {
    this.#http = new Connection(base)
  }

  async signIn(name: string, password: string): Promise<void> {
    const form = `Email=${encodeURIComponent(name)}&Passwd=${encodeURIComponent(password)}`
    const lines = (await this.#http.text('/accounts/ClientLogin', form)).split('\n').map((line) => line.split('='))
    // A line counts only if it has one equals sign.
    this.#http.auth = lines.find(([key, , more]) => key === 'Auth' && more === undefined)?.[1] ?? null
  }

  async sync(): Promise<Synced> {
    const { tags } = await this.#http.json(Tags, '/reader/api/0/tag/list?output=json')
    const folders = new Set(tags.map(({ id }) => id).filter((id) => id.includes('/label/')))
    const feeds = await this.#subscriptions(folders)
    const since = Math.floor(Date.UTC(2026, 7, 21) / 1000)
    const all = await this.#ids(`ot=${since}&s=${READING_LIST}`)
    const unread = await this.#ids(`s=${READING_LIST}&xt=${READ}`)
    const starred = await this.#ids(`s=${STARRED}`)
    const items = []
    for (let i = 0; i < all.length; i += 150) items.push(...(await this.#entries(all.slice(i, i + 150))))
    return { feeds, items, unread: new Set(unread), starred: new Set(starred) }
  }

  async #subscriptions(folders: Set<string>): Promise<Synced['feeds']> {
    const { subscriptions } = await this.#http.json(Subscriptions, '/reader/api/0/subscription/list?output=json')
    const folderOf = (categories: z.infer<typeof Category>[]) =>
      categories.find(({ id }) => folders.has(id))?.id.split('/label/')[1] ?? null
    return new Map(subscriptions.map(({ id, title = '', categories }) => [id, { title, folder: folderOf(categories) }]))
  }

  async #ids(query: string): Promise<string[]> {
    const ids: string[] = []
    let continuation: string | undefined
    do {
      const more = continuation === undefined ? '' : `&c=${continuation}`
      const page = await this.#http.json(Refs, `/reader/api/0/stream/items/ids?n=1000&output=json&${query}${more}`)
      ids.push(...page.itemRefs.map(({ id }) => id))
      continuation = page.continuation
    } while (continuation !== undefined)
    return ids
  }

  async #entries(ids: string[]): Promise<Synced['items']> {
    const named = ids.map((id) => `i=${PREFIX}${hex(id)}`).join('&')
    const body = `T=${await this.#writeToken()}&output=json&${named}`
    const { items } = await this.#http.json(Entries, '/reader/api/0/stream/items/contents', body)
    return items.map(({ id, title, alternate, origin, summary }) => ({
      id: String(Number.parseInt(id.split('/').at(-1) ?? '', 16)),
      title,
      url: alternate[0]?.href ?? '',
      feed: origin.streamId,
      html: summary.content,
    }))
  }

  async #writeToken(): Promise<string> {
    this.#token ??= await this.#http.text('/reader/api/0/token')
    return this.#token
  }

  async #edit(ids: string[], change: string): Promise<void> {
    const named = ids.map((id) => `i=${PREFIX}${hex(id).padStart(16, '0')}`).join('&')
    await this.#http.text('/reader/api/0/edit-tag', `T=${await this.#writeToken()}&${named}&${change}`)
  }

  markRead = (ids: string[], read: boolean) => this.#edit(ids, `${read ? 'a' : 'r'}=${READ}`)
  star = (ids: string[], starred: boolean) => this.#edit(ids, `${starred ? 'a' : 'r'}=${STARRED}`)

  async subscribe(address: string): Promise<string | null> {
    const body = `T=${await this.#writeToken()}&quickadd=${encode(address)}`
    const { numResults, streamId } = await this.#http.json(QuickAdd, '/reader/api/0/subscription/quickadd', body)
    if (numResults === 0 || !streamId) return null
    // It renames what it adds, whatever becomes of the name.
    const rename = `T=${await this.#writeToken()}&s=${streamId}&ac=edit&t=${encode('A name')}`
    await this.#http.text('/reader/api/0/subscription/edit', rename)
    return (await this.#subscriptions(new Set())).has(streamId) ? streamId : null
  }

  async unsubscribe(feed: string): Promise<void> {
    await this.#http.text('/reader/api/0/subscription/edit', `T=${await this.#writeToken()}&s=${feed}&ac=unsubscribe`)
  }
}
