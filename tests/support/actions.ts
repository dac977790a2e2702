/** Actions of an operator on a test's site, each in one call: what the console and commands do with the same functions. */
import type { Services } from '../../src/app/services.ts'
import type { ReprocessRequest } from '../../src/news/articles/rules/reprocess-request.ts'
import { findEvent } from '../../src/news/events/queries/events.ts'
import { correctEvent } from '../../src/news/events/writes/operator-event-text.ts'
import { renderOpml } from '../../src/news/feeds/formats/render-opml.ts'
import type { SecretHeaders, SourceEdit } from '../../src/news/feeds/rules/source-settings.ts'
import { addSource, findFeeds, previewSource } from '../../src/news/feeds/visits/new-source.ts'
import { probeSource } from '../../src/news/feeds/visits/probe-source.ts'
import { importOpml } from '../../src/news/feeds/visits/sync-source-list.ts'
import { editSource, sourceSettings } from '../../src/news/feeds/writes/edit-source.ts'
import { pauseSource, removeSource, resumeSource } from '../../src/news/feeds/writes/operator-sources.ts'
import { sourceLogin } from '../../src/news/feeds/writes/source-secrets.ts'
import { listOutlines, listSourceRecords } from '../../src/news/operator/queries/source-records.ts'
import { readStats } from '../../src/news/operator/queries/stats.ts'
import { reprocessHere } from '../../src/news/stages/ordered-reprocess.ts'
import { planReprocess } from '../../src/news/stages/reprocess.ts'
import { runOnce } from '../../src/news/stages/run.ts'
import { queueDepth } from '../../src/platform/queue/stages.ts'

export function actionsOf({ services }: { services: Services }) {
  const { config, database, clock, site } = services
  const dataDir = config.DATA_DIR
  return {
    ingest: async (options: Parameters<typeof runOnce>[2] = {}) =>
      runOnce(services.pipeline, await services.queue(), options),
    stats: async () =>
      readStats(database.db, clock.now(), await queueDepth(database), {
        timeZone: site.timezone,
        keepDays: config.KEEP_ARTICLES ?? null,
        budget: config.AI_MONTHLY_BUDGET ?? null,
      }),
    listSources: () => listSourceRecords(database.db, clock.now()),
    findFeeds: (url: string) => findFeeds(services, url),
    previewSource: (url: string) => previewSource(services, url),
    addSource: (url: string) => addSource(database, services, url, { dataDir }, clock.now()),
    removeSource: (id: number, withArticles = false) => removeSource(database, id, withArticles, clock.now()),
    editSource: (id: number, edit: SourceEdit, login?: SecretHeaders | null) =>
      editSource(database, id, { edit, login, dataDir }, clock.now()),
    sourceSettings: (id: number) => sourceSettings(database, id),
    sourceLogin: (id: number) => sourceLogin(database, dataDir, id),
    pauseSource: (id: number, reason?: string) => pauseSource(database, id, clock.now(), reason),
    resumeSource: (id: number) => resumeSource(database, id, clock.now()),
    probeSource: (id: number) => probeSource(services, id),
    importSources: (opml: string | Uint8Array) => importOpml(database, opml, clock.now()),
    exportSources: async () => renderOpml(await listOutlines(database.db, site.language), site.name),
    planReprocess: (request: ReprocessRequest) => planReprocess(services.reprocessing, request),
    reprocess: async (request: ReprocessRequest) =>
      reprocessHere(database, services.reprocessing, await services.queue(), request),
    correctEvent: async (
      eventId: number,
      { retainPoints, ...after }: { title: string; summary: string; retainPoints: boolean },
    ) => {
      const event = await findEvent(database.db, eventId, site.language)
      const before = {
        title: event?.title ?? '',
        summary: event?.summary ?? '',
        by: event?.textBy ?? 'excerpt',
      } as const
      return correctEvent(database, { eventId, before, after, retainPoints }, clock.now())
    },
  }
}
