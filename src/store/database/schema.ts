/** The shape of every table, for Kysely. Columns as the migrations make them. */
import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { MembershipReason } from '../../domain/clustering/reason.ts'
import type { RevisionReason, StoredPoint } from '../../domain/events/event-text.ts'
import type { FailureCause } from '../../domain/feeds/feed-health.ts'
import type { GuidePicture, GuideSource, GuideSpec } from '../../domain/guides/guide.ts'
import type { Facts } from '../../domain/operator.ts'

type Id = Generated<number>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Json<T> = ColumnType<T, string | undefined, string>
type Time = ColumnType<Date, Date, Date>

export interface FeedTable {
  id: Id
  url: string
  site_url: string | null
  title: string
  description: string | null
  language: string | null
  icon_url: string | null
  publisher: string
  publisher_name: string | null
  status: Defaulted<'active' | 'paused' | 'gone' | 'removed'>
  status_reason: string | null
  relevance: Defaulted<'model' | 'all'>
  extract: Defaulted<boolean>
  created_at: Defaulted<Date>
  etag: string | null
  last_modified: string | null
  body_hash: string | null
  hub_url: string | null
  first_pass_done: Defaulted<boolean>
  next_fetch_at: Defaulted<Date>
  hold_until: Date | null
  interval_minutes: Defaulted<number>
  usual_gap_minutes: number | null
  ttl_minutes: number | null
  last_fetched_at: Date | null
  last_success_at: Date | null
  last_new_at: Date | null
  errors_in_row: Defaulted<number>
  last_error: string | null
  redirect_url: string | null
  redirect_seen: Defaulted<number>
  redirect_since: Date | null
  failing_since: Date | null
  failure: FailureCause | null
  answer_ms: number | null
  longest_gap_minutes: number | null
  republished_at: Date | null
  folder: string | null
  own_interval_minutes: number | null
  secret: Buffer | null
  proposed_url: string | null
  proposed_at: Date | null
  listed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

export interface FetchTable {
  id: Id
  feed_id: number
  at: Time
  outcome: 'new' | 'unchanged' | 'failed'
  http_status: number | null
  bytes: Defaulted<number>
  ms: Defaulted<number>
  items_new: Defaulted<number>
  items_updated: Defaulted<number>
  error: string | null
  cause: FailureCause | null
}

export interface TagTable {
  id: Id
  name: string
  slug: string
}

export type StageState = 'none' | 'pending' | 'done' | 'refused'

export interface ArticleTable {
  id: Id
  feed_id: number
  url: string
  canonical_url: string
  title: string
  excerpt: Defaulted<string>
  language: string | null
  author: string | null
  image_url: string | null
  credited_publisher: string | null
  published_at: Date | null
  discovered_at: Time
  sort_at: Time
  updated_at: Time
  content_hash: string
  status: Defaulted<'pending' | 'published' | 'removed'>
  relevant: Defaulted<boolean>
  relevance_reason: string | null
  kind: string | null
  translated_title: string | null
  translated_summary: string | null
  translated_by: 'ai' | 'operator' | null
  translated_at: Date | null
  products: Defaulted<string[]>
  tag_ids: Defaulted<number[]>
  views: Defaulted<number>
  heat: number | null
  popularity: ColumnType<number, never, never>
  event_id: number | null
  source_count: Defaulted<number>
  extract_state: Defaulted<StageState>
  extract_after: Date | null
  extract_reason: string | null
  enrich_state: Defaulted<StageState>
  cluster_state: Defaulted<'pending' | 'done'>
  reservation: string | null
}

export interface ArticleIdentityTable {
  feed_id: number
  key: string
  article_id: number | null
}

export interface ArticleTextTable {
  article_id: number
  text: string
  origin: 'feed' | 'page'
  stored_at: Time
}

export interface DataVersionTable {
  name: 'content' | 'views'
  version: number
  raised_at: Time
}

export interface ArticleTagTable {
  tag_id: number
  article_id: number
  sort_at: Time
  relevant: boolean
}

export interface ArticleCountTable {
  scope: string
  sort: 'newest' | 'popular' | 'newest-block' | 'popular-block' | 'total'
  bucket: number
  language: string
  relevant: boolean
  articles: number
}

export interface UserTable {
  id: Id
  email: string | null
  created_at: Time
}

export interface UserIdentityTable {
  provider: string
  subject: string
  user_id: number
}

export interface TokenTable {
  hash: Buffer
  user_id: number
  created_at: Time
  last_used_at: Time
  expires_at: Time
}

export interface LoginCodeTable {
  email: string
  code_hash: Buffer
  wrong: Defaulted<number>
  created_at: Time
  expires_at: Time
}

export interface FollowTable {
  user_id: number
  feed_id: number
  created_at: Time
}

export interface VisitorSaltTable {
  day: string
  salt: Buffer
}

export interface ArticleVisitorTable {
  day: string
  article_id: number
  visitor: Buffer
}

export interface RateHitTable {
  limiter: string
  key: string
  at: Time
}

export interface EventTable {
  id: Id
  created_at: Time
  first_at: Time
  last_at: Time
  source_count: Defaulted<number>
  articles_count: Defaulted<number>
  story_state: Defaulted<'pending' | 'done'>
  merged_into: number | null
  split_from: number | null
  text_state: Defaulted<'pending' | 'done'>
  text_after: Date | null
  /** Members that are shown, and those of them that are relevant; written by triggers. */
  published: Generated<number>
  relevant: Generated<number>
}

export interface EventTextTable {
  event_id: number
  revision: number
  title: string
  summary: string
  points: Json<StoredPoint[]>
  text_by: 'ai' | 'operator'
  model: string | null
  prompt_version: string | null
  article_ids: number[]
  seen_ids: number[]
  reason: RevisionReason
  brought_by: number[]
  at: Time
}

export interface EventMemberTable {
  article_id: number
  event_id: number
  decided_by: 'first' | 'likeness' | 'model' | 'operator'
  score: number | null
  reason: Json<MembershipReason>
  at: Time
}

export interface EventDecisionTable {
  article_a: number
  article_b: number
  same: boolean
  decided_by: Defaulted<'model' | 'operator'>
  at: Time
}

export interface EventQuestionTable {
  article_a: number
  article_b: number
  likeness: number
  at: Time
  tries: Defaulted<number>
}

export interface ArticleFeatureTable {
  article_id: number
  at: Time
  features: Json<Record<string, unknown>>
  looked_again: Defaulted<boolean>
}

export interface TermDayTable {
  term: string
  days: number[]
}

export interface StoryFeatureTable {
  event_id: number
  first_at: Time
  last_at: Time
  features: Json<Record<string, unknown>>
}

/** What an index in memory was made from: raised by a trigger with every write of the table `name`. */
export interface RevisionTable {
  name: 'event_members' | 'event_decisions' | 'story_events' | 'story_features'
  revision: Generated<string>
}

export interface StoryTable {
  id: Id
  title: string
  lead: Defaulted<string>
  body: Defaulted<string>
  text_by: Defaulted<'ai' | 'operator' | 'excerpt'>
  text_articles: Defaulted<number>
  text_events: Defaulted<number>
  text_newest_at: Date | null
  status: Defaulted<'active' | 'dormant'>
  entries_count: Defaulted<number>
  first_at: Date | null
  last_at: Date | null
  image_url: string | null
  predecessor_id: number | null
  merged_into: number | null
  created_at: Time
  updated_at: Time
  /** Written by a trigger. */
  search: Generated<string | null>
}

export interface DissolvedStoryTable {
  story_id: number
  event_id: number | null
  at: Time
}

export interface StoryEventTable {
  event_id: number
  story_id: number
  decided_by: Defaulted<'likeness' | 'model' | 'operator'>
  score: number | null
  reason: Json<Record<string, unknown>>
  at: Time
}

export interface AiCallTable {
  id: Id
  purpose: string
  article_id: number | null
  story_id: number | null
  event_id: number | null
  at: Time
  ms: Defaulted<number>
  provider: string
  model: string
  prompt_version: string
  content_hash: string | null
  request: Json<unknown>
  response: string | null
  input_tokens: Defaulted<number>
  output_tokens: Defaulted<number>
  cost: Defaulted<number>
  verdict: 'asked' | 'answered' | 'accepted' | 'refused' | 'failed'
  reason: string | null
  unreadable: Defaulted<boolean>
}

export interface ClaimTable {
  id: Id
  article_id: number
  position: number
  sentence: string
  evidence: Json<StoredPassage[]>
  verdict: 'stands' | 'dropped'
  dropped_by: string | null
  reason: string | null
  judged: 'supported' | 'contradicted' | 'not_in_evidence' | null
  at: Time
}

/** Offsets in the original's text, and its words. */
export interface StoredPassage {
  start: number
  end: number
  text: string
}

export interface TagProposalTable {
  name: string
  times: Defaulted<number>
  last_at: Time
}

export interface ReprocessRunTable {
  id: Id
  stages: string[]
  since: Time | null
  started_at: Time
  after_call: number
  stages_done: Defaulted<number>
  articles: Defaulted<number>
  marked_to: Defaulted<number>
  finished_at: Time | null
}

export interface EmbeddingModelTable {
  id: Id
  name: string
  dimensions: number
  serving: Defaulted<boolean>
  created_at: Time
}

export interface GuideVectorTable {
  model_id: number
  slug: string
  content_hash: string
  v: Buffer
}

export interface ArticleVectorTable {
  article_id: number
  model_id: number
  v: Buffer
  changed: Id
}

export interface EmbeddingQueueTable {
  article_id: number
  at: Time
}

export interface EpisodeTable {
  episode_id: string
  title: string
  description: Defaulted<string>
  published_on: Time
  duration_seconds: number
  audio_path: string
  audio_type: string
  audio_bytes: number
  cover_path: string | null
  cover_thumb_path: string | null
  transcript_vtt: string | null
  transcript_text: string | null
  chapters: Json<{ startSeconds: number; title: string; url: string | null; imageUrl: string | null }[]>
  sources: Json<{ title: string; url: string; source: string; entryId: number | null }[]>
  origin: 'import' | 'generate'
  created_at: Time
  updated_at: Time
}

export interface GuideTable {
  slug: string
  file: string
  title: string
  page_type: 'product_hub' | 'family_hub' | 'generation_hub' | 'rumor'
  family: string
  generation: string | null
  tags: string[]
  summary: string
  body: string
  updated: string
  facts_until: string | null
  checked: string | null
  sources: Json<GuideSource[]>
  specs: Json<GuideSpec[]>
  picture: ColumnType<GuidePicture | null, string | null | undefined, string | null>
  names: Defaulted<string[]>
  content_hash: string
  search: ColumnType<never, RawBuilder<string>, RawBuilder<string>>
}

export interface GuideFaultTable {
  file: string
  line: number
  message: string
  refused: boolean
  at: Time
}

export interface NoticeTable {
  id: Id
  key: string
  kind: string
  urgent: boolean
  facts: Json<Facts>
  since: Time
  told_at: Date | null
  mended_at: Date | null
}

export interface OperatorActionTable {
  id: Id
  at: Time
  action: string
  target: string
  subject: string
  before: Json<Facts>
  after: Json<Facts>
  undo: ColumnType<unknown, string | null, string | null>
  undone_at: Date | null
  undoes: number | null
}

export interface OperatorSessionTable {
  hash: Buffer
  created_at: Time
  expires_at: Time
}

export interface FaultReportTable {
  id: Id
  article_id: number
  text: string
  at: Time
  handled_at: Date | null
}

/** Words of published articles; written by triggers only. */
export interface ArticleSearchTable {
  article_id: number
  search: string
}

/** In how many published articles a word stands; written by triggers only. */
export interface SearchTermTable {
  term: string
  docs: number
}

/** One row, written by triggers; `language` by store/search.ts. */
export interface SearchTotalsTable {
  docs: number
  title_words: number
  summary_words: number
  other_words: number
  language: string
}

/** Written by triggers only. */
export interface ChangeTable {
  position: Id
  version: number
  at: Time
  kind: 'entry' | 'event' | 'story' | 'episode' | 'guide' | 'correction'
  act: 'created' | 'updated' | 'merged' | 'split' | 'removed'
  id: string
  into_id: string | null
  from_id: string | null
  fields: string[]
}

/** One row. */
export interface ChangeLogTable {
  epoch: string
  forgotten_to: number
}

export interface WebhookTable {
  id: Id
  url: string
  secret: string
  types: string[] | null
  tag: string | null
  min_sources: number | null
  feed_id: number | null
  cursor: string | null
  state: Defaulted<'active' | 'paused'>
  leased_until: Date | null
  next_at: Time
  tries: Defaulted<number>
  failing_since: Date | null
  last_error: string | null
  delivered: Defaulted<number>
  delivered_at: Date | null
  created_at: Time
}

export interface HubSubscriptionTable {
  topic: string
  callback: string
  secret: string | null
  expires_at: Time
  content_hash: string | null
  leased_until: Date | null
  next_at: Time
  tries: Defaulted<number>
  failing_since: Date | null
}

export interface Schema {
  feeds: FeedTable
  fetches: FetchTable
  tags: TagTable
  articles: ArticleTable
  article_identities: ArticleIdentityTable
  article_texts: ArticleTextTable
  data_versions: DataVersionTable
  article_tags: ArticleTagTable
  article_counts: ArticleCountTable
  users: UserTable
  user_identities: UserIdentityTable
  tokens: TokenTable
  login_codes: LoginCodeTable
  follows: FollowTable
  visitor_salts: VisitorSaltTable
  article_visitors: ArticleVisitorTable
  rate_hits: RateHitTable
  events: EventTable
  event_members: EventMemberTable
  event_texts: EventTextTable
  event_decisions: EventDecisionTable
  event_questions: EventQuestionTable
  article_features: ArticleFeatureTable
  term_days: TermDayTable
  stories: StoryTable
  story_events: StoryEventTable
  story_features: StoryFeatureTable
  dissolved_stories: DissolvedStoryTable
  revisions: RevisionTable
  ai_calls: AiCallTable
  claims: ClaimTable
  tag_proposals: TagProposalTable
  reprocess_runs: ReprocessRunTable
  embedding_models: EmbeddingModelTable
  embedding_queue: EmbeddingQueueTable
  episodes: EpisodeTable
  guides: GuideTable
  guide_vectors: GuideVectorTable
  article_vectors: ArticleVectorTable
  guide_faults: GuideFaultTable
  notices: NoticeTable
  operator_actions: OperatorActionTable
  operator_sessions: OperatorSessionTable
  fault_reports: FaultReportTable
  article_search: ArticleSearchTable
  search_terms: SearchTermTable
  search_totals: SearchTotalsTable
  changes: ChangeTable
  change_log: ChangeLogTable
  webhooks: WebhookTable
  hub_subscriptions: HubSubscriptionTable
}
