/** Pages as MCP resources: their addresses are those of the markdown pages, so that any link in an answer can be read. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { articlePath, episodePath, eventPath, guidePath, storyPath } from '../../domain/site/paths.ts'
import { articlePage, indexPage } from '../../markdown/article.ts'
import { episodePage } from '../../markdown/episode.ts'
import { eventPage } from '../../markdown/event.ts'
import { guidePage } from '../../markdown/guide.ts'
import { storyPage } from '../../markdown/story.ts'
import { findArticle, hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { findEpisode, listEpisodes } from '../../read/content/episodes.ts'
import { findGuide, listGuides } from '../../read/content/guides.ts'
import { loadBeside } from '../../read/events/beside.ts'
import { findEvent } from '../../read/events/events.ts'
import { listEvents } from '../../read/events/list.ts'
import { findStory, hydrateStories, listStories } from '../../read/stories/stories.ts'
import type { McpParts } from './parts.ts'

const mimeType = 'text/markdown'
const listed = 20
const minute = { ttlMs: 60_000, cacheScope: 'public' as const }

export function registerResources(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts
  const { db, site } = ctx
  const { baseUrl, paths, t } = md
  const newest = async (limit: number) =>
    hydrateArticles(db, await listArticleIds(db, { filter: { relevant: true }, sort: 'newest', limit }), site.language)

  const latestEvents = (limit: number) =>
    listEvents(db, { filter: { relevant: true }, sort: 'newest', limit, siteLanguage: site.language })

  const config = (title: string) => ({ title, mimeType, cacheHint: minute })
  const contents = (uri: URL, text: string | undefined) => {
    if (text === undefined) throw new ResourceNotFoundError(uri.href)
    return { contents: [{ uri: uri.href, mimeType, text }] }
  }

  server.registerResource('index', `${baseUrl}/index.md`, config(t('agents.latest_title')), async (uri) =>
    contents(uri, indexPage(await newest(50), md)),
  )

  server.registerResource(
    'article',
    new ResourceTemplate(`${baseUrl}/entries/{id}.md`, {
      list: async () => ({
        resources: (await newest(listed)).map((one) => ({
          ...resource(`${baseUrl}${articlePath(one)}.md`, one.title),
          description: one.feed.title,
        })),
      }),
    }),
    config(t('agents.articles')),
    async (uri, { id }) => {
      const article = await findArticle(ctx.db, leadingNumber(id), ctx.site.language)
      return contents(uri, article ? articlePage(article, md) : undefined)
    },
  )

  server.registerResource(
    'event',
    new ResourceTemplate(`${baseUrl}${paths.events}/{id}.md`, {
      list: async () => ({
        resources: (await latestEvents(listed)).map((one) =>
          resource(`${baseUrl}${eventPath(paths, one)}.md`, one.title),
        ),
      }),
    }),
    config(t('agents.events_title')),
    async (uri, { id }) => {
      const event = await findEvent(db, leadingNumber(id), site.language)
      return contents(uri, event ? eventPage(event, await loadBeside(db, event, site.language), md) : undefined)
    },
  )

  server.registerResource(
    'story',
    new ResourceTemplate(`${baseUrl}/stories/{id}.md`, {
      list: async () => ({
        resources: (await listStories(db, { limit: listed })).map((one) =>
          resource(`${baseUrl}${storyPath(one)}.md`, one.title),
        ),
      }),
    }),
    config(t('agents.stories')),
    async (uri, { id }) => {
      const story = await findStory(db, leadingNumber(id), site.language)
      return contents(uri, story ? storyPage(story, md) : undefined)
    },
  )

  server.registerResource(
    'episode',
    new ResourceTemplate(`${baseUrl}${paths.podcast}/{id}.md`, {
      list: async () => ({
        resources: (await listEpisodes(db, listed)).map((one) =>
          resource(`${baseUrl}${episodePath(paths, one)}.md`, one.title),
        ),
      }),
    }),
    config(t('podcast.title')),
    async (uri, { id }) => {
      const episode = await findEpisode(db, String(id))
      return contents(uri, episode ? episodePage(episode, md) : undefined)
    },
  )

  server.registerResource(
    'guide',
    new ResourceTemplate(`${baseUrl}/{slug}.md`, {
      list: async () => ({
        resources: (await listGuides(db, site.language)).map((one) =>
          resource(`${baseUrl}${guidePath(one)}.md`, one.title),
        ),
      }),
      complete: {
        slug: async (begun) =>
          (await listGuides(db, site.language)).map((one) => one.slug).filter((slug) => slug.startsWith(begun)),
      },
    }),
    config(t('agents.guide_pages')),
    async (uri, { slug }) => {
      const guide = await findGuide(db, String(slug), {
        siteLanguage: site.language,
        stories: (ids) => hydrateStories(db, ids),
      })
      return contents(uri, guide ? guidePage(guide, md) : undefined)
    },
  )
}

const resource = (uri: string, name: string) => ({ uri, name, mimeType })

/** `12` or `12-any-slug`; 0, which no article has, for anything else. */
const leadingNumber = (text: unknown): number => Number(/^(\d{1,15})(?:-|$)/.exec(String(text))?.[1] ?? 0)
