/** A view as a cached page: right until the next whole minute, when its words for time may change. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { findFilledSections } from '../../news/articles/queries/filled-sections.ts'
import { AppError } from '../../platform/errors.ts'
import { movedTo, type Rendered } from '../../platform/http/cached-answer.ts'
import { linkToMarkdown } from '../../platform/http/negotiate.ts'
import type { CachedRead, VersionName } from '../../platform/http/read-cache.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { parseSluggedId } from '../../platform/ids.ts'
import type { Page } from '../../platform/site/pages.ts'
import type { SitePage } from './page.ts'
import type { SiteContext } from './page-context.ts'

export interface CachedPage<View> {
  /** Path and parsed parameters. */
  key: string
  /** Path of the page, where readers find it, if `Accept` may ask for the markdown below it. */
  negotiated?: string
  load: () => Promise<View | null>
  render: (page: SitePage, view: View) => string | Rendered
  dependsOn?: VersionName[]
  /** Reload, and not only render again, when this much time has passed. */
  reloadSeconds?: number
  headers?: Record<string, string> | ((view: View) => Record<string, string>)
  /** False for a view that may be better the next time. */
  isCacheable?: (view: View) => boolean
  onRead?: CachedRead<View>['onRead']
}

export type SendPage = <View>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage<View>,
) => Promise<FastifyReply>

const minute = 60_000

export function pageSender(ctx: Ctx, pageContext: SiteContext): SendPage {
  return (
    request,
    reply,
    { key, negotiated, load, render, dependsOn = ['content'], reloadSeconds, headers, isCacheable, onRead },
  ) => {
    const edition = reloadSeconds && Math.floor(ctx.clock.now().getTime() / (reloadSeconds * 1000))
    return sendCached(ctx.cache, ctx.clock, request, reply, {
      key: `html ${key}`,
      dependsOn,
      ...(edition === undefined ? {} : { edition }),
      onRead,
      load: async () => {
        pageContext.showSections(await findFilledSections(ctx.db, pageContext.parts.sections))
        await pageContext.loadPublisherNotes(ctx.db, ctx.clock.now())
        return load()
      },
      ...(isCacheable ? { isCacheable } : {}),
      render: (view, now) => {
        const made = render(pageContext.page(now), view)
        const vary = negotiated === undefined ? {} : { vary: 'accept' }
        if (typeof made !== 'string') return { ...made, headers: { ...made.headers, ...vary } }
        const link = negotiated === undefined ? {} : { link: linkToMarkdown(`${negotiated}.md`) }
        const specific = typeof headers === 'function' ? headers(view) : headers
        return htmlPage(made, now, { ...vary, ...link, ...specific })
      },
    })
  }
}

function htmlPage(body: string, now: Date, headers: Record<string, string>): Rendered {
  return {
    type: 'text/html; charset=utf-8',
    body,
    validUntil: (Math.floor(now.getTime() / minute) + 1) * minute,
    headers,
  }
}

/** `?page=3`: whole numbers from 1; all else is 1. */
export function pageNumber(request: FastifyRequest): number {
  const { page } = request.query as { page?: unknown }
  return typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}

/** A page beyond the last is not there. */
export const within = <T>(list: Page<T>): Page<T> | null => (list.page === 1 || list.items.length > 0 ? list : null)

type NumberedPage<View> = Omit<CachedPage<View>, 'key' | 'load'> & { load: (page: number) => Promise<View | null> }

/** A list in numbered pages. */
export const numberedRoute = <View>(app: FastifyInstance, path: string, send: SendPage, page: NumberedPage<View>) =>
  app.get(path, (request, reply) => {
    const number = pageNumber(request)
    return send(request, reply, { ...page, key: `${path}?${number}`, load: () => page.load(number) })
  })

/** Its canonical path; no view where that is another's. */
export type AtPath<View> = { view: View | null; path: string } | null

interface CanonicalPage<View> {
  /** As readers see it, where that is not the route's. */
  folder?: string
  load: (id: number) => Promise<AtPath<View>>
  render: (page: SitePage, view: View) => string
  onRead?: (id: number) => CachedRead<View>['onRead']
  headers?: Record<string, string>
  /** False for a page without a markdown form. */
  isNegotiated?: boolean
}

/** A thing at its canonical address, to which all others that begin with its id redirect. */
export const canonicalRoute = <View>(
  app: FastifyInstance,
  path: string,
  send: SendPage,
  { folder = path, load, render, onRead, headers = {}, isNegotiated = true }: CanonicalPage<View>,
) =>
  app.get(`${path}/:key(^\\d[\\w%-]{0,300}$)`, async (request: FastifyRequest<{ Params: { key: string } }>, reply) => {
    const id = leadingId(request.params.key)
    const requested = `${folder}/${request.params.key}`
    return send<NonNullable<AtPath<View>>>(request, reply, {
      key: requested,
      onRead: onRead?.(id),
      load: () => load(id),
      headers,
      ...(isNegotiated ? { negotiated: requested } : {}),
      render: (page, { view, path }) => (view && path === requested ? render(page, view) : movedTo(path)),
    })
  })

/** The number that an address with a slug begins with; throws `not_found` where there is none. */
function leadingId(key: string): number {
  const id = parseSluggedId(key)
  if (id === null) throw new AppError('not_found', 'There is nothing at this address.')
  return id
}
