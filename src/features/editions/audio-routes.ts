/** A reader's own edition as a podcast that only they know: `/personal/KEY/podcast.rss`, an episode a day, made when an app asks for the feed. */

import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import { AppError } from '../../platform/errors.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { firstPaths } from '../../platform/site/page-words.ts'
import { dayIn } from '../../platform/time/days.ts'
import { paragraphsHtml } from '../../surfaces/html/plain-html.ts'
import { coverRoute } from '../../surfaces/syndication/cover-route.ts'
import { document, element, text, title } from '../../surfaces/syndication/xml.ts'
import { type AudioEdition, bytesOf, secondsOf } from './audio-edition.ts'
import { findLatestRequest, listAudioEditions, requestAudio } from './audio-editions.ts'
import { rangeOf } from './byte-range.ts'
import { sendPrivate } from './feed-routes.ts'
import { ownerOfPersonalFeed } from './personal-feeds.ts'
import { soundFile } from './sounds.ts'
import { soundsFolder } from './synthesize.ts'

type Keyed = FastifyRequest<{ Params: { key: string } }>
type Episode = FastifyRequest<{ Params: { key: string; day: string } }>

const DAY_MS = 86_400_000
const path = '/personal/:key(^[\\w-]{32}$)'

export function audioEditionRoutes(app: FastifyInstance, ctx: Ctx, t: Translate, coverFile: string): void {
  const { database, config, clock, edition, show, site } = ctx
  if (config.TTS_PROVIDER !== 'none') coverRoute(app, coverFile)

  async function ownerOf(key: string): Promise<number> {
    const owner = config.TTS_PROVIDER === 'none' ? null : await ownerOfPersonalFeed(database, key, clock.now())
    if (owner === null) throw new AppError('not_found', 'There is nothing at this address.')
    return owner
  }

  /** Events that came after those of the episode before, or of the last day: an episode reports nothing twice. */
  async function newEvents(owner: number, since = new Date(clock.now().getTime() - DAY_MS)): Promise<number[]> {
    const rows = await edition.editionFor(await getProfile(database, owner), since)
    const fresh = rows.filter(({ reportedAt }) => reportedAt > since)
    return fresh.slice(0, show.script.happenings).map(({ eventId }) => eventId)
  }

  app.get(`${path}/podcast.rss`, async (request: Keyed, reply) => {
    const { key } = request.params
    const owner = await ownerOf(key)
    const day = dayIn(clock.now(), site.timezone)
    const latest = await findLatestRequest(database, owner)
    if (latest?.day !== day) {
      const eventIds = await newEvents(owner, latest?.requestedAt)
      if (eventIds.length > 0) await requestAudio(database, { userId: owner, day, eventIds }, clock.now())
    }
    const heading = { title: t('own_feed.channel', { site: site.name }), description: t('own_feed.spoken_text') }
    const body = presentFeed(await listAudioEditions(database, owner), { ...heading, key, ...ctx.origin, site })
    return sendPrivate(request, reply, 'application/rss+xml; charset=utf-8', body)
  })

  app.get(`${path}/:day(^\\d{4}-\\d{2}-\\d{2}).mp3`, async (request: Episode, reply) => {
    const { key, day } = request.params
    const edition = (await listAudioEditions(database, await ownerOf(key))).find((one) => one.day === day)
    if (!edition) throw new AppError('not_found', 'There is nothing at this address.')
    const folder = soundsFolder(config.DATA_DIR)
    return sendSound(
      request,
      reply,
      edition.parts.map(({ hash, bytes }) => ({ path: soundFile(folder, hash), bytes })),
    )
  })
}

interface Channel extends Pick<Ctx, 'site'> {
  title: string
  description: string
  key: string
  baseUrl: string
  paths: Ctx['origin']['paths']
}

function presentFeed(editions: AudioEdition[], channel: Channel): string {
  const { baseUrl, key, paths, site } = channel
  const self = baseUrl + addressOf(paths, `/personal/${key}/podcast.rss`)
  const items = editions.map((edition) =>
    element('item', {}, [
      title(edition.title),
      text('description', paragraphsHtml(edition.description)),
      element('guid', { isPermaLink: 'false' }, `${baseUrl}${firstPaths.personal}/${edition.day}`),
      text('pubDate', edition.madeAt.toUTCString()),
      element('enclosure', {
        url: baseUrl + addressOf(paths, `/personal/${key}/${edition.day}.mp3`),
        length: bytesOf(edition),
        type: 'audio/mpeg',
      }),
      text('itunes:duration', String(Math.round(secondsOf(edition)))),
    ]),
  )
  const head = [
    title(channel.title),
    text('link', baseUrl + paths.account),
    text('description', channel.description),
    text('language', site.language),
    element('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
    element('itunes:image', { href: `${baseUrl}${paths.podcast}/cover.jpg` }),
    // No directory lists it.
    text('itunes:block', 'Yes'),
  ]
  const namespaces = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  }
  return document(element('rss', { version: '2.0', ...namespaces }, [element('channel', {}, [...head, ...items])]))
}

interface Part {
  path: string
  bytes: number
}

/** The shared sounds one after the other, or the bytes of them that were asked for (RFC 9110, 14). */
function sendSound(request: FastifyRequest, reply: FastifyReply, parts: Part[]): FastifyReply {
  const size = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  reply
    .type('audio/mpeg')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=86400')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
  const range = rangeOf(request.headers.range, size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { from, to } = range ?? { from: 0, to: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  reply.header('content-length', to - from + 1)
  return reply.send(Readable.from(bytesBetween(parts, from, to), { objectMode: false }))
}

async function* bytesBetween(parts: Part[], from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0
  for (const { path, bytes } of parts) {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, bytes - 1)]
    if (start <= end) yield* createReadStream(path, { start, end })
    at += bytes
  }
}
