/** A topic that is being set up: its feeds as they were tried, what is requested of it, and the work behind its pages. Types only. */
import type { ModelServer } from '../../../platform/models/models.ts'
import type { Example, LearningFigures } from './fit-relevance.ts'
import type { TagProposal } from './propose-tags.ts'
import type { TopicTag } from './topic-files.ts'

export interface TriedFeed {
  url: string
  title: string
  siteUrl: string | null
  /** Registrable domain. */
  publisher: string
  language: string | null
  articles: { title: string; text: string }[]
}

export interface TriedAddress {
  address: string
  /** The likeliest feed at the address; null where there is none. */
  feed: TriedFeed | null
  /** Why there is none. */
  failure: string | null
}

/** Missing parts get defaults in a new folder and stay as they are in an existing one. */
export interface TopicRequest {
  topic?: string | undefined
  name?: string | undefined
  language?: string | undefined
  timezone?: string | undefined
  /** Names of the topic beside its own. */
  words?: readonly string[] | undefined
  feeds: readonly TriedFeed[]
  /** Addresses of feeds that write about nothing else. */
  onlyTopic: readonly string[]
  tags: readonly TopicTag[]
  examples: readonly Example[]
  /** Of the mark, as "#1d4ed8". */
  colour?: string | undefined
}

export interface TopicRules {
  topic: string
  /** Names of the topic beside its own. */
  words: readonly string[]
  tags: readonly TopicTag[]
  /** Of the site. */
  language?: string | undefined
}

/** A model by the server that has it. */
export interface ModelChoice {
  baseUrl: string
  model: string
  /** Of the server, where it wants one. */
  key?: string | undefined
}

/** A model that is tried before it is chosen, as far as it has come. */
export interface ModelTrial {
  choice: ModelChoice
  isOver: boolean
  /** Of the exams. */
  questions: number
  answered: number
  summary: TrialSummary | null
  /** A sentence for each exam. */
  exams: readonly string[]
  /** Why it ended before all was asked. */
  failure: string | null
}

/** Of an article of the site. */
export interface TrialSummary {
  /** Of the article itself. */
  headline: string
  publisher: string
  title: string
  text: string
  /** Why the site would not show it. */
  refusal: string | null
}

export interface Setup {
  /** Those that the content has, by their own names. */
  languages: readonly { code: string; name: string }[]
  /** Why the site would not read the chosen sources, and what to do; null where it reads them. */
  unreadSources: string | null
  /** Of the mark, unless another is chosen. */
  colour: string
  /** `lists`: addresses with blanks or commas between, or OPML. Throws `bad_request` for unreadable OPML and for too many addresses. */
  findFeeds(lists: readonly (string | Uint8Array)[]): Promise<TriedAddress[]>
  proposeTags(feeds: readonly TriedFeed[]): Promise<TagProposal[]>
  headlines(feeds: readonly TriedFeed[]): Omit<Example, 'relevant'>[]
  measure(rules: TopicRules, examples: readonly Example[]): LearningFigures
  /** On this machine, and at the addresses. */
  findModelServers(addresses: readonly string[]): Promise<ModelServer[]>
  /** Returns paths of what was written. Throws where something is wrong; then there is no content folder. */
  write(request: TopicRequest, settings: Readonly<Record<string, string>>): Promise<string[]>
  /** Begins, once the topic is written. Nothing while another trial is under way. */
  tryModel(choice: ModelChoice, feeds: readonly TriedFeed[]): void
  /** The newest; null where none has begun. */
  trial(): ModelTrial | null
  /** Writes the model into `.env`. Throws `unprocessable` where its server does not name it. */
  useModel(choice: ModelChoice): Promise<void>
}
