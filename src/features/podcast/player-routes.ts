/** The podcast for players: its feed, chapters, transcripts and cover. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Rendered } from '../../platform/http/cached-answer.ts'
import type { CachedRead } from '../../platform/http/read-cache.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { coverRoute } from '../../surfaces/syndication/cover-route.ts'
import { presentChapters } from './present-chapters.ts'
import { presentPodcastRss } from './present-rss.ts'
import { findEpisode, listEpisodeDetails } from './queries.ts'
import type { EpisodeDetailView } from './views.ts'

/** Apple Podcasts shows at most 300 episodes of a feed unless it is asked for more. */
const EPISODES = 300

type ById = FastifyRequest<{ Params: { id: string } }>

export function playerRoutes(app: FastifyInstance, ctx: Ctx, coverFile: string): void {
  const email = ctx.show.email ?? addressIn(ctx.config.MAIL_FROM)
  const context = { ...ctx.origin, show: { ...ctx.show, email }, site: ctx.site }
  const send = <View>(request: FastifyRequest, reply: FastifyReply, read: CachedRead<View>) =>
    sendCached(ctx.cache, ctx.clock, request, reply, read)

  app.get('/podcast.rss', (request, reply) =>
    send(request, reply, {
      key: '/podcast.rss',
      dependsOn: ['content'],
      load: () => listEpisodeDetails(ctx.db, EPISODES),
      render: (episodes) => open('application/rss+xml; charset=utf-8', presentPodcastRss(episodes, context)),
    }),
  )
  const ofEpisode = (
    request: ById,
    reply: FastifyReply,
    name: string,
    has: (episode: EpisodeDetailView) => boolean,
    render: (episode: EpisodeDetailView) => Rendered,
  ) =>
    send(request, reply, {
      key: `/podcast/${encodeURIComponent(request.params.id)}/${name}`,
      dependsOn: ['content'],
      load: async () => {
        const episode = await findEpisode(ctx.db, request.params.id)
        return episode && has(episode) ? episode : null
      },
      render,
    })
  app.get('/podcast/:id/chapters.json', (request: ById, reply) =>
    ofEpisode(
      request,
      reply,
      'chapters.json',
      ({ chapters }) => chapters.length > 0,
      (episode) => open('application/json+chapters', JSON.stringify(presentChapters(episode, ctx.show.title))),
    ),
  )
  app.get('/podcast/:id/transcript.vtt', (request: ById, reply) =>
    ofEpisode(
      request,
      reply,
      'transcript.vtt',
      ({ transcriptVtt }) => transcriptVtt !== null,
      ({ transcriptVtt }) => open('text/vtt; charset=utf-8', transcriptVtt ?? ''),
    ),
  )
  coverRoute(app, coverFile)
}

/** The address of `Name <a@b.example>`. */
const addressIn = (from: string | undefined) => /[^\s<>]+@[^\s<>]+/.exec(from ?? '')?.[0]

const open = (type: string, body: string): Rendered => ({
  type,
  body,
  headers: { 'access-control-allow-origin': '*' },
})
