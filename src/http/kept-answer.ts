/** A kept answer: the bytes of one rendering, its validator and headers, and its compressed forms. */
import { hash } from 'node:crypto'
import type { Reader } from './client.ts'
import { type EncodedHead, type Encoding, encodeHead, finish } from './encode.ts'
import type { WrittenHead } from './written-head.ts'

/** What a surface makes of a view. */
export interface Rendered {
  status?: number
  type: string
  body: string
  /** Added to the body at each request and left out of the ETag: for a timestamp. */
  live?: (now: Date) => string
  headers?: Record<string, string>
  /** Milliseconds since 1970 when the text stops being right by the passing of time alone. */
  validUntil?: number
}

/** A kept answer, ready to be sent. */
export interface Kept {
  status: number
  etag: string
  headers: Record<string, string>
  body: Buffer
  /** `body` too, where it is small and its charset stands in its type: Fastify would add one to a JSON text's. */
  text: string | undefined
  live: ((now: Date) => string) | undefined
  encoded: Partial<Record<Encoding, EncodedHead>>
  /** With its live end, as it was last sent. */
  latest?: { at: number; encoding: Encoding; body: Buffer }
  onRead: ((reader: Reader) => void) | undefined
  /** Once it was asked for: most of what is kept is never asked for again. */
  asked?: true
  /** As the fast lane sends it; set when it was sent for the second time. */
  sent?: SentHeaders
  /** As the fast lane sent it last. */
  wire?: Wire
}

/** What Node is handed. */
export interface Wire {
  body: Buffer
  head: WrittenHead
  /** `body`; a small one as a string with a character for each byte. */
  chunk: Buffer | string
}

export interface SentHeaders {
  /** Name, value, name, value …: all but those of the encoding. */
  all: string[]
  notModified: WrittenHead
}

/** Up to so many bytes Node writes headers and a text in one go faster than headers and bytes in two. */
export const SMALL_BODY = 8192

/** An answer in the form in which it is kept: with its validator, not yet compressed. */
export function prepare(rendered: Rendered, onRead: Kept['onRead']): Kept {
  const body = Buffer.from(rendered.body)
  // Weak: the same answer in another encoding, or with another timestamp, is the same to a reader (RFC 9110, 8.8.1).
  const etag = `W/"${hash('sha256', rendered.type + rendered.body, 'base64url').slice(0, 22)}"`
  return {
    status: rendered.status ?? 200,
    etag,
    headers: { 'content-type': rendered.type, 'cache-control': 'public, max-age=60', etag, ...rendered.headers },
    body,
    text: isSmallText(rendered, body) ? rendered.body : undefined,
    live: rendered.live,
    encoded: {},
    onRead,
  }
}

const isSmallText = ({ live, type }: Rendered, body: Buffer): boolean =>
  !live && body.length <= SMALL_BODY && type.includes('charset')

/** The body as sent at `now`, compressed at its first use. Requests of the same millisecond share one. */
export function encodedBody(kept: Kept, encoding: Encoding, now: Date): Buffer {
  kept.encoded[encoding] ??= encodeHead(kept.body, encoding, kept.live !== undefined)
  const head = kept.encoded[encoding]
  if (!kept.live) return head.bytes
  const at = now.getTime()
  if (kept.latest?.at !== at || kept.latest.encoding !== encoding)
    kept.latest = { at, encoding, body: finish(head, kept.live(now), encoding) }
  return kept.latest.body
}
