/**
 * Items' ids as clients of the Google Reader API write them: decimal, as sixteen hexadecimal digits, as fewer of them,
 * and behind a prefix. An item is an event. Its number is moved up, so that a decimal id always has sixteen digits. A
 * bare hexadecimal one has fourteen, or sixteen behind zeros: they cannot be taken for each other, and a double
 * represents them exactly.
 */
import { parseId } from '../../platform/ids.ts'

const FIRST = 2 ** 52
const PREFIX = 'tag:google.com,2005:reader/item/'

export const shortId = (eventId: number): string => String(FIRST + eventId)
export const longId = (eventId: number): string => `${PREFIX}${(FIRST + eventId).toString(16).padStart(16, '0')}`

/** The event's id; null for what no item can be called. */
export function parseItemId(text: string): number | null {
  const id = text.trim()
  const bare = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id
  if (!/^[0-9a-f]{1,16}$/i.test(bare)) return null
  const isDecimal = bare === id && /^4\d{15}$/.test(bare)
  const event = Number.parseInt(bare, isDecimal ? 10 : 16) - FIRST
  return parseId(String(event))
}
