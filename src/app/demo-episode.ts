/** The demo's own podcast episode: the invented news of its newest day, spoken once the articles are there. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, messageOf } from '../domain/errors.ts'
import { dayIn } from '../domain/time/days.ts'
import { listEpisodes } from '../read/content/episodes.ts'
import { newestNewsAt } from '../store/content/episodes.ts'
import { buildOperations } from './operations.ts'
import type { Services } from './services.ts'

const POLL = 2000
const POLLS = 150

/** Never rejects: a demo without espeak-ng or ffmpeg has no episode, and says so in its log. */
export async function makeDemoEpisode(services: Services, signal: AbortSignal): Promise<void> {
  const { database, log } = services
  try {
    if ((await listEpisodes(database.db, 1)).length > 0) return
    const day = await newestDayAtRest(services, signal)
    if (day === null) return
    const episode = await buildOperations(services).generateEpisode(day, signal)
    log.info({ episode: episode.episodeId, seconds: Math.round(episode.durationSeconds) }, 'a demo episode was made')
  } catch (error) {
    if (signal.aborted) return
    const missing = error instanceof AppError && error.code === 'unavailable'
    log[missing ? 'info' : 'warn'](`The demo has no episode: ${messageOf(error)}`)
  }
}

/** The day of the newest article once no stage has work and no article was added; null when that never comes. */
async function newestDayAtRest(services: Services, signal: AbortSignal): Promise<string | null> {
  const { stats } = buildOperations(services)
  let before = -1
  for (let i = 0; i < POLLS; i++) {
    await sleep(POLL, undefined, { signal })
    const { articles, queue } = await stats()
    const busy = queue.some((stage) => stage.ready + stage.active > 0)
    const at = await newestNewsAt(services.database)
    if (at && !busy && articles.published === before) return dayIn(at, services.content.site.timezone)
    before = articles.published
  }
  return null
}
