/** Events, their texts, and what clustering keeps; revisions of its work. Columns as the migrations make them. */

import type { Generated } from 'kysely'
import type { PairAnswer } from '../../../domain/calibration/calibrate.ts'
import type { MembershipReason } from '../../../domain/clustering/reason.ts'
import type { RevisionReason, StoredPoint } from '../../../domain/events/event-text.ts'
import type { Defaulted, Id, Json, Time } from './columns.ts'

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

/** What an index in memory was made from: raised by a trigger with every write of the table `name`. */
export interface RevisionTable {
  name: 'event_members' | 'event_decisions' | 'story_events' | 'story_features'
  revision: Generated<string>
}

export interface LinePairTable {
  article_a: number
  article_b: number
  joins_to: number
  step_weight: number
  place: number
  found_at: Time
  answer: PairAnswer | null
  answered_by: string | null
  answered_at: Date | null
}

export interface EventLineTable {
  id: Id
  line: number
  answers: number
  joined: number
  same: number
  joined_same: number
  made_by: string
  at: Time
}
