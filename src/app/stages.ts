/** The worker's part of the service: the stages on the queue. */
import { startWorker } from '../pipeline/run.ts'
import { freeLeases } from '../store/leases.ts'
import { startNotices } from './notices.ts'
import { buildOperations, reprocessJob } from './operations.ts'
import type { Running } from './part.ts'
import type { Services } from './services.ts'

/** The stages, after a sync of the content folder's guides. */
export async function startStages(services: Services): Promise<Running> {
  await syncGuidesAtStart(services)
  await freeLeases(services.database)
  const worker = await startWorker(services.pipeline, await services.queue(), (key) => reprocessJob(services, key))
  const notices = startNotices(services)
  const close = async () => {
    await notices.stop()
    await worker.stop()
  }
  return { address: null, close }
}

async function syncGuidesAtStart(services: Services): Promise<void> {
  const { faults, ...sync } = await buildOperations(services).syncGuides()
  for (const fault of faults) services.log.warn(fault, 'a guide has a fault')
  services.log.info({ guides: sync.guides, saved: sync.saved.length, removed: sync.removed.length }, 'guides synced')
}
