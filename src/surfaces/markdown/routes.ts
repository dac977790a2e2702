/** Markdown for agents (interface.md 4.3): the same pages as the site's, below their addresses with `.md` behind. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { articlePath, episodePath, eventPath, eventPermalink, guidePath, storyPath } from '../../domain/site/paths.ts'
import { movedTo, type Rendered } from '../../http/cached-answer.ts'
import type { CachedRead } from '../../http/read-cache.ts'
import { sendCached } from '../../http/send-cached.ts'
import { articlePage, indexPage } from '../../markdown/article.ts'
import type { MarkdownContext } from '../../markdown/context.ts'
import { episodePage } from '../../markdown/episode.ts'
import { eventPage, eventsPage } from '../../markdown/event.ts'
import { guidePage } from '../../markdown/guide.ts'
import { qualityPage } from '../../markdown/quality.ts'
import { storyPage } from '../../markdown/story.ts'
import { findArticle, hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import { findEpisode } from '../../read/content/episodes.ts'
import { findGuide, listGuides } from '../../read/content/guides.ts'
import { loadBeside } from '../../read/events/beside.ts'
import { findEvent } from '../../read/events/events.ts'
import { listEvents } from '../../read/events/list.ts'
import { findHeir } from '../../read/moved.ts'
import { loadQuality } from '../../read/quality/quality.ts'
import { findDissolvedPath } from '../../read/stories/dissolved.ts'
import { findStory, hydrateStories } from '../../read/stories/stories.ts'
import { llmsFullText, llmsText } from './llms.ts'

type With<K extends string> = FastifyRequest<{ Params: Record<K, string> }>

const listed = 50

export function markdownRoutes(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  const { db, site, config } = ctx
  const md: MarkdownContext = { ...ctx.origin, site, t }

  const send = <View>(
    request: FastifyRequest,
    reply: FastifyReply,
    read: {
      key: string
      load: () => Promise<View | null>
      render: (view: View) => Rendered
      onRead?: CachedRead<View>['onRead']
      edition?: number
    },
  ) => sendCached(ctx.cache, ctx.clock, request, reply, { dependsOn: ['content'], ...read })

  const page = (body: string, canonical: string, type = 'text/markdown'): Rendered => ({
    type: `${type}; charset=utf-8`,
    body,
    headers: {
      'access-control-allow-origin': '*',
      'x-robots-tag': 'noindex',
      link: `<${config.BASE_URL}${canonical}>; rel="canonical"`,
      vary: 'accept',
    },
  })

  const latest = async (): Promise<ArticleView[]> =>
    hydrateArticles(
      db,
      await listArticleIds(db, { filter: { relevant: true }, sort: 'newest', limit: listed }),
      site.language,
    )

  app.get('/entries/:key(^\\d[\\w%-]{0,300}).md', async (request: With<'key'>, reply) => {
    const id = leadingNumber(request.params.key) ?? 0
    return send(request, reply, {
      key: `/entries/${id}.md`,
      onRead: (reader) => ctx.commands.countView({ articleId: id, ...reader }),
      load: () => findArticle(ctx.db, id, ctx.site.language),
      render: (article) => page(articlePage(article, md), articlePath(article)),
    })
  })

  app.get('/stories/:key(^\\d[\\w%-]{0,300}).md', (request: With<'key'>, reply) => {
    const id = leadingNumber(request.params.key) ?? 0
    return send(request, reply, {
      key: `/stories/${id}.md`,
      load: async () => (await findStory(db, id, site.language)) ?? findMoved(id),
      render: (story) => (typeof story === 'string' ? movedTo(story) : page(storyPage(story, md), storyPath(story))),
    })
  })

  /** There is no markdown page of all stories. */
  const findMoved = async (id: number): Promise<string | null> => {
    const heir = await findHeir(db, 'stories', id)
    if (heir !== null) return `/stories/${heir}.md`
    const path = await findDissolvedPath(db, id)
    return path?.startsWith('/entries/') ? `${path}.md` : path
  }

  app.get('/handelser/:key(^\\d[\\w%-]{0,300}).md', (request: With<'key'>, reply) => {
    const id = leadingNumber(request.params.key) ?? 0
    return send(request, reply, {
      key: `/handelser/${id}.md`,
      load: async () => {
        const event = await findEvent(db, id, site.language)
        return event ? { event, beside: await loadBeside(db, event, site.language) } : findHeir(db, 'events', id)
      },
      render: (found) =>
        typeof found === 'number'
          ? movedTo(`${eventPermalink(site.paths, { id: found })}.md`)
          : page(eventPage(found.event, found.beside, md), eventPath(site.paths, found.event)),
    })
  })

  app.get('/handelser.md', (request, reply) =>
    send(request, reply, {
      key: '/handelser.md',
      load: () =>
        listEvents(db, { filter: { relevant: true }, sort: 'newest', limit: listed, siteLanguage: site.language }),
      render: (events) => page(eventsPage(events, md), site.paths.events),
    }),
  )

  app.get('/podd/:id(^[a-z0-9][a-z0-9-]{0,63}).md', (request: With<'id'>, reply) => {
    const { id } = request.params
    return send(request, reply, {
      key: `/podd/${id}.md`,
      load: () => findEpisode(db, id),
      render: (episode) => page(episodePage(episode, md), episodePath(site.paths, episode)),
    })
  })

  app.get('/kvalitet.md', (request, reply) =>
    send(request, reply, {
      key: '/kvalitet.md',
      edition: Math.floor(ctx.clock.now().getTime() / 3_600_000),
      load: () => loadQuality(ctx),
      render: (quality) => page(qualityPage(quality, md), site.paths.quality),
    }),
  )

  app.get('/index.md', (request, reply) =>
    send(request, reply, {
      key: '/index.md',
      load: latest,
      render: (articles) => page(indexPage(articles, md), '/'),
    }),
  )

  app.get('/:slug(^[a-z0-9-]{1,100}).md', (request: With<'slug'>, reply) => {
    const { slug } = request.params
    return send(request, reply, {
      key: `/${slug}.md`,
      load: () => findGuide(db, slug, { siteLanguage: site.language, stories: (ids) => hydrateStories(db, ids) }),
      render: (guide) => page(guidePage(guide, md), guidePath(guide)),
    })
  })

  app.get('/llms.txt', (request, reply) =>
    send(request, reply, {
      key: '/llms.txt',
      load: () => listGuides(db, site.language),
      render: (guides) => page(llmsText(guides, md), '/llms.txt', 'text/plain'),
    }),
  )

  app.get('/llms-full.txt', (request, reply) =>
    send(request, reply, {
      key: '/llms-full.txt',
      load: latest,
      render: (articles) => page(llmsFullText(articles, md), '/llms-full.txt', 'text/plain'),
    }),
  )
}

/** `12` or `12-any-slug`; null for what does not begin so. */
function leadingNumber(key: string): number | null {
  const digits = /^(\d{1,15})(?:-|$)/.exec(key)?.[1]
  return digits === undefined ? null : Number(digits)
}
