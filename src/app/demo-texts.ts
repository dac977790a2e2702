/** Finishes the demo once its articles are there: texts of all events, an editor's corrections, and what features have for it. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { PlayedCorrection } from '../../demo/played-texts.ts'
import type { Feature } from '../feature.ts'
import { loadFeatures } from '../features.ts'
import { newestNewsAt } from '../news/articles/writes/newest-news.ts'
import { correctArticle } from '../news/articles/writes/operator-articles.ts'
import { writeEventTexts } from '../news/events/texts/event-stage.ts'
import { publishUnenriched } from '../news/stages/writes/pending-stages.ts'
import { messageOf } from '../platform/errors.ts'
import { queueDepth } from '../platform/queue/stages.ts'
import { dayIn } from '../platform/time/days.ts'
import type { Services } from './services.ts'

const POLL = 2000
const POLLS = 150
/** Between two looks for articles that have no text yet. */
const PUBLISH = 250
/** The oldest article of a demo world is of this age. */
const MONTH = 31 * 86_400_000

/** Never rejects. */
export async function finishDemo(
  services: Services,
  corrections: readonly PlayedCorrection[],
  signal: AbortSignal,
): Promise<void> {
  try {
    const day = await newestDayAtRest(services, signal)
    if (day === null) return
    await completeTexts(services, corrections)
    const features: Feature[] = await loadFeatures(services.config)
    for (const feature of features) await feature.demo?.(services, day, signal)
  } catch (error) {
    if (!signal.aborted) services.log.warn(`The demo was not finished: ${messageOf(error)}`)
  }
}

/** Of events that are older than those a service writes about, and of what was corrected. */
export async function completeTexts(services: Services, corrections: readonly PlayedCorrection[]): Promise<void> {
  if (services.models.events) await writeEventTexts(services.models.events, MONTH)
  for (const correction of corrections) await correct(services, correction)
}

/** As an editor does it at the console. A summary that lacks the words, or was corrected before, is left alone. */
async function correct(services: Services, { of, was, is }: PlayedCorrection): Promise<void> {
  const article = await services.database.db
    .selectFrom('articles')
    .select(['id', 'translated_title', 'translated_summary'])
    .where('title', '=', of)
    .executeTakeFirst()
  if (!article?.translated_title || !article.translated_summary?.includes(was)) return
  const text = { title: article.translated_title, summary: article.translated_summary.replace(was, is) }
  await correctArticle(services.database, article.id, text, services.clock.now())
}

/** The day of the newest article once no stage has work and no article was added; null when that never comes. */
async function newestDayAtRest(services: Services, signal: AbortSignal): Promise<string | null> {
  const { database, content } = services
  let before = -1
  for (let i = 0; i < POLLS; i++) {
    // The pages are filled at once, with excerpts; summaries follow.
    for (let waited = 0; waited < POLL; waited += PUBLISH) {
      await sleep(PUBLISH, undefined, { signal })
      await publishUnenriched(database)
    }
    const busy = (await queueDepth(database)).some((stage) => stage.ready + stage.active > 0)
    const { published } = await database.db
      .selectFrom('shown_articles')
      .select(({ fn }) => fn.countAll<number>().as('published'))
      .executeTakeFirstOrThrow()
    const at = await newestNewsAt(database)
    if (at && !busy && published === before) return dayIn(at, content.site.timezone)
    before = published
  }
  return null
}
