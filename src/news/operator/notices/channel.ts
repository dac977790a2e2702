/** A way by which notices reach the operator, and the plain HTTP that most of them are. */
import { AppError, messageOf } from '../../../platform/errors.ts'
import { withoutPathOf } from '../../../platform/text/addresses.ts'
import type { NoticeMessage } from '../rules/notices.ts'

export interface Channel {
  /** The setting that it comes from. */
  name: string
  /** Throws `unavailable` with the server's reason. */
  send(message: NoticeMessage): Promise<void>
}

const PATIENCE_MS = 10_000

interface Call {
  method: 'POST' | 'PUT'
  url: string
  token?: string | undefined
  body: unknown
}

/** JSON to an address that the operator chose, which may be on a private network. Throws `unavailable`. */
export async function sendJson({ method, url, token, body }: Call): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  // A redirect could lead the token elsewhere.
  const request = fetch(url, { method, headers, body: JSON.stringify(body), signal, redirect: 'error' })
  const response = await request.catch((cause) => {
    const why = signal.aborted ? `no answer within ${PATIENCE_MS / 1000} s` : messageOf(cause.cause ?? cause)
    throw new AppError('unavailable', why, { cause })
  })
  if (response.ok) return void (await response.body?.cancel())
  const answer = withoutPathOf(url, await response.text().catch(() => '')).slice(0, 200)
  throw new AppError('unavailable', `HTTP ${response.status} ${answer}`.trim())
}
