/** The worker's part of the service: the stages on the queue. */
import type { Feature } from '../feature.ts'
import { loadFeatures } from '../features.ts'
import { startWorker } from '../pipeline/run.ts'
import { freeLeases } from '../store/outbox/rows.ts'
import { examsJob } from './exam-commands.ts'
import { examinedModels, missingExam } from './examined-models.ts'
import { startNotices } from './notice-loop.ts'
import { buildOperations, reprocessJob } from './operations.ts'
import type { Running, Services } from './services.ts'
import { syncSources } from './sync-source-list.ts'

/** The stages, after a sync of the list of sources and of the content folder's guides. */
export async function startStages(services: Services): Promise<Running> {
  await syncSources(services)
  await syncGuidesAtStart(services)
  await freeLeases(services.database)
  await noteMissingExams(services)
  const features: Feature[] = await loadFeatures(services.config)
  const worker = await startWorker(services.pipeline, await services.queue(), {
    reprocess: (key) => reprocessJob(services, key),
    exams: (key) => examsJob(services, key),
    ...Object.assign({}, ...features.map((feature) => feature.jobs?.(services))),
  })
  const notices = startNotices(services)
  const close = async () => {
    await notices.stop()
    await worker.stop()
  }
  return { address: null, close }
}

async function syncGuidesAtStart(services: Services): Promise<void> {
  const { faults: violations, ...sync } = await buildOperations(services).syncGuides()
  for (const violation of violations) services.log.warn(violation, 'a guide has an error')
  services.log.info({ guides: sync.guides, saved: sync.saved.length, removed: sync.removed.length }, 'guides synced')
}

/** A model without an exam is used all the same; its controls are counted. */
async function noteMissingExams({ config, database, log }: Services): Promise<void> {
  for (const { model, role, exam } of await examinedModels(config, database.db))
    if (!exam) log.warn({ model }, missingExam(model, role))
}
