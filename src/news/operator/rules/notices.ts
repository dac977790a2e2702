/** Notices to the operator: what needs a person, and the words of a message about it. */

import type { Facts } from '../../../platform/database/actor.ts'
import type { Translate } from '../../../platform/site/messages.ts'
import type { HealthState } from '../../feeds/rules/feed-health.ts'

/** Something that needs a person, for as long as it lasts. */
export interface OperatorIssue {
  /** Kind and subject, as in `source_gone:12`: reported once until it is fixed. */
  key: string
  kind: NoticeKind
  /** Reported at once; the rest waits for the day's digest. */
  urgent: boolean
  /** Values of the words that tell it. */
  facts: Facts
  since: Date
}

export type NoticeKind =
  | `source_${Extract<HealthState, 'gone' | 'wants_login' | 'not_a_feed' | 'never_answered' | 'failing' | 'silent'>}`
  | 'report'
  | 'budget_near'
  | 'budget_used'
  | 'gates'
  | 'model_away'
  | 'judge_suspended'
  | 'backup_old'
  | 'backup_ahead'
  | 'backup_failed'
  | 'disk_low'
  | 'network_away'
  | 'database_away'

/** A message as every channel gets it. */
export interface NoticeMessage {
  title: string
  /** Plain text, a line for each matter and its page in the console. */
  text: string
  urgent: boolean
  /** Page of the console to begin at. */
  link: string
  openIssues: { key: string; kind: NoticeKind; text: string; link: string; since: Date }[]
}

export interface Wording {
  t: Translate
  site: string
  baseUrl: string
}

/** Message of an issue, with its page of the console. */
export const describeIssue = (t: Translate, issue: OperatorIssue): NoticeMessage['openIssues'][number] => ({
  key: issue.key,
  kind: issue.kind,
  since: issue.since,
  link: pageOf(issue),
  text: t(`notice.${issue.kind}`, valuesOf(t, issue.facts)),
})

/** `openIssues` is not empty. */
export function composeNotice({ t, site, baseUrl }: Wording, openIssues: OperatorIssue[]): NoticeMessage {
  const worded = openIssues.map((issue) => describeIssue(t, issue)).map((one) => ({ ...one, link: baseUrl + one.link }))
  const [only] = worded
  const title = worded.length === 1 && only ? `${site}: ${only.text}` : t('notice.title', { site, n: worded.length })
  return {
    title,
    text: worded.map(({ text, link }) => `${text}\n${link}`).join('\n\n'),
    urgent: openIssues.some(({ urgent }) => urgent),
    link: worded.length === 1 && only ? only.link : `${baseUrl}/admin`,
    openIssues: worded,
  }
}

/** The message with which `doctor --notify` tries the channels. */
export function composeTrial({ t, site, baseUrl }: Wording): NoticeMessage {
  const link = `${baseUrl}/admin`
  return { title: t('notice.trial', { site }), text: t('notice.trial_text'), urgent: false, link, openIssues: [] }
}

function valuesOf(t: Translate, { cause, ...facts }: Facts) {
  const values = Object.entries(facts).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : `${value ?? ''}`,
  ])
  return { ...Object.fromEntries(values), cause: t(`health.cause.${cause ?? 'status'}`) }
}

function pageOf({ key, kind }: OperatorIssue): string {
  const id = key.split(':')[1]
  if (kind.startsWith('source_')) return `/admin/sources/${id}`
  if (kind === 'budget_near' || kind === 'budget_used') return '/admin/spend'
  const isOfModels = kind === 'gates' || kind === 'model_away' || kind === 'judge_suspended'
  return isOfModels ? '/admin/summaries' : '/admin'
}
