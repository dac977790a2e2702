/** RSS and JSON Feed: the latest articles of all sources, of one, of a tag, of a story. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { feedPath, storyPath, tagPath } from '../../domain/site/paths.ts'
import { movedTo, type Rendered } from '../../http/cached-answer.ts'
import { sendCached } from '../../http/send-cached.ts'
import { type ArticleFilter, hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { findFeed } from '../../read/articles/feeds.ts'
import { findTag } from '../../read/articles/tags.ts'
import { findDissolvedPath } from '../../read/stories/dissolved.ts'
import { findStory, findStoryHeir } from '../../read/stories/stories.ts'
import type { Channel } from './channel.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss.ts'

type With<K extends string> = FastifyRequest<{ Params: Record<K, string> }>

const listed = 50

export function syndicationRoutes(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  const { db, site, config } = ctx
  const hub = config.WEBSUB_HUB ?? null

  const frame = {
    language: site.language,
    baseUrl: config.BASE_URL,
    hub,
    readAt: (source: string) => t('agents.read_original', { source }),
  }

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    self: string,
    load: () => Promise<Omit<Channel, 'self'> | string | null>,
    render: (channel: Channel) => Rendered = asRss,
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

  const latest = async (filter: ArticleFilter) =>
    hydrateArticles(
      db,
      await listArticleIds(db, { filter: { ...filter, relevant: true }, sort: 'newest', limit: listed }),
      site.language,
    )

  const channel = async (
    filter: ArticleFilter,
    words: Pick<Channel, 'title' | 'description' | 'page'>,
  ): Promise<Omit<Channel, 'self'>> => ({ ...frame, ...words, articles: await latest(filter) })

  const all = () => channel({}, { title: site.name, description: site.description, page: '/' })

  app.get('/entries.rss', (request, reply) => send(request, reply, '/entries.rss', all))

  app.get('/feed.json', (request, reply) => send(request, reply, '/feed.json', all, asJson))

  app.get('/feeds/:id(^\\d{1,9}).rss', (request: With<'id'>, reply) => {
    const id = Number(request.params.id)
    return send(request, reply, `/feeds/${id}.rss`, async () => {
      const feed = await findFeed(db, id)
      if (!feed) return null
      const description = feed.description ?? site.description
      return channel({ feedIds: [id] }, { title: `${site.name}: ${feed.title}`, description, page: feedPath(feed) })
    })
  })

  app.get('/stories/:key(^\\d[\\w%-]{0,300}).rss', (request: With<'key'>, reply) => {
    const id = Number(/^(\d{1,15})(?:-|$)/.exec(request.params.key)?.[1] ?? 0)
    return send(request, reply, `/stories/${id}.rss`, async () => {
      const story = await findStory(db, id, site.language)
      if (!story) return findMoved(id)
      const words = { title: `${site.name}: ${story.title}`, description: story.lead || site.description }
      return { ...frame, ...words, page: storyPath(story), articles: story.entries.slice(0, listed) }
    })
  })

  /** The feed of its heir, or that of all news for one that turned out to be none: who follows it goes on reading. */
  const findMoved = async (id: number): Promise<string | null> => {
    const heir = await findStoryHeir(db, id)
    if (heir !== null) return `/stories/${heir}.rss`
    return (await findDissolvedPath(db, id)) && '/entries.rss'
  }

  app.get('/tags/:slug(^[\\w-]{1,100}).rss', (request: With<'slug'>, reply) => {
    const { slug } = request.params
    return send(request, reply, `/tags/${slug}.rss`, async () => {
      const tag = await findTag(db, { slug })
      if (!tag) return null
      const title = `${site.name}: ${tag.name}`
      return channel({ tagId: tag.id }, { title, description: site.description, page: tagPath(tag) })
    })
  })
}

const open = { 'access-control-allow-origin': '*' }

const asRss = (channel: Channel): Rendered => ({
  type: 'application/rss+xml; charset=utf-8',
  body: rssFeed(channel),
  headers: open,
})

const asJson = (channel: Channel): Rendered => ({
  type: 'application/feed+json; charset=utf-8',
  body: jsonFeed(channel),
  headers: open,
})

/** WebSub subscribers look for hub and topic in the headers first (WebSub, 4). */
function withLinks(rendered: Rendered, self: string, hub: string | null): Rendered {
  if (!hub) return rendered
  return { ...rendered, headers: { ...rendered.headers, link: `<${hub}>; rel="hub", <${self}>; rel="self"` } }
}
