/** Dependencies of the stages, built by app.ts. Types only. */
import type { Stage } from '../../platform/queue/stages.ts'
import type { Crawl } from '../feeds/visits/crawl.ts'

/** A stage that a feature brings. */
export interface FeatureStage {
  stage: Stage
  handle(key: string): Promise<unknown>
  /** Keys of what is to be done now. */
  due(): Promise<string[]>
  close?(): void
}

/** The whole pipeline: the crawl, and the later stages as app.ts has bound them to their models. */
export interface Pipeline extends Crawl {
  enrich(articleId: number): Promise<void>
  /** The budget for models is used up until the month turns, an operator has stopped them, or their judge is suspended. */
  enrichmentPaused(): Promise<boolean>
  embed(): Promise<void>
  embeddingDue(): Promise<boolean>
  cluster(): Promise<void>
  stories(): Promise<void>
  writeEventTexts(): Promise<void>
  eventTextsDue(): Promise<boolean>
  /** Of features. */
  stages: readonly FeatureStage[]
  maintain(): Promise<void>
}
