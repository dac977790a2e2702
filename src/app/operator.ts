/** The operator's acts at the console: built from the store and the crawler. */
import type { Commands } from '../domain/commands.ts'
import { AppError, messageOf } from '../domain/errors.ts'
import type { OperatorCommands, ReprocessState, SourcePreview } from '../domain/operator.ts'
import { discoverFeeds } from '../feeds/discover.ts'
import { fetchDocument } from '../feeds/documents/document.ts'
import { previewInput } from '../feeds/preview.ts'
import { fetchFeed } from '../pipeline/fetch/fetch-feed.ts'
import {
  articleUndoers,
  correctArticle,
  handleReport,
  removeArticle,
  reprocessArticle,
  restoreArticle,
  retryEnrichment,
  withdrawCorrection,
} from '../store/articles/operator-articles.ts'
import { eventUndoers, mergeEvents, splitFromEvent } from '../store/events/operator-events.ts'
import { getFeed, isHeldByPublisher } from '../store/feeds/feeds.ts'
import { recordProbe, sourceUndoers } from '../store/feeds/operator-sources.ts'
import { act, undoAction } from '../store/operator/log.ts'
import { closeOperatorSession, isOperatorSession, openOperatorSession } from '../store/operator/sessions.ts'
import { editStory, mergeStories, releaseStory, storyUndoers } from '../store/stories/operator-stories.ts'
import type { Services } from './services.ts'

/** A publisher is asked by hand at most this often. */
const PROBE_EVERY_MS = 30_000

export function buildOperator(services: Services, reprocess: Commands['reprocess']): OperatorCommands {
  const { database, clock, config } = services
  const now = () => clock.now()
  const key = config.ADMIN_TOKEN ?? ''
  const withModel = config.AI_PROVIDER !== 'none'
  const undoers = { ...sourceUndoers, ...articleUndoers, ...eventUndoers, ...storyUndoers }
  return {
    openSession: () => openOperatorSession(database, key, now()),
    isSession: (session) => isOperatorSession(database, key, session, now()),
    closeSession: (session) => closeOperatorSession(database, key, session),
    previewSource: (url) => previewSource(services, url),
    probeSource: (id) => probeSource(services, id),
    correctArticle: (id, text) => correctArticle(database, id, text, now()),
    withdrawCorrection: (id) => withdrawCorrection(database, id, withModel, now()),
    removeArticle: (id) => removeArticle(database, id, now()),
    restoreArticle: (id) => restoreArticle(database, id, now()),
    reprocessArticle: (id) => reprocessArticle(database, id, withModel, now()),
    retryEnrichment: (ids) => retryEnrichment(database, ids ?? null, now()),
    handleReport: (id) => handleReport(database, id, now()),
    mergeEvents: (one, other) => mergeEvents(database, one, other, now()),
    splitFromEvent: (articleId, eventId) => splitFromEvent(database, articleId, now(), eventId),
    editStory: (id, text) => editStory(database, id, text, now()),
    releaseStory: (id) => releaseStory(database, id, now()),
    mergeStories: (one, other) => mergeStories(database, one, other, now()),
    ...createRerun(services, reprocess),
    undo: (actionId) => undoAction(database, undoers, actionId, now()),
  }
}

async function previewSource({ fetcher, reader }: Services, url: string): Promise<SourcePreview> {
  const [best] = await discoverFeeds(url, { fetcher, reader })
  if (!best) throw new AppError('unprocessable', `No feed was found at ${url}.`)
  const preview = await previewInput(best.url, (address) => fetchDocument(fetcher, address))
  if (!preview.ok) throw new AppError('unprocessable', preview.error ?? 'The document cannot be read.')
  const items = preview.items.map((item) => ({ title: item.title, url: item.url, publishedAt: item.published_at }))
  return { url: best.url, title: preview.title ?? best.title, language: preview.language, items }
}

async function probeSource({ database, clock, pipeline }: Services, id: number) {
  const feed = await getFeed(database, id)
  const since = feed.last_fetched_at ? clock.now().getTime() - feed.last_fetched_at.getTime() : Number.POSITIVE_INFINITY
  if (since >= 0 && since < PROBE_EVERY_MS)
    throw new AppError('rate_limited', `${feed.title} was asked just now.`, {
      retryAfter: (PROBE_EVERY_MS - since) / 1000,
    })
  if (await isHeldByPublisher(database, feed, clock.now()))
    throw new AppError('rate_limited', `${feed.title} has asked to be left alone.`, {
      retryAfter: ((feed.hold_until?.getTime() ?? 0) - clock.now().getTime()) / 1000,
    })
  try {
    const visit = await fetchFeed(pipeline, id)
    const { outcome, created, updated, error } = visit
    await recordProbe(database, feed, { outcome, created, updated, error }, clock.now())
    return visit
  } catch (error) {
    throw new AppError('unavailable', messageOf(error), { cause: error })
  }
}

/** Stages run again in the background of this process, one run at a time. */
function createRerun(
  { database, clock, log }: Services,
  reprocess: Commands['reprocess'],
): Pick<OperatorCommands, 'startReprocess' | 'reprocessState'> {
  const state: ReprocessState = { running: null, ended: null }
  const end = (ended: Omit<NonNullable<ReprocessState['ended']>, 'at'>) => {
    state.running = null
    state.ended = { at: clock.now(), ...ended }
  }
  const onProgress: Parameters<typeof reprocess>[0]['onProgress'] = (progress) => {
    state.running = progress
  }
  return {
    reprocessState: () => ({ ...state }),
    startReprocess: async (request) => {
      if (state.running) return 'unchanged'
      state.running = { stage: request.stages?.[0] ?? 'enrich', done: 0, total: 0 }
      const after = { stages: request.stages?.join(', ') ?? null, since: request.since?.toISOString() ?? null }
      const recorded = act(database, clock.now(), async () => {
        return { action: 'reprocessed', target: 'stages:0', subject: '', before: {}, after, undo: null }
      })
      await recorded.catch((error) => {
        state.running = null
        throw error
      })
      reprocess({ ...request, onProgress }).then(
        (reports) => end({ reports, error: null }),
        (error) => {
          log.warn({ err: error }, 'running stages again ended with an error')
          end({ reports: [], error: messageOf(error) })
        },
      )
      return 'done'
    },
  }
}
