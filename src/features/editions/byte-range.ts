/** One range of bytes (RFC 9110, 14.1.2). Several at once are answered with the whole, as a server may. */

export interface ByteRange {
  from: number
  /** The last byte, not the one after. */
  to: number
}

/** Null for all of it. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return last === '0' ? 'unsatisfiable' : { from: Math.max(0, size - Number(last)), to: size - 1 }
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < from) return null
  return from >= size ? 'unsatisfiable' : { from, to }
}
