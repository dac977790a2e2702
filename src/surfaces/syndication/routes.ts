/** RSS and JSON Feed: the latest articles of all sources, of one, of a tag, of a story; events in event-feeds.ts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { feedPath, tagPath } from '../../domain/site/paths.ts'
import { movedTo, type Rendered } from '../../http/cached-answer.ts'
import { sendCached } from '../../http/send-cached.ts'
import { type ArticleFilter, hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { findFeed } from '../../read/articles/feeds.ts'
import { findTag } from '../../read/articles/tags.ts'
import { findStory } from '../../read/stories/stories.ts'
import type { FeedItem } from './channel.ts'
import { eventFeeds } from './event-feeds.ts'
import { hubRoutes } from './hub-routes.ts'
import { articleItem } from './items.ts'
import { opmlRoutes } from './opml-routes.ts'
import { personalFeeds } from './personal-feeds.ts'
import { asJson, asRss, findMovedStory, type LoadChannel, leadingNumber, type Render, storyChannel } from './render.ts'
import { spokenEditions } from './spoken-editions.ts'
import { subscriberRoutes } from './subscriber-routes.ts'

type With<K extends string> = FastifyRequest<{ Params: Record<K, string> }>

const listed = 50

export function syndicationRoutes(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  const { db, site, config } = ctx
  const { hub } = config

  const words = { ...ctx.origin, t }
  const frame = { language: site.language, baseUrl: config.BASE_URL, hub }

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    self: string,
    load: LoadChannel,
    render: Render = asRss,
  ) =>
    sendCached(ctx.cache, ctx.clock, request, reply, {
      key: self,
      dependsOn: ['content'],
      load,
      render: (channel) =>
        typeof channel === 'string'
          ? movedTo(channel)
          : withLinks(render({ ...channel, self }), config.BASE_URL + self, hub),
    })

  const latest = async (filter: ArticleFilter): Promise<FeedItem[]> => {
    const ids = await listArticleIds(db, { filter: { ...filter, relevant: true }, sort: 'newest', limit: listed })
    return (await hydrateArticles(db, ids, site.language)).map((article) => articleItem(article, words))
  }

  const all = async () => ({
    ...frame,
    title: site.name,
    description: site.description,
    page: '/',
    items: await latest({}),
  })

  app.get('/entries.rss', (request, reply) => send(request, reply, '/entries.rss', all))

  app.get('/feed.json', (request, reply) => send(request, reply, '/feed.json', all, asJson))

  app.get('/feeds/:id(^\\d{1,9}).rss', (request: With<'id'>, reply) => {
    const id = Number(request.params.id)
    return send(request, reply, `/feeds/${id}.rss`, async () => {
      const feed = await findFeed(db, id)
      if (!feed) return null
      const description = feed.description ?? site.description
      const items = await latest({ feedIds: [id] })
      return { ...frame, title: `${site.name}: ${feed.title}`, description, page: feedPath(feed), items }
    })
  })

  app.get('/stories/:key(^\\d[\\w%-]{0,300}).rss', (request: With<'key'>, reply) => {
    const id = leadingNumber(request.params.key)
    return send(request, reply, `/stories/${id}.rss`, async () => {
      const story = await findStory(db, id, site.language)
      if (!story) return findMovedStory(db, id, '.rss', '/entries.rss')
      const items = story.entries.slice(0, listed).map((article) => articleItem(article, words))
      return { ...frame, ...storyChannel(story, site), items }
    })
  })

  app.get('/tags/:slug(^[\\w-]{1,100}).rss', (request: With<'slug'>, reply) => {
    const { slug } = request.params
    return send(request, reply, `/tags/${slug}.rss`, async () => {
      const tag = await findTag(db, { slug })
      if (!tag) return null
      const items = await latest({ tagId: tag.id })
      return { ...frame, title: `${site.name}: ${tag.name}`, description: site.description, page: tagPath(tag), items }
    })
  })
  eventFeeds(app, ctx, { words, frame, send })
  hubRoutes(app, ctx)
  subscriberRoutes(app, ctx)
  opmlRoutes(app, ctx)
  personalFeeds(app, ctx, t)
  spokenEditions(app, ctx, t)
}

/** WebSub subscribers look for hub and topic in the headers first (WebSub, 4). */
function withLinks(rendered: Rendered, self: string, hub: string | null): Rendered {
  if (!hub) return rendered
  return { ...rendered, headers: { ...rendered.headers, link: `<${hub}>; rel="hub", <${self}>; rel="self"` } }
}
