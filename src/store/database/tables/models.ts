/** Calls to models, claims, and runs that an operator orders. Columns as the migrations make them. */
import type { SentenceRuling } from '../../../domain/operator.ts'
import type { ClaimPart } from '../../../domain/quality/claim-parts.ts'
import type { Exam } from '../../../domain/quality/exam.ts'
import type { Defaulted, Id, Json, Time } from './columns.ts'

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
  /** It counts as an attempt no more. */
  superseded: Defaulted<boolean>
}

export interface ClaimTable {
  id: Id
  /** One of the four: whose text it is. */
  article_id: number | null
  event_id: number | null
  /** Of the event's text. */
  revision: number | null
  story_id: number | null
  episode_id: string | null
  part: Defaulted<ClaimPart>
  section: Defaulted<number>
  position: number
  sentence: string
  evidence: Json<StoredPassage[]>
  verdict: 'stands' | 'dropped'
  dropped_by: string | null
  reason: string | null
  judged: 'supported' | 'contradicted' | 'not_in_evidence' | null
  /** Of the evidence, as the judge named them. */
  deciding_words: string | null
  /** What an operator ruled. */
  ruling: SentenceRuling['ruling'] | null
  at: Time
}

/** Offsets in the original's text or in its headline, and its words; null once they are forgotten. */
export interface StoredPassage {
  start: number
  end: number
  text: string
  headline?: true
  /** Of texts that rest on several articles. */
  articleId?: number
}

/** A sentence whose truth is known, as a judge answered it among real ones. */
export interface JudgeControlTable {
  id: Id
  call_id: number | null
  position: number
  model: string
  prompt_version: string
  language: string
  class: string
  /** Null for one that was made of the text at hand. */
  exam_id: string | null
  expected: 'refused' | 'supported'
  answered: 'supported' | 'contradicted' | 'not_in_evidence' | 'missing'
  at: Time
}

export interface JudgeSuspensionTable {
  id: Id
  model: string
  prompt_version: string
  suspended_at: Time
  /** Controls from then on decide whether it comes back. */
  examine_at: Time
  lifted_at: Time | null
  planted: number
  refused: number
  pairs: number
  supported: number
}

export interface ExamTable {
  id: Id
  model: string
  base_url: string | null
  role: Exam['role']
  language: string
  prompt_version: string
  items: number
  started_at: Time
  ended_at: Time | null
  error: string | null
  answers: Json<Exam['answers']>
  calls: Defaulted<number>
  ms: Defaulted<number>
  input_tokens: Defaulted<number>
  output_tokens: Defaulted<number>
  cost: Defaulted<number>
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
  again: Defaulted<boolean>
}
