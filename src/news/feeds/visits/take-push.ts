/** A document that a feed's hub has pushed, ingested like one that was fetched: an attempt without a request. */
import { AppError } from '../../../platform/errors.ts'
import type { FetchReport } from '../rules/ingest-report.ts'
import { type FeedPush, findOldestPush, removePush } from '../writes/feed-pushes.ts'
import { type Counts, saveFetch, startFetch } from '../writes/fetches.ts'
import { newestTimes } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import { toFeedRow, toFeedState } from './feed-state.ts'
import { findChanges } from './ingest.ts'
import { problemsOf } from './problems.ts'
import { afterPush } from './pushed.ts'

/** Takes in what was pushed to a feed, oldest first; the last visit, or null where nothing was. */
export async function applyPushes(pipeline: Crawl, feedId: number): Promise<FetchReport | null> {
  let last: FetchReport | null = null
  for (;;) {
    const push = await findOldestPush(pipeline.database, feedId)
    if (!push) return last
    last = (await applyPush(pipeline, push)) ?? last
    // Killed before this, it is taken in again and brings nothing new.
    await removePush(pipeline.database, push.id)
  }
}

/** Null for what is no feed: polling goes on as if it had not come. */
async function applyPush(pipeline: Crawl, { feed_id: feedId, body, content_type: contentType, at }: FeedPush) {
  const { feed, times } = await startFetch(pipeline.database, feedId)
  const read = await pipeline
    .parse({ bytes: body, url: feed.url, contentType }, feed.site_url ?? feed.url)
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error
      pipeline.log.info({ feedId, err: error }, 'a push holds no feed')
      return null
    })
  if (!read) return null
  const { changes, notes } = await findChanges(pipeline, feed, read)
  const now = pipeline.clock.now()
  const record = ({ created, updated }: Counts) => {
    const outcome = created + updated > 0 ? ('new' as const) : ('unchanged' as const)
    const all = newestTimes(changes, times, now)
    return {
      attempt: {
        at,
        outcome,
        http_status: null,
        bytes: body.length,
        ms: 0,
        items_new: created,
        items_updated: updated,
        error: problemsOf(read, notes),
      },
      feed: toFeedRow(afterPush(toFeedState(feed), { outcome, times: all }, now)),
    }
  }
  const counts = await saveFetch(pipeline, feed, changes, record, now)
  const outcome = counts.created + counts.updated > 0 ? ('new' as const) : ('unchanged' as const)
  return { feedId, title: feed.title, outcome, ...counts, error: null, cause: null }
}
