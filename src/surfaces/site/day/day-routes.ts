/** `/day/:day`; `/day` leads to the newest day that has news. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { findDay, newestDay } from '../../../news/events/queries/day-edition.ts'
import type { Rendered } from '../../../platform/http/cached-answer.ts'
import { dayPath } from '../../../platform/site/paths.ts'
import { isDay } from '../../../platform/time/days.ts'
import { namedEvents } from '../components/titled-events.ts'
import type { SendPage } from '../send-page.ts'
import { dayPage, noDayPage } from './day-page.ts'

/** A day ends within the hour in some zones. */
const RELOAD_SECONDS = 900

export function dayRoutes(app: FastifyInstance, ctx: Ctx, send: SendPage): void {
  const { db, site } = ctx
  const options = () => ({ site, now: ctx.clock.now() })

  app.get('/day', (request, reply) =>
    send(request, reply, {
      key: '/day',
      reloadSeconds: RELOAD_SECONDS,
      load: async () => ({ day: await newestDay(db, options()) }),
      render: (_page, { day }) => leadTo(day === null ? '/' : dayPath(site.paths, day)),
    }),
  )

  app.get(
    '/day/:day(^\\d{4}-\\d{2}-\\d{2}$)',
    (request: FastifyRequest<{ Params: { day: string } }>, reply: FastifyReply) => {
      const { day } = request.params
      const isReal = isDay(day)
      return send(request, reply, {
        // Whatever is no day has one answer.
        key: `/day/${isReal ? day : '-'}`,
        ...(isReal ? { negotiated: dayPath(site.paths, day) } : {}),
        reloadSeconds: RELOAD_SECONDS,
        load: async () => {
          const found = await findDay(db, day, options())
          const events = namedEvents(found.events)
          return { ...found, events, total: found.total - (found.events.length - events.length) }
        },
        render: (page, view) =>
          view.day !== null && view.events.length > 0
            ? dayPage(page, { ...view, day: view.day })
            : { status: 404, type: 'text/html; charset=utf-8', body: noDayPage(page, view) },
      })
    },
  )
}

/** For now: tomorrow it leads to another day. */
const leadTo = (location: string): Rendered => ({
  status: 302,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { location },
})
