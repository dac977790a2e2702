/** Audited actions of an operator: types of the console's actions and of their log. */

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
  'pair_overridden',
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

export type ActionName = (typeof actionNames)[number]

/** Manual override of one sentence of a text: accepted though it was dropped, removed, or reworded. */
export type SentenceOverride =
  | { ruling: 'accepted' }
  | { ruling: 'dropped' }
  | { ruling: 'corrected'; sentence: string }

/** `unchanged`: it was so already, as after a form that was sent twice. `overtaken`: later changes stand in the way. */
export type Outcome = 'done' | 'unchanged' | 'overtaken'
