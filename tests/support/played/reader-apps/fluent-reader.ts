/** Fluent Reader: items by pages of contents without a stream's name, decimal ids, no token, forms with a charset. */
import { z } from 'zod'
import { Connection, HttpError, type ReaderApp, type Synced } from './app.ts'

const READING_LIST = 'user/-/state/com.google/reading-list'
const STARRED = 'user/-/state/com.google/starred'
const READ = 'user/-/state/com.google/read'

const Subscriptions = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      url: z.string().optional(),
      htmlUrl: z.string().optional(),
      categories: z.array(z.object({ label: z.string() })).optional(),
    }),
  ),
})
const Ids = z.object({
  itemRefs: z.array(z.object({ id: z.string() })).optional(),
  continuation: z.string().optional(),
})
const Contents = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      published: z.number(),
      crawlTimeMsec: z.string(),
      author: z.string(),
      canonical: z.array(z.object({ href: z.string() })).min(1),
      summary: z.object({ content: z.string() }),
      origin: z.object({ streamId: z.string() }),
      categories: z.array(z.string()),
    }),
  ),
  continuation: z.string().optional(),
})

const decimal = (id: string) => BigInt.asIntN(64, BigInt(`0x${id.split('/').at(-1)}`)).toString()

export class FluentReader implements ReaderApp {
  readonly #http: Connection
  constructor(base: string) {
    this.#http = new Connection(base)
  }

  async signIn(name: string, password: string): Promise<void> {
    const answer = await this.#post('/accounts/ClientLogin', new URLSearchParams({ Email: name, Passwd: password }))
    this.#http.auth = /Auth=(\S+)/.exec(await answer.text())?.[1] ?? null
    const account = await this.#http.send('/reader/api/0/user-info')
    if (account.status !== 200) throw new HttpError(account.status, 'user-info')
  }

  async sync(): Promise<Synced> {
    const { subscriptions } = await this.#http.json(Subscriptions, '/reader/api/0/subscription/list?output=json')
    const feeds = new Map(
      subscriptions.map(({ id, title, categories }) => [id, { title, folder: categories?.[0]?.label ?? null }]),
    )
    const [unread, starred] = await Promise.all([this.#ids(`s=${READING_LIST}&xt=${READ}`), this.#ids(`s=${STARRED}`)])
    return { feeds, items: await this.#contents(), unread, starred }
  }

  async #ids(query: string): Promise<Set<string>> {
    const ids: string[] = []
    let page: z.infer<typeof Ids> = {}
    do {
      const more = page.continuation ? `&c=${page.continuation}` : ''
      page = await this.#http.json(Ids, `/reader/api/0/stream/items/ids?output=json&${query}&n=1000${more}`)
      ids.push(...(page.itemRefs ?? []).map(({ id }) => id))
    } while (page.continuation && (page.itemRefs?.length ?? 0) >= 1000)
    return new Set(ids)
  }

  async #contents(): Promise<Synced['items']> {
    const items: z.infer<typeof Contents>['items'] = []
    let page: z.infer<typeof Contents> = { items: [] }
    do {
      const more = page.continuation ? `&c=${page.continuation}` : ''
      page = await this.#http.json(Contents, `/reader/api/0/stream/contents?output=json&n=125${more}`)
      items.push(...page.items)
    } while (page.continuation && page.items.length >= 125)
    return items.map(({ id, title, canonical, origin, summary }) => ({
      id: decimal(id),
      title,
      url: canonical[0]?.href ?? '',
      feed: origin.streamId,
      html: summary.content,
    }))
  }

  async #post(path: string, form: URLSearchParams): Promise<Response> {
    const response = await this.#http.send(path, form.toString(), 'application/x-www-form-urlencoded;charset=UTF-8')
    if (!response.ok) throw new HttpError(response.status, path)
    return response
  }

  async #edit(ids: string[], change: string): Promise<void> {
    await this.#post('/reader/api/0/edit-tag', new URLSearchParams(`i=${ids.join('&i=')}&${change}`))
  }

  markRead = (ids: string[], read: boolean) => this.#edit(ids, `${read ? 'a' : 'r'}=${READ}`)
  star = (ids: string[], starred: boolean) => this.#edit(ids, `${starred ? 'a' : 'r'}=${STARRED}`)

  /** It changes no subscriptions on the service. */
  subscribe = async () => null
  unsubscribe = async () => {}
}
