/** The worker's part of the service: the stages on the queue. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Feature } from '../feature.ts'
import { loadFeatures } from '../features.ts'
import { syncSources } from '../news/feeds/visits/sync-source-list.ts'
import { reprocessOrdered } from '../news/stages/ordered-reprocess.ts'
import { startWorker } from '../news/stages/run.ts'
import { freeLeases } from '../platform/outbox/rows.ts'
import type { Content } from './content.ts'
import { startNotices } from './notice-loop.ts'
import type { Running, Services } from './services.ts'

/**
 * The stages, after a sync of the list of sources and of what features have in the content folder. A start that is still under way
 * when `ending` resolves leaves out what the next one does again.
 */
export async function startStages(
  services: Services,
  ending: Promise<unknown> = new Promise(() => {}),
): Promise<Running> {
  let isEnding = false
  void ending.then(() => {
    isEnding = true
  })
  const features: Feature[] = await loadFeatures(services.config)
  await syncSources(services)
  for (const feature of features) if (!isEnding) await feature.start?.(services)
  await freeLeases(services.database)
  const queue = await services.queue()
  const worker = await startWorker(services.pipeline, queue, {
    reprocess: (key) => reprocessOrdered(services.reprocessing, queue, key),
    ...Object.assign({}, ...features.map((feature) => feature.jobs?.(services))),
  })
  const notices = startNotices(services)
  const stems = makeStems(services.content, () => isEnding)
  const close = async () => {
    isEnding = true
    services.models.abort()
    await stems
    await notices.stop()
    await worker.stop()
  }
  return { address: null, close }
}

/**
 * Clustering needs them at its first pass, and makes those that are missing then. Readers of the same process are answered between two
 * languages.
 */
async function makeStems({ languages, lexicon }: Content, isEnding: () => boolean): Promise<void> {
  for (const { code } of languages.all) {
    if (isEnding()) return
    lexicon.in(code)
    await yieldToEventLoop()
  }
}
