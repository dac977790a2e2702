/** Types for running stages again: the request, its expected cost, and the result. */

/** In the order in which they run. */
export const REPROCESS_STAGES = ['enrich', 'embed', 'cluster'] as const
export type ReprocessStage = (typeof REPROCESS_STAGES)[number]

export interface ReprocessRequest {
  /** Without it every stage that is set up. */
  stages?: readonly ReprocessStage[]
  /** Articles from then on; null or absent for all. */
  since?: Date | null
  /** Only refused articles, though their answers are paid: the stage is `enrich`. */
  again?: boolean
}

/** Work that one stage will do. */
export interface StagePlan {
  stage: ReprocessStage
  articles: number
  inputTokens: number
  outputTokens: number
  /** In the currency of the configured prices; 0 where none are set or nothing is paid for. */
  cost: number
  /** From the record of earlier calls, from the length of the texts, or nothing is paid for. */
  basis: 'earlier calls' | 'text lengths' | 'free'
}

export interface ReprocessPlan {
  stages: StagePlan[]
  cost: number
  /** Since the month began. */
  spent: number
  /** Null for no limit. */
  budget: number | null
  /** Start of the same run when it did not finish: this one resumes it. */
  continues: Date | null
}

export interface StageReport {
  stage: ReprocessStage
  articles: number
  /** Still pending: the budget is used up, or the model was unavailable. */
  left: number
  /** Enrichment: how many have a new summary, and how many answers the gates refused twice. */
  accepted: number
  refused: number
  cost: number
  /** No model was asked. */
  byRules: boolean
}
