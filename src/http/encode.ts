/**
 * Compression of answers. A body may end in a live tail that differs at each request (a timestamp): the large first part
 * is compressed once, byte-aligned, and the tail joins it as an uncompressed block, so that no request compresses anything.
 */
import * as zlib from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

/** A first part prepared for `finish`: whole when there is no tail. */
export interface EncodedHead {
  bytes: Buffer
  crc: number
  length: number
}

const worthIt = 860

/** The encoding to answer with: the client's best weight, and of equals br, zstd, gzip (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string | undefined, bodyLength: number): Encoding {
  if (!acceptEncoding || bodyLength < worthIt) return 'identity'
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(';')
    const q = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean)
    weights.set(name.trim(), q === undefined ? 1 : Number(q))
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const best = (['br', 'zstd', 'gzip'] as const).reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a))
  return weightOf(best) > 0 ? best : 'identity'
}

/** Compresses `body`; with `open`, so that `finish` can add a tail. */
export function encodeHead(body: Buffer, encoding: Encoding, open: boolean): EncodedHead {
  const plain = { crc: 0, length: body.length }
  if (encoding === 'identity') return { bytes: body, ...plain }
  if (encoding === 'zstd') return { bytes: zstd(body, open), ...plain }
  if (encoding === 'br') return { bytes: brotli(body, open), ...plain }
  if (!open) return { bytes: zlib.gzipSync(body, { level: 6 }), ...plain }
  const deflated = zlib.deflateRawSync(body, { level: 6, finishFlush: zlib.constants.Z_SYNC_FLUSH })
  return { bytes: Buffer.concat([gzipHeader, deflated]), crc: zlib.crc32(body), length: body.length }
}

const tails = { zstd: zstdTail, br: brotliTail, gzip: gzipTail }

/** `head` followed by `tail` as one valid stream of `encoding`. */
export function finish(head: EncodedHead, tail: string, encoding: Encoding): Buffer {
  const bytes = Buffer.from(tail)
  return Buffer.concat([head.bytes, encoding === 'identity' ? bytes : tails[encoding](bytes, head)])
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** RFC 1951, 3.2.4: a final stored block; RFC 1952: checksum and length of the whole. */
function gzipTail(bytes: Buffer, head: EncodedHead): Buffer {
  const before = Buffer.alloc(5)
  before.writeUInt8(1, 0)
  before.writeUInt16LE(bytes.length, 1)
  before.writeUInt16LE(~bytes.length & 0xffff, 3)
  const after = Buffer.alloc(8)
  after.writeUInt32LE(zlib.crc32(bytes, head.crc), 0)
  after.writeUInt32LE((head.length + bytes.length) >>> 0, 4)
  return Buffer.concat([before, bytes, after])
}

function zstd(body: Buffer, open: boolean): Buffer {
  return zlib.zstdCompressSync(body, open ? { finishFlush: zlib.constants.ZSTD_e_flush } : {})
}

/** RFC 8878, 3.1.1.2: a last block of the raw type. */
function zstdTail(bytes: Buffer): Buffer {
  const header = (bytes.length << 3) | 1
  return Buffer.concat([Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255]), bytes])
}

function brotli(body: Buffer, open: boolean): Buffer {
  return zlib.brotliCompressSync(body, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    ...(open ? { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } : {}),
  })
}

/** RFC 7932, 9.2: an uncompressed meta-block (ISLAST 0, MNIBBLES 4, MLEN-1, ISUNCOMPRESSED 1), then an empty last one. */
function brotliTail(bytes: Buffer): Buffer {
  const header = ((bytes.length - 1) << 3) | (1 << 19)
  return Buffer.concat([
    Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255]),
    bytes,
    Buffer.from([3]),
  ])
}
