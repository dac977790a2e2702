/** Single stages of the worker, with those of features, as the queue runs them. */
import type { Services } from '../../src/app/services.ts'
import { stageHandlers } from '../../src/news/stages/run.ts'
import type { Stage } from '../../src/platform/queue/stages.ts'

/** Nothing where its feature is off. */
export const runStage = ({ pipeline }: Pick<Services, 'pipeline'>, stage: Stage, key = ''): Promise<unknown> =>
  stageHandlers(pipeline)[stage]?.(key) ?? Promise.resolve()

/** Sends alerts that wait for mailboxes and devices. */
export const sendAlerts = (services: Pick<Services, 'pipeline'>): Promise<unknown> =>
  Promise.all([runStage(services, 'sendings', 'mail'), runStage(services, 'sendings', 'push')])
