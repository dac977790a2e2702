/** Feeds of events, as RSS and JSON Feed: all, of a tag, of a story. What grows is updated under its guid. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { tagPath } from '../../domain/site/paths.ts'
import { findTag } from '../../read/articles/tags.ts'
import { type EventFilter, listEvents } from '../../read/events/list.ts'
import { findStory } from '../../read/stories/stories.ts'
import type { Channel, FeedItem } from './channel.ts'
import { eventItem, type ItemWords } from './items.ts'
import { asJson, asRss, findMovedStory, type LoadChannel, leadingNumber, type Render, storyChannel } from './render.ts'

type With<K extends string> = FastifyRequest<{ Params: Record<K, string> }>

interface Parts {
  words: ItemWords
  frame: Pick<Channel, 'language' | 'baseUrl' | 'hub'>
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    self: string,
    load: LoadChannel,
    render: Render,
  ) => Promise<FastifyReply>
}

const listed = 50

export function eventFeeds(app: FastifyInstance, { db, site }: Pick<Ctx, 'db' | 'site'>, parts: Parts): void {
  const { words, frame, send } = parts
  const { events } = site.paths

  // The last updated: one that has gained its third source today stands there for whoever asks for three.
  const latest = async (filter: EventFilter): Promise<FeedItem[]> => {
    const options = { filter: { ...filter, relevant: true }, sort: 'updated' as const, limit: listed }
    return (await listEvents(db, { ...options, siteLanguage: site.language })).map((event) => eventItem(event, words))
  }

  for (const [form, render] of [
    ['rss', asRss],
    ['json', asJson],
  ] as const) {
    app.get(`/handelser.${form}`, (request, reply) => {
      const { filter, query } = sourcesAsked(request)
      const load = async () => ({
        ...frame,
        title: `${site.name}: ${words.t('agents.events_title')}`,
        description: site.description,
        page: events,
        items: await latest(filter),
      })
      return send(request, reply, `${events}.${form}${query}`, load, render)
    })

    app.get(`/tags/:slug(^[\\w-]{1,100})/handelser.${form}`, (request: With<'slug'>, reply) => {
      const { slug } = request.params
      const { filter, query } = sourcesAsked(request)
      const load = async () => {
        const tag = await findTag(db, { slug })
        if (!tag) return null
        const items = await latest({ ...filter, tagId: tag.id })
        return {
          ...frame,
          title: `${site.name}: ${tag.name}`,
          description: site.description,
          page: tagPath(tag),
          items,
        }
      }
      return send(request, reply, `/tags/${slug}${events}.${form}${query}`, load, render)
    })

    app.get(`/stories/:key(^\\d[\\w%-]{0,300})/handelser.${form}`, (request: With<'key'>, reply) => {
      const id = leadingNumber(request.params.key)
      const { filter, query } = sourcesAsked(request)
      const load = async () => {
        const story = await findStory(db, id, site.language)
        if (!story) return findMovedStory(db, id, `${events}.${form}`, `${events}.${form}`)
        return { ...frame, ...storyChannel(story, site), items: await latest({ ...filter, storyId: story.id }) }
      }
      return send(request, reply, `/stories/${id}${events}.${form}${query}`, load, render)
    })
  }
}

/** `?min_sources=3`: a whole number from 2 to 99; all else is no condition. */
function sourcesAsked(request: FastifyRequest): { filter: EventFilter; query: string } {
  const { min_sources: asked } = request.query as { min_sources?: unknown }
  if (typeof asked !== 'string' || !/^(?:[2-9]|[1-9]\d)$/.test(asked)) return { filter: {}, query: '' }
  return { filter: { minSources: Number(asked) }, query: `?min_sources=${asked}` }
}
