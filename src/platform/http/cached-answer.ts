/** A cached answer: the bytes of one rendering, its validator and headers, and its compressed forms. */
import { hash } from 'node:crypto'
import { compress, type Encoding } from './encode.ts'

/** A surface's rendering of a view. */
export interface Rendered {
  status?: number
  type: string
  body: string
  /** Basis of the ETag where that is not the complete body, as with a timestamp in it. */
  validated?: string
  headers?: Record<string, string>
  /** Milliseconds since 1970 when the text stops being right by the passing of time alone. */
  validUntil?: number
}

/** An address that leads elsewhere for good. */
export const movedTo = (location: string): Rendered => ({
  status: 301,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { location },
})

export interface CachedAnswer {
  status: number
  etag: string
  /** All that belong to this answer in any encoding. */
  headers: Record<string, string>
  /** `identity` always, the others when they were first asked for. */
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
}

/** An answer as it is cached: with its validator, not yet compressed. */
export function toAnswer(rendered: Rendered): CachedAnswer {
  const { type, body, headers = {} } = rendered
  // Weak: the same answer in another encoding, or with another timestamp, is the same to a reader (RFC 9110, 8.8.1).
  const etag = `W/"${hash('sha256', type + (rendered.validated ?? body), 'base64url').slice(0, 22)}"`
  return {
    status: rendered.status ?? 200,
    etag,
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=60',
      etag,
      ...headers,
      vary: headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding',
    },
    bodies: { identity: alone(Buffer.from(body)) },
  }
}

/** The body in `encoding`, compressed when it is first asked for. */
export function bodyIn(answer: CachedAnswer, encoding: Encoding): Buffer {
  answer.bodies[encoding] ??= alone(compress(answer.bodies.identity, encoding))
  return answer.bodies[encoding]
}

/** In memory of its own: Buffer's pool and zlib's output chunks would stay alive with a small part of them. */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Bytes of its bodies and headers. */
export function sizeOfAnswer({ headers, bodies }: CachedAnswer): number {
  let bytes = 0
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0)
  for (const body of Object.values(bodies)) bytes += body.length
  return bytes
}
