/** Lists and details, as they follow from the descriptions of the resources. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { Filter, ListQuery as Filters } from '../../news/resources/filters.ts'
import { cursors, oneOf as named, pages } from '../../news/resources/parameters.ts'
import type { Lookup } from '../../news/resources/queries/moved.ts'
import type { Resource, Schemas } from '../../news/resources/resource.ts'
import { readFilter } from '../../news/search/read-filter.ts'
import { AppError } from '../../platform/errors.ts'
import type { CachedRead } from '../../platform/http/read-cache.ts'
import type { ListCursor, Page } from '../../platform/site/pages.ts'
import type { Site } from '../../platform/site/site.ts'
import { listAnswer, oneAnswer } from './answers.ts'
import { oneOf } from './envelopes.ts'
import { orMissing } from './missing.ts'
import { type ApiRoute, type Call, route } from './route.ts'
import { countSearch } from './search-route.ts'
import { Moved, movedTo, one, renderList, sendRead } from './send.ts'

/** Documentation of a route, beyond what follows from its resource. */
type Described = Pick<ApiRoute, 'operationId' | 'tag' | 'summary' | 'description'> & Partial<Pick<ApiRoute, 'auth'>>
type Send = <View>(call: Call, read: CachedRead<View>) => Promise<FastifyReply>

/** Scope of a list; null where that does not exist. */
type Scope = (call: Call) => Promise<Filter | null>

interface ListOptions {
  /** Path, where it is not the resource's own. */
  path?: ApiRoute['path']
  params?: z.ZodObject
  scope?: Scope
  /** That it is within. */
  of?: Parameters<typeof orMissing>[1]
  /** Parameters beside the resource's own; null for one that this list does not take. */
  query?: Record<string, z.ZodType | null>
  sort?: string
  send?: Send
}

export function listRoute<Item, Detail>(
  site: Site,
  of: Resource<Item, Detail>,
  about: Described,
  options: ListOptions = {},
): ApiRoute {
  const { path = `/api/v1${of.path}`, params, send = sendRead } = options
  const all = { ...pages, cursor: cursors[of.cursor], ...of.query?.(site), ...(of.short && views), ...options.query }
  const query = z.object(Object.fromEntries(Object.entries(all).filter(([, schema]) => schema !== null)) as Schemas)
  const example = of.example?.item as Item
  return route({
    method: 'GET',
    auth: 'none',
    ...about,
    path,
    ...(params && { params }),
    query,
    answers: [listAnswer(`A page of ${of.plural}.`, of.item, example, of.short)],
    ...('q' in query.shape && { errors: ['rate_limited'] }),
    handle: async (call) => {
      if (call.query.q !== undefined) await countSearch(call)
      const sent = send(call, listRead(call, of, options))
      return options.of ? orMissing(call, options.of, sent) : sent
    },
  })
}

const views = { view: named(['full', 'short'], '`short` leaves out what repeats its articles.') }

type ListQuery = Filters & {
  page: number
  per_page: number
  sort?: string
  cursor?: ListCursor | string
  view?: string
}

/** The list that was asked for as a cached read. */
function listRead<Item, Detail>(
  call: Call,
  of: Resource<Item, Detail>,
  { scope, sort }: Pick<ListOptions, 'scope' | 'sort'> = {},
): CachedRead<Page<Item>> {
  const { ctx, request } = call
  const { page, per_page: perPage, cursor, view, ...filters } = call.query as ListQuery
  const shape = view === 'short' && of.short ? of.short : of.item
  const order = sort ?? filters.sort
  if (cursor !== undefined && order === 'popular') throw cursorless(of.sorts ?? [])
  const load = async () => {
    const within = scope ? await scope(call) : {}
    if (!within) return null
    const filter = bothOf(await readFilter(ctx, filters), within)
    const after = typeof cursor === 'string' ? { afterKey: cursor } : { after: cursor }
    return of.list(ctx, { filter, sort: order, page, perPage, ...after })
  }
  return {
    key: `api ${request.routeOptions.url} ${JSON.stringify([call.params, call.query])}`,
    dependsOn: of.dependsOn,
    load,
    // The search may have been without its model.
    isCacheable: () => filters.q === undefined,
    render: (found, now) => {
      const items = found.items.map((item) => shape.present(item, ctx.origin))
      return renderList({ ...found, items }, filters, now)
    },
  }
}

/** Filters of the caller, cut to the scope of the list. */
function bothOf(given: Filter, within: Filter): Filter {
  const feedIds = within.feedIds?.filter((id) => given.feedIds?.includes(id) ?? true)
  return { ...given, ...within, ...(feedIds && { feedIds }) }
}

function cursorless(sorts: readonly string[]): AppError {
  const byTime = sorts.filter((sort) => sort !== 'popular').map((sort) => `sort=${sort}`)
  return new AppError('bad_request', `cursor goes with ${byTime.join(' and ')}; page through other orders.`)
}

export function detailRoute<Item, Detail>(
  of: Resource<Item, Detail>,
  about: Described,
  send: Send = sendRead,
): ApiRoute {
  return route({
    method: 'GET',
    auth: 'none',
    ...about,
    path: `/api/v1${of.path}/:id`,
    params: z.object({ id: of.id }),
    ...(of.options && { query: z.object(of.options) }),
    answers: [oneAnswer(`The ${of.name}.`, of.detail, of.example?.detail as Detail), ...movedAnswers(of)],
    handle: (call) => {
      const { id } = call.params
      const sent = send(call, {
        key: `api ${of.path}/${id} ${JSON.stringify(call.query)}`,
        dependsOn: of.dependsOn,
        load: () => of.find(call.ctx, String(id), call.query as Record<string, unknown>),
        render: (lookup, now) => renderLookup(call, of, lookup, now),
      })
      return orMissing(call, of, sent)
    },
  })
}

function renderLookup<Item, Detail>(
  { ctx: { config, origin }, md }: Pick<Call, 'ctx' | 'md'>,
  of: Resource<Item, Detail>,
  lookup: NonNullable<Lookup<Detail>>,
  now: Date,
) {
  if ('moved' in lookup) return moved(config, of, lookup.moved, now)
  return one(of.detail.present(of.complete?.(lookup.found, md) ?? lookup.found, origin), now)
}

/** The address of what it went on in, or what lies `below` that. */
export function moved(
  { BASE_URL }: Ctx['config'],
  of: Pick<Resource<never>, 'path'>,
  to: number | string,
  now: Date,
  below = '',
) {
  const location = typeof to === 'number' ? `/api/v1${of.path}/${to}${below}` : to
  return movedTo(location, { id: typeof to === 'number' ? to : null, url: BASE_URL + location }, now)
}

export const movedAnswers = ({ moves }: { moves?: string }) =>
  moves === undefined ? [] : [{ status: 301, description: `${moves}; see the Location header.`, schema: oneOf(Moved) }]
