/** Chooses the compression of an answer, and compresses it. */
import * as zlib from 'node:zlib'
import { preferencesIn } from './accept.ts'

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

/** Bytes; below that compression saves no packet. */
const SMALLEST = 860

/** The encoding to answer with: the client's best weight, and of equals br, zstd, gzip (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string | string[] | undefined, bodyLength: number): Encoding {
  if (!acceptEncoding || bodyLength < SMALLEST) return 'identity'
  const weights = new Map(preferencesIn(String(acceptEncoding)).map(({ name, weight }) => [name, weight]))
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const best = (['br', 'zstd', 'gzip'] as const).reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a))
  return weightOf(best) > 0 ? best : 'identity'
}

const compressors = {
  identity: (body: Buffer) => body,
  gzip: (body: Buffer) => zlib.gzipSync(body, { level: 6 }),
  zstd: (body: Buffer) => zlib.zstdCompressSync(body),
  br: (body: Buffer) =>
    zlib.brotliCompressSync(body, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
}

/** Blocks the event loop for about a millisecond for each 50 KB: for what is cached, or sent once. */
export const compress = (body: Buffer, encoding: Encoding): Buffer => compressors[encoding](body)
