/** The worker's part of the service: the stages on the queue. */
import type { Feature } from '../feature.ts'
import { loadFeatures } from '../features.ts'
import { startWorker } from '../news/stages/run.ts'
import { freeLeases } from '../platform/outbox/rows.ts'
import { startNotices } from './notice-loop.ts'
import { reprocessJob } from './operations.ts'
import type { Running, Services } from './services.ts'
import { syncSources } from './sync-source-list.ts'

/** The stages, after a sync of the list of sources and of what features have in the content folder. */
export async function startStages(services: Services): Promise<Running> {
  const features: Feature[] = await loadFeatures(services.config)
  await syncSources(services)
  for (const feature of features) await feature.start?.(services)
  await freeLeases(services.database)
  const worker = await startWorker(services.pipeline, await services.queue(), {
    reprocess: (key) => reprocessJob(services, key),
    ...Object.assign({}, ...features.map((feature) => feature.jobs?.(services))),
  })
  const notices = startNotices(services)
  const close = async () => {
    services.models.abort()
    await notices.stop()
    await worker.stop()
  }
  return { address: null, close }
}
