/** RSS, Atom and JSON Feed of articles and of events: all, of a source, of a tag, of a story. An event that grows is updated under its guid. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { article } from '../../news/articles/resource.ts'
import { listEvents } from '../../news/events/queries/list.ts'
import type { Filter } from '../../news/resources/filters.ts'
import { idIn } from '../../news/resources/resource.ts'
import { findFeed } from '../../news/sources/queries/list-feeds.ts'
import { resolveStory } from '../../news/stories/queries/stories.ts'
import { findTag } from '../../news/tags/queries/tags.ts'
import { movedTo, type Rendered } from '../../platform/http/cached-answer.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { requireId } from '../../platform/ids.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { feedPath, storyPath, tagPath } from '../../platform/site/paths.ts'
import type { Channel, FeedItem } from './channel.ts'
import { articleItem, eventItem } from './items.ts'
import { FEED_FORMS, type Render } from './render.ts'

const listed = 50

/** One of the things that a feed can be about: how the channel is called, and what is in it. */
interface About {
  /** Those of the site where it has none. */
  title?: string | undefined
  description?: string | null | undefined
  page: string
  filter: Filter
  /** Articles that are read already. */
  articles?: Parameters<typeof articleItem>[0][]
}

/** `moved`: the id of the story that it went on in, null where it was dissolved. */
type FindAbout = (key: string) => Promise<About | { moved: number | null } | null>

interface Kind {
  /** Below the path of what the feed is about: as its route is written, and as the site names it. */
  suffix: string
  below: string
  /** Path of the feed of all. */
  all: string
  wanted: (request: FastifyRequest) => { filter: Filter; query: string }
  items: (about: About) => Promise<FeedItem[]>
}

export function channelRoutes(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  const { db, site, config, hub } = ctx
  const context = { ...ctx.origin, t }
  const frame = { language: site.language, baseUrl: config.BASE_URL, hub }

  const articles: Kind = {
    suffix: '',
    below: '',
    all: '/entries',
    wanted: () => ({ filter: {}, query: '' }),
    items: async ({ articles: read, filter }) => {
      const wanted = { filter: { ...filter, relevant: true }, page: 1, perPage: listed, counted: false }
      const found = read?.slice(0, listed) ?? (await article.list(ctx, wanted)).items
      return found.map((one) => articleItem(one, context))
    },
  }
  const { events } = site.paths
  const ofEvents: Kind = {
    suffix: '/events',
    below: events,
    all: events,
    wanted: sourcesWanted,
    // The last updated: one that has gained its third source today is there for those who request three.
    items: async ({ filter }) => {
      const options = { filter: { ...filter, relevant: true }, sort: 'updated' as const, limit: listed }
      return (await listEvents(db, { ...options, siteLanguage: site.language })).map((one) => eventItem(one, context))
    },
  }

  const ofFeed: FindAbout = async (id) => {
    const feed = await findFeed(db, requireId(id))
    return feed && { ...feed, page: feedPath(feed), filter: { feedIds: [feed.id] } }
  }
  const ofTag: FindAbout = async (slug) => {
    const tag = await findTag(db, { slug })
    return tag && { title: tag.name, page: tagPath(tag), filter: { tagId: tag.id } }
  }
  const ofStory: FindAbout = async (key) => {
    const lookup = await resolveStory(db, Number(key), site.language)
    if (!lookup) return null
    if ('moved' in lookup) return { moved: typeof lookup.moved === 'number' ? lookup.moved : null }
    const { id, title, lead, entries } = lookup.found
    const description = lead || undefined
    return { title, description, page: storyPath({ id, title }), filter: { storyId: id }, articles: entries }
  }

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    self: string,
    load: () => Promise<Omit<Channel, 'self'> | string | null>,
    render: Render,
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

  const channelOf = async (about: About, { items }: Kind, filter: Filter = {}) => ({
    ...frame,
    title: about.title === undefined ? site.name : `${site.name}: ${about.title}`,
    description: about.description ?? site.description,
    page: about.page,
    items: await items({ ...about, filter: { ...about.filter, ...filter } }),
  })

  /** Feeds of `kind` about each thing below a folder. One that went on elsewhere leads to its feed, or to that of all. */
  function feedsBelow(folder: string, parameter: string, kind: Kind, find: FindAbout): void {
    for (const [form, render] of FEED_FORMS) {
      const path = `${folder}/${parameter}${kind.suffix}.${form}`
      const besideLegacy = BESIDE_LEGACY.get(path)
      if (besideLegacy === null) continue
      app.get(besideLegacy ?? path, (request: Keyed, reply) => {
        const [text = ''] = Object.values(request.params)
        const key = parameter === STORY ? idIn(undefined, text) : text
        const suffix = `${kind.below}.${form}`
        const { filter, query } = kind.wanted(request)
        const load = async () => {
          const about = await find(key)
          if (!about || !('moved' in about)) return about && channelOf(about, kind, filter)
          return about.moved === null ? addressOfAll(kind.all, form) : `${folder}/${about.moved}${suffix}`
        }
        return send(request, reply, `${folder}/${key}${suffix}${query}`, load, render)
      })
    }
  }

  for (const [form, render] of FEED_FORMS) {
    const ofAll = addressOfAll('/entries', form)
    app.get(ofAll, (request, reply) =>
      send(request, reply, ofAll, () => channelOf({ page: '/', filter: {} }, articles), render),
    )
    app.get(`/disputes.${form}`, (request, reply) => {
      const { disputes } = site.paths
      const about = { title: t('disputes.page_title'), page: disputes, filter: { disputed: true } }
      return send(request, reply, `${disputes}.${form}`, () => channelOf(about, ofEvents), render)
    })
    app.get(`/events.${form}`, (request, reply) => {
      const { filter, query } = sourcesWanted(request)
      const about = { title: t('agents.events_title'), page: events, filter: {} }
      return send(request, reply, `${events}.${form}${query}`, () => channelOf(about, ofEvents, filter), render)
    })
  }
  feedsBelow('/feeds', SOURCE, articles, ofFeed)
  for (const kind of [articles, ofEvents]) {
    feedsBelow('/stories', STORY, kind, ofStory)
    feedsBelow('/tags', TAG, kind, ofTag)
  }
}

