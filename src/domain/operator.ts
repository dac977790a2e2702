/** Audited actions of an operator: types of the console's actions and of their log. */

import type { ReprocessRequest, StageReport } from './articles/reprocess-request.ts'
import type { FetchReport, IngestProgress } from './feeds/ingest-report.ts'
import type { RumorVerdict } from './guides/record-verdict.ts'

/** Facts before or after an action, in words and numbers that a person reads. */
export type Facts = Record<string, string | number | boolean | null>

export const actionNames = [
  'source_added',
  'sources_imported',
  'source_edited',
  'source_paused',
  'source_resumed',
  'source_removed',
  'source_probed',
  'article_corrected',
  'correction_withdrawn',
  'article_removed',
  'article_restored',
  'relevance_overridden',
  'article_reprocessed',
  'enrichment_retried',
  'report_handled',
  'events_merged',
  'event_split',
  'event_corrected',
  'dispute_settled',
  'rumor_settled',
  'story_edited',
  'story_released',
  'stories_merged',
  'models_stopped',
  'models_released',
  'models_examined',
  'model_chosen',
  'line_moved',
  'line_reset',
  'reprocessed',
  'articles_pruned',
  'webhook_added',
  'webhook_paused',
  'webhook_resumed',
  'webhook_removed',
  'webhook_tried',
  'signed_in',
  'undone',
] as const

/** Note of an action, for its line in the log. */
export interface AuditedAction {
  actor: string
  action: ActionName
  target: string
  subject: string
  before: Facts
  after: Facts
}

export type ActionName = (typeof actionNames)[number]

/** Manual override of one sentence of a text: accepted though it was dropped, removed, or reworded. */
export type SentenceOverride =
  | { ruling: 'accepted' }
  | { ruling: 'dropped' }
  | { ruling: 'corrected'; sentence: string }

/** `unchanged`: it was so already, as after a form that was sent twice. `overtaken`: later changes stand in the way. */
export type Outcome = 'done' | 'unchanged' | 'overtaken'

/** Content of a feed's address, before anything is stored. */
export interface SourcePreview {
  url: string
  title: string
  language: string | null
  items: { title: string; url: string | null; publishedAt: string | null }[]
}

/** State of the console's current or last run. */
export interface ReprocessState {
  running: IngestProgress | null
  ended: { at: Date; reports: StageReport[]; error: string | null } | null
}

/** The operator's acts. All that change what is stored are recorded; what an id names and is not there is `not_found`. */
export interface OperatorCommands {
  /** A session for a client that has given the operator's token. */
  openSession(): Promise<string>
  isSession(session: string): Promise<boolean>
  closeSession(session: string): Promise<void>

  /** Throws what `addSource` throws. */
  previewSource(url: string): Promise<SourcePreview>
  /** Fetches the source now, whatever the schedule. Throws `rate_limited` just after another fetch. */
  probeSource(id: number): Promise<FetchReport>

  correctArticle(id: number, text: { title: string; summary: string }): Promise<Outcome>
  /** On a sentence by the id of its claim. Throws `unprocessable` where the text no longer consists of its sentences. */
  ruleSentence(claimId: number, manualOverride: SentenceOverride): Promise<Outcome>
  withdrawCorrection(id: number): Promise<Outcome>
  removeArticle(id: number): Promise<Outcome>
  restoreArticle(id: number): Promise<Outcome>
  /** Decides that it is about the topic, or not; holds until it is undone. */
  overrideRelevance(id: number, relevant: boolean): Promise<Outcome>
  /** Runs all stages over one article again. */
  reprocessArticle(id: number): Promise<Outcome>
  /** Asks the model again where it was refused; all of them without ids. How many. */
  retryEnrichment(ids?: number[]): Promise<number>
  handleReport(id: number): Promise<Outcome>

  /** Throws `unprocessable` for one event twice. */
  mergeEvents(one: number, other: number): Promise<{ outcome: Outcome; eventId: number }>
  /** `unchanged` for an article that is alone, or no longer in `eventId`. */
  splitFromEvent(articleId: number, eventId: number): Promise<{ outcome: Outcome; eventId: number }>

  /** The operator's own text of an event, which no model writes over. Throws `not_found` for one that was merged into another. */
  /** The statement that was right, or one of a dispute that is open. */
  ruleDispute(eventId: number, ruling: { statement: string; isOpen: boolean }): Promise<Outcome>
  correctEvent(id: number, text: { title: string; summary: string; retainPoints: boolean }): Promise<Outcome>

  editStory(id: number, text: { title: string; lead: string; body: string }): Promise<Outcome>
  /** Gives an edited story back to the pipeline, which writes it again. */
  releaseStory(id: number): Promise<Outcome>
  mergeStories(one: number, other: number): Promise<{ outcome: Outcome; storyId: number }>

  /** Written into the content folder. Throws `not_found`, and `unprocessable` where that cannot be done. */
  recordRumorVerdict(guide: string, rumor: string, verdict: RumorVerdict): Promise<Outcome>

  /** No model is asked, and nothing that one writes is published, until they are released. */
  stopModels(): Promise<Outcome>
  releaseModels(): Promise<Outcome>

  /** Begins to run stages again, and does not wait for the end. `unchanged` while a run goes on in this process. */
  startReprocess(request: ReprocessRequest): Promise<Outcome>
  reprocessState(): Promise<ReprocessState>

  /** Throws `unprocessable` for what cannot be undone. */
  undo(actionId: number): Promise<Outcome>
}
