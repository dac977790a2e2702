/** Markdown for agents (interface.md 4.3): the same pages as the site's, below their addresses with `.md` behind. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { indexPage } from '../../news/articles/markdown.ts'
import { article } from '../../news/articles/resource.ts'
import { dayPage } from '../../news/events/day-edition-markdown.ts'
import { eventsPage } from '../../news/events/markdown.ts'
import { findDay, findNews, newestDay } from '../../news/events/queries/day-edition.ts'
import type { NewsOfDay } from '../../news/events/queries/views.ts'
import { event } from '../../news/events/resource.ts'
import { type AnyResource, idIn, markdownRoute, type Resource } from '../../news/resources/resource.ts'
import { story } from '../../news/stories/resource.ts'
import { movedTo, type Rendered } from '../../platform/http/cached-answer.ts'
import type { CachedRead } from '../../platform/http/read-cache.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { dayPath } from '../../platform/site/paths.ts'
import { dayIn } from '../../platform/time/days.ts'
import { type FeatureLlms, llmsFullText, llmsText } from './llms.ts'
import { markdownPage } from './markdown-page.ts'

type Keyed = FastifyRequest<{ Params: Record<string, string> }>
type Read<View> = Omit<CachedRead<View>, 'dependsOn'>

const newest = { filter: { relevant: true }, page: 1, perPage: 50, counted: false }

/** Of features. */
interface FeatureMarkdown extends FeatureLlms {
  resources: readonly AnyResource[]
}

export function markdownRoutes(app: FastifyInstance, ctx: Ctx, t: Translate, ofFeatures: FeatureMarkdown): void {
  const { db, site, config } = ctx
  const md: MarkdownContext = { ...ctx.origin, site, t }

  const page = (body: string, canonical: string, type?: string): Rendered =>
    markdownPage(config.BASE_URL, body, canonical, type)

  const send = <View>(request: FastifyRequest, reply: FastifyReply, read: Read<View>) =>
    sendCached(ctx.cache, ctx.clock, request, reply, { dependsOn: ['content'], ...read })

  function pagesOf<Item, Detail>(of: Resource<Item, Detail>, onRead?: (id: string) => Read<unknown>['onRead']): void {
    if (!of.markdown) return
    const { folder, path, permalink, render } = of.markdown
    app.get(`${markdownRoute(of.markdown)}.md`, (request: Keyed, reply) => {
      const id = idIn(of.markdown, Object.values(request.params)[0] ?? '')
      return send(request, reply, {
        key: `${folder}/${id}.md`,
        onRead: onRead?.(id),
        load: () => of.find(ctx, id, { include_transcript: true }),
        render: (lookup) => {
          if ('found' in lookup) return page(render(lookup.found, md), path(lookup.found, site.paths))
          const { moved } = lookup
          if (typeof moved === 'number') return movedTo(`${permalink?.(moved, site.paths)}.md`)
          // There is no markdown page of all stories.
          return movedTo(moved === folder ? moved : `${moved}.md`)
        },
      })
    })
  }

  const fixed = <View>(path: string, load: () => Promise<View>, render: (view: View) => Rendered) =>
    app.get(path, (request, reply) => send(request, reply, { key: path, load, render }))

  pagesOf(article, (id) => (reader) => ctx.countView({ articleId: Number(id), ...reader }))
  pagesOf(story)
  pagesOf(event)
  for (const of of ofFeatures.resources) of((one) => pagesOf(one))
  const latest = async () => (await article.list(ctx, newest)).items
  fixed(
    '/events.md',
    () => event.list(ctx, newest),
    ({ items }) => page(eventsPage(items, md), site.paths.events),
  )
  fixed('/index.md', latest, (articles) => page(indexPage(articles, md), '/'))
  fixed(
    '/llms.txt',
    () => Promise.all(ofFeatures.llmsSections.map(({ list }) => list(db, md))),
    (lists) => page(llmsText(lists, ofFeatures, md), '/llms.txt', 'text/plain'),
  )
  fixed('/llms-full.txt', latest, (articles) => page(llmsFullText(articles, md), '/llms-full.txt', 'text/plain'))
  const sendDay = (request: FastifyRequest, reply: FastifyReply, key: string, load: () => Promise<NewsOfDay | null>) =>
    send(request, reply, {
      key,
      edition: Math.floor(ctx.clock.now().getTime() / 900_000),
      load,
      render: (view) => page(dayPage(view, md), dayPath(site.paths, view.day)),
    })
  app.get('/day.md', (request, reply) =>
    sendDay(request, reply, '/day.md', async () => {
      const now = ctx.clock.now()
      const day = (await newestDay(db, { site, now })) ?? dayIn(now, site.timezone)
      return { ...(await findDay(db, day, { site, now })), day }
    }),
  )
  app.get('/day/:day(^\\d{4}-\\d{2}-\\d{2}).md', (request: Keyed, reply) => {
    const { day = '' } = request.params
    return sendDay(request, reply, `/day/${day}.md`, () => findNews(db, day, { site, now: ctx.clock.now() }))
  })
}
