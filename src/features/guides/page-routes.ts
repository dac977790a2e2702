/** `/guides`, `/buying`, and each guide at its slug. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import { hydrateStories } from '../../news/stories/queries/stories.ts'
import { slugPattern } from '../../platform/site/reserved.ts'
import { namedEvents } from '../../surfaces/site/components/titled-events.ts'
import type { SendPage } from '../../surfaces/site/send-page.ts'
import { listBuying } from './buying.ts'
import { findGuide, listGuides } from './list-guides.ts'
import { buyingPage } from './pages/buying.ts'
import { guidePage, guidesPage } from './pages/guides-page.ts'

export function pageRoutes(app: FastifyInstance, { db, site }: Pick<Ctx, 'db' | 'site'>, send: SendPage): void {
  const siteLanguage = site.language

  app.get('/guides', (request, reply) =>
    send(request, reply, { key: '/guides', load: () => listGuides(db, siteLanguage), render: guidesPage }),
  )

  app.get('/buying', (request, reply) =>
    send(request, reply, {
      key: '/buying',
      load: () => listBuying(db, siteLanguage),
      render: buyingPage,
    }),
  )

  app.get('/:slug(^[a-z0-9-]{1,100}$)', (request: FastifyRequest<{ Params: { slug: string } }>, reply) => {
    const { slug } = request.params
    return send(request, reply, {
      key: `/${slug}`,
      negotiated: `/${slug}`,
      load: () => loadGuide(slug),
      render: (page, { guide, latest }) => guidePage(page, guide, latest),
    })
  })

  async function loadGuide(slug: string) {
    if (!slugPattern.test(slug)) return null
    const guide = await findGuide(db, slug, { siteLanguage, stories: (ids) => hydrateStories(db, ids) })
    if (!guide) return null
    const events = new Set(guide.latest.flatMap(({ event }) => event?.id ?? []))
    return { guide, latest: namedEvents(await hydrateEvents(db, [...events], siteLanguage)) }
  }
}
