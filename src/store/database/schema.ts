/** Every table by its name, for Kysely. */
import type {
  AlertEventTable,
  AlertProgressTable,
  AlertQuietTimeTable,
  AlertRuleTable,
  AlertSearchTable,
  AlertTable,
  PushKeyTable,
  PushSubscriptionTable,
} from './tables/alerts.ts'
import type {
  ArticleCountTable,
  ArticleIdentityTable,
  ArticleTable,
  ArticleTagTable,
  ArticleTextTable,
  ArticleVisitorTable,
  FaultReportTable,
  PagePrintTable,
  TagTable,
  VisitorSaltTable,
} from './tables/articles.ts'
import type {
  ChangeLogTable,
  ChangeTable,
  DataVersionTable,
  HubSubscriptionTable,
  WebhookTable,
} from './tables/changes.ts'
import type { EpisodeTable, GuideFaultTable, GuideTable } from './tables/content.ts'
import type { PersonalFeedTable, SpokenEditionTable } from './tables/editions.ts'
import type {
  ArticleFeatureTable,
  EventDecisionTable,
  EventLineTable,
  EventMemberTable,
  EventQuestionTable,
  EventTable,
  EventTextTable,
  LinePairTable,
  RevisionTable,
  TermDayTable,
} from './tables/events.ts'
import type {
  FeedPushTable,
  FeedSubscriptionTable,
  FeedTable,
  FetchTable,
  FetchTurnTable,
  NoticeTable,
} from './tables/feeds.ts'
import type {
  AiCallTable,
  ClaimTable,
  ExamTable,
  JudgeControlTable,
  JudgeSuspensionTable,
  ReprocessRunTable,
  TagProposalTable,
} from './tables/models.ts'
import type { OperatorActionTable, OperatorSessionTable, OperatorSwitchTable } from './tables/operator.ts'
import type { MailSubscriptionTable, OutboxTable } from './tables/outbox.ts'
import type {
  AppPasswordTable,
  FollowTable,
  LoginCodeTable,
  MuteTable,
  RateHitTable,
  ReadEventTable,
  SavedEventTable,
  TokenTable,
  UserIdentityTable,
  UserTable,
} from './tables/people.ts'
import type {
  ArticleSearchTable,
  ArticleVectorTable,
  EmbeddingModelTable,
  EmbeddingQueueTable,
  GuideVectorTable,
  SearchTermTable,
  SearchTotalsTable,
} from './tables/search.ts'
import type { DissolvedStoryTable, StoryEventTable, StoryFeatureTable, StoryTable } from './tables/stories.ts'

export interface Schema {
  feeds: FeedTable
  fetches: FetchTable
  tags: TagTable
  articles: ArticleTable
  article_identities: ArticleIdentityTable
  article_texts: ArticleTextTable
  page_prints: PagePrintTable
  data_versions: DataVersionTable
  article_tags: ArticleTagTable
  article_counts: ArticleCountTable
  users: UserTable
  user_identities: UserIdentityTable
  tokens: TokenTable
  login_codes: LoginCodeTable
  follows: FollowTable
  mutes: MuteTable
  saved_events: SavedEventTable
  read_events: ReadEventTable
  app_passwords: AppPasswordTable
  personal_feeds: PersonalFeedTable
  spoken_editions: SpokenEditionTable
  alert_rules: AlertRuleTable
  alert_quiet_times: AlertQuietTimeTable
  alerts: AlertTable
  alert_events: AlertEventTable
  alert_searches: AlertSearchTable
  alert_progress: AlertProgressTable
  push_subscriptions: PushSubscriptionTable
  push_keys: PushKeyTable
  visitor_salts: VisitorSaltTable
  article_visitors: ArticleVisitorTable
  rate_hits: RateHitTable
  events: EventTable
  event_members: EventMemberTable
  event_texts: EventTextTable
  event_decisions: EventDecisionTable
  event_questions: EventQuestionTable
  line_pairs: LinePairTable
  event_lines: EventLineTable
  article_features: ArticleFeatureTable
  term_days: TermDayTable
  stories: StoryTable
  story_events: StoryEventTable
  story_features: StoryFeatureTable
  dissolved_stories: DissolvedStoryTable
  revisions: RevisionTable
  ai_calls: AiCallTable
  claims: ClaimTable
  exams: ExamTable
  judge_controls: JudgeControlTable
  judge_suspensions: JudgeSuspensionTable
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
  operator_switches: OperatorSwitchTable
  operator_sessions: OperatorSessionTable
  fault_reports: FaultReportTable
  article_search: ArticleSearchTable
  search_terms: SearchTermTable
  search_totals: SearchTotalsTable
  changes: ChangeTable
  change_log: ChangeLogTable
  webhooks: WebhookTable
  hub_subscriptions: HubSubscriptionTable
  mail_subscriptions: MailSubscriptionTable
  outbox: OutboxTable
  feed_subscriptions: FeedSubscriptionTable
  feed_pushes: FeedPushTable
  fetch_turns: FetchTurnTable
}
