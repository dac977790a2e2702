/** A feed of days, each once it is over, as RSS, Atom and JSON Feed; the events of a day as JSON Feed. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { writerOf } from '../../news/articles/rules/authorship.ts'
import { findNews, listDays } from '../../news/events/queries/day-edition.ts'
import type { NewsOfDay } from '../../news/events/queries/views.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { dayPath, eventPath } from '../../platform/site/paths.ts'
import { dayIn, daySpan, formatDay } from '../../platform/time/days.ts'
import { linkHtml } from '../html/plain-html.ts'
import type { Channel, FeedItem } from './channel.ts'
import { contributorOf, eventItem } from './items.ts'
import { asJson, FEED_FORMS, type Render } from './render.ts'

const MAX_DAYS = 10
const MAX_HEADLINES = 20
const RELOAD_MS = 900_000

export function dayFeedRoutes(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  const { db, site, hub, clock } = ctx
  const { baseUrl, paths } = ctx.origin
  const context = { ...ctx.origin, t }
  const frame = { language: site.language, baseUrl, hub }

  const serve = <Request extends FastifyRequest>(
    path: string,
    self: (request: Request) => string,
    render: Render,
    load: (request: Request) => Promise<Omit<Channel, 'self'> | null>,
  ) =>
    app.get(path, (request, reply) =>
      sendCached(ctx.cache, clock, request, reply, {
        key: self(request as Request),
        dependsOn: ['content'],
        edition: Math.floor(clock.now().getTime() / RELOAD_MS),
        load: () => load(request as Request),
        render: (channel) => render({ ...channel, self: self(request as Request) }),
      }),
    )

  for (const [form, render] of FEED_FORMS)
    serve(
      `/day.${form}`,
      () => `${paths.day}.${form}`,
      render,
      async () => {
        const now = clock.now()
        const today = dayIn(now, site.timezone)
        const days = (await listDays(db, { site, now, limit: MAX_DAYS + 1 })).filter((day) => day < today)
        const news = await Promise.all(days.map((day) => findNews(db, day, { site, now, limit: MAX_HEADLINES })))
        const items = news.flatMap((view) => (view ? dayItem(view) : []))
        return {
          ...frame,
          title: `${site.name}: ${t('day.title')}`,
          description: site.description,
          page: paths.day,
          items,
        }
      },
    )

  serve<OfDay>(
    '/day/:day(^\\d{4}-\\d{2}-\\d{2}).json',
    ({ params }) => `${dayPath(paths, params.day)}.json`,
    asJson,
    async ({ params }) => {
      const view = await findNews(db, params.day, { site, now: clock.now() })
      if (!view) return null
      const title = formatDay(view.day, site.language)
      const items = view.events.map((event) => eventItem(event, context))
      const description = t('day.description', { date: title })
      return { ...frame, title: `${site.name}: ${title}`, description, page: dayPath(paths, view.day), items }
    },
  )

  /** A day that is over, with its first headlines. */
  function dayItem({ day, events, total }: NewsOfDay): FeedItem {
    const address = baseUrl + dayPath(paths, day)
    const over = daySpan(day, site.timezone).until
    const rows = events.map((event) => `<li>${linkHtml(baseUrl + eventPath(paths, event), event.title)}</li>`)
    const by = events.some(({ textBy }) => textBy === 'ai') ? 'ai' : 'excerpt'
    return {
      permalink: address,
      canonical: address,
      original: null,
      title: formatDay(day, site.language),
      summary: events
        .slice(0, 3)
        .map(({ title }) => title)
        .join(' · '),
      contentHtml: `<ol>${rows.join('')}</ol>`,
      publishedAt: over,
      updatedAt: over,
      grows: false,
      authors: [{ name: site.name }],
      tags: [],
      language: site.language,
      imageUrl: null,
      by: writerOf(by),
      contributor: contributorOf(by, t),
      extension: { day, events_count: total },
    }
  }
}

type OfDay = FastifyRequest<{ Params: { day: string } }>
