/** `/embed/events/:id`, which any site may frame, and `/oembed`, which gives the code for it. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { findShownEvent } from '../../../news/events/queries/events.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { AppError } from '../../../platform/errors.ts'
import { statusOf } from '../../../platform/http/errors.ts'
import { sendCached } from '../../../platform/http/send-cached.ts'
import type { ErrorRenderer } from '../../../platform/http/server.ts'
import { parseSluggedId } from '../../../platform/ids.ts'
import { embedPath } from '../../../platform/site/paths.ts'
import { fitForXml } from '../../../platform/text/text.ts'
import type { SiteContext } from '../page-context.ts'
import { type AtPath, canonicalRoute, type SendPage } from '../send-page.ts'
import { CARD, eventCard, oembedOf, oembedXml } from './event-card.ts'

/** The card loads its style sheet and nothing else, and has no script, so that a frame of it can do no harm. */
const CARD_POLICY =
  "default-src 'none';style-src 'self';font-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors *"

export function embedRoutes(app: FastifyInstance, ctx: Ctx, { page }: SiteContext, send: SendPage): void {
  const { db, site, config, clock } = ctx

  canonicalRoute(app, '/embed/events', send, {
    folder: `/embed${site.paths.events}`,
    isNegotiated: false,
    headers: { 'content-security-policy': CARD_POLICY },
    load: async (id): Promise<AtPath<EventView>> => {
      const event = await findShownEvent(db, id, site.language)
      return event && { view: event, path: embedPath(site.paths, event) }
    },
    render: eventCard,
  })

  app.get('/oembed', async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = request.query as Record<string, unknown>
    if (format !== 'json' && format !== 'xml')
      return reply.code(501).type('text/plain; charset=utf-8').send('There are the formats json and xml.\n')
    const size = { width: clampTo(CARD.width, maxwidth), height: clampTo(CARD.height, maxheight) }
    const id = eventAt(url)
    return sendCached(ctx.cache, clock, request, reply, {
      key: `oembed ${id}.${format} ${size.width} ${size.height}`,
      dependsOn: ['content'],
      load: () => findShownEvent(db, id, site.language),
      render: (event, now) => {
        const fields = oembedOf(page(now), event, size)
        return format === 'json'
          ? { type: 'application/json; charset=utf-8', body: JSON.stringify(fields) }
          : { type: 'text/xml; charset=utf-8', body: XML + fitForXml(oembedXml(fields)) }
      },
    })
  })

  /** The event that an address of this site leads to, by words of today or before; throws `bad_request` and `not_found`. */
  function eventAt(address: unknown): number {
    const url = typeof address === 'string' && address !== '' ? URL.parse(address, config.BASE_URL) : null
    if (url === null) throw new AppError('bad_request', 'url: name the address of an event, percent-encoded.')
    const path = url.host === new URL(config.BASE_URL).host ? url.pathname.replace(/\/+$/, '') : ''
    const id = parseSluggedId(/^\/(?:embed\/)?events\/([^/]*)$/.exec(site.addresses.inward(path))?.[1] ?? '')
    if (id === null) throw new AppError('not_found', 'url: there is no event of this site at that address.')
    return id
  }
}

const XML = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n'

/** Pixels that `maxwidth` or `maxheight` leaves. */
function clampTo(max: number, limit: unknown): number {
  if (limit === undefined || limit === '') return max
  if (typeof limit !== 'string' || !/^[1-9]\d{0,8}$/.test(limit))
    throw new AppError('bad_request', 'maxwidth and maxheight are whole numbers of pixels.')
  return Math.min(max, Number(limit))
}

/** For programs, in words. */
export const oembedErrors: ErrorRenderer = {
  prefix: '/oembed',
  isExact: true,
  render: (error, _request, reply) =>
    reply.code(statusOf[error.code]).type('text/plain; charset=utf-8').send(`${error.message}\n`),
}
