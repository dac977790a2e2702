/** The `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date. */

/** Milliseconds from `now`, never negative; null where the header is missing or unreadable. */
export function retryAfterMs(header: string | undefined | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000
  if (!/[a-z]/i.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