type Keyed = FastifyRequest<{ Params: Record<string, string> }>

const STORY = ':key(^\\d[\\w%-]{0,300})'
const TAG = ':slug(^[\\w-]{1,100})'
const SOURCE = ':id(^\\d{1,15})'

/** `/entries.json` is a legacy answer. */
const addressOfAll = (path: string, form: string) =>
  path === '/entries' && form === 'json' ? '/feed.json' : `${path}.${form}`

/** Legacy answers have `/feeds/1.json` and `/tags/1.json`: a source has no JSON Feed, a tag where its slug is no number. */
const BESIDE_LEGACY = new Map([
  [`/feeds/${SOURCE}.json`, null],
  // Written with two parameters: the router takes no second route of the legacy one's shape.
  [`/tags/${TAG}.json`, '/tags/:slug(^(?=\\d*[A-Za-z_-])[\\w-]{1,100}).:form(^json$)'],
])

/** `?min_sources=3`: a whole number from 2 to 99; all else is no condition. */
function sourcesWanted(request: FastifyRequest): { filter: Filter; query: string } {
  const { min_sources: text } = request.query as { min_sources?: unknown }
  if (typeof text !== 'string' || !/^(?:[2-9]|[1-9]\d)$/.test(text)) return { filter: {}, query: '' }
  return { filter: { minSources: Number(text) }, query: `?min_sources=${text}` }
}

/** WebSub subscribers look for hub and topic in the headers first (WebSub, 4). */
function withLinks(rendered: Rendered, self: string, hub: string | null): Rendered {
  if (!hub) return rendered
  return { ...rendered, headers: { ...rendered.headers, link: `<${hub}>; rel="hub", <${self}>; rel="self"` } }
}
