/** Why a visit failed: an error of the fetch, the answer's status or the document, as one of a closed set of causes. */

import { FetchError } from '../../../platform/fetch/fetch-error.ts'
import type { FetchResult } from '../../../platform/fetch/fetcher.ts'
import type { FailureCause } from '../rules/feed-health.ts'

const reasons: Record<number, string> = {
  304: 'nothing has changed, though we asked for all of it',
  401: 'it wants a login',
  403: 'it refuses us',
  404: 'the feed is not there',
  407: 'it wants a login',
  410: 'the feed is gone for good',
  429: 'we asked too often',
  503: 'it is busy',
}

const causes: Record<number, FailureCause> = {
  304: 'not_modified',
  401: 'login',
  403: 'refused',
  404: 'missing',
  407: 'login',
  410: 'gone',
  429: 'busy',
  503: 'busy',
}

/** A refusal by status, with what the schedule needs of the answer. */
export class StatusError extends Error {
  readonly result: FetchResult
  constructor(result: FetchResult) {
    super(`The publisher answered ${result.status}${reasons[result.status] ? `: ${reasons[result.status]}` : ''}.`)
    this.result = result
  }
}

/** Null for an error that is internal, not of the publisher. */
export function causeOf(error: unknown): FailureCause | null {
  if (error instanceof StatusError) return causes[error.result.status] ?? 'status'
  if (error instanceof FetchError) return causeOfFetch(error)
  const { code } = error as { code?: unknown }
  if (code === 'forbidden') return 'login'
  return code === 'unprocessable' ? 'not_a_feed' : null
}

function causeOfFetch({ kind, reached }: FetchError): FailureCause | null {
  if (kind === 'aborted') return null
  if (!reached) return 'unreachable'
  return kind === 'timeout' ? 'timeout' : 'broken'
}
