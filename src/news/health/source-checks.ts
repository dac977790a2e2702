/** Health checks of sources, and a report of each source. */

import type { Db } from '../../platform/database/database.ts'
import { isErrorState, needsPerson, verdictOn } from '../feeds/rules/feed-health.ts'
import { listSourceStates } from '../operator/queries/source-health.ts'
import type { SourceState } from '../operator/queries/views.ts'
import type { NoticeKind, OperatorIssue } from '../operator/rules/notices.ts'
import { failure, type Issues, ok, type Report, warning } from './health-check.ts'

/** Failure of our own network before the operator is notified. */
const OFFLINE_MS = 30 * 60_000

export async function checkSources(db: Db): Promise<Report> {
  const sources = await listSourceStates(db, new Date())
  const { verdict } = verdictOn(sources.map(({ state }) => state))
  if (verdict === 'none') return [warning('There is none: "karnhuset feeds add ADDRESS" adds the first.')]
  if (verdict === 'offline')
    return [failure("This machine's own network is away: no publisher can be reached from here.")]
  const ill = sources.filter(({ state }) => isErrorState(state))
  const warnings = ill.map(({ id, title, state, since, reason }) => {
    const when = since ? ` since ${since.toISOString().slice(0, 16)}` : ''
    return warning(`${title} (id ${id}): ${state.replaceAll('_', ' ')}${when}. ${reason ?? ''}`.trim())
  })
  const answered = sources.filter(({ lastSuccessAt, state }) => lastSuccessAt !== null && !isErrorState(state)).length
  const unread = sources.filter(({ state }) => state === 'unread').length
  const rest = unread > 0 ? `, ${unread} not read yet` : ''
  return [...warnings, ok(`${answered} of ${sources.length} have answered and are in no trouble${rest}`)]
}

export async function sourceIssues(db: Db, now: Date): Promise<Issues> {
  const sources = await listSourceStates(db, now)
  const lasting = sources
    .filter(({ state }) => isErrorState(state) || state === 'silent' || state === 'offline')
    .map(keyOf)
  return { open: openIssues(sources, now), lasting }
}

/** A failing source is one issue until it is well, however it fails; that it is gone for good is another. */
const keyOf = ({ id, state }: SourceState) => `${state === 'gone' ? 'source_gone' : 'source'}:${id}`

function openIssues(sources: SourceState[], now: Date): OperatorIssue[] {
  const issues = sources
    .filter((source) => needsPerson(source, now))
    .map((source) => ({
      key: keyOf(source),
      kind: `source_${source.state}` as NoticeKind,
      urgent: false,
      facts: { source: source.title, cause: source.cause },
      since: source.since ?? now,
    }))
  const began = offlineSince(sources)
  if (began === null || now.getTime() - began.getTime() < OFFLINE_MS) return issues
  return [...issues, { key: 'network_away', kind: 'network_away', urgent: true, facts: {}, since: began }]
}

/** The first failure since any source answered: one that failed before is no sign of our own network. */
function offlineSince(sources: SourceState[]): Date | null {
  const answered = Math.max(...sources.map(({ lastSuccessAt }) => lastSuccessAt?.getTime() ?? 0))
  const failures = sources
    .flatMap(({ state, since }) => (state === 'offline' && since ? since.getTime() : []))
    .filter((since) => since > answered)
  return failures.length > 0 ? new Date(Math.min(...failures)) : null
}
