/** A response's body: read up to a limit, then decompressed up to the same limit, against decompression bombs. */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { FetchError } from './fetch-error.ts'
import { sniffImage } from './image-type.ts'

export const ACCEPTED_CODINGS = 'gzip, br, zstd, deflate'

/** Rejects with `too_large` as soon as more than `maxBytes` came. */
export async function readRaw(body: AsyncIterable<Uint8Array>, maxBytes: number, host: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(host, maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

const tooLarge = (host: string, maxBytes: number, cause?: unknown) =>
  new FetchError('too_large', `${host} sent more than the ${maxBytes} bytes that are read.`, { cause })

type Inflate = (raw: Uint8Array, maxBytes: number) => Promise<Uint8Array>

const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)
const inflate = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflate)
const inflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflateRaw)
const brotli = promisify<Uint8Array, zlib.BrotliOptions, Uint8Array>(zlib.brotliDecompress)
const zstd = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdDecompress)

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush, ZSTD_d_windowLogMax } = zlib.constants
// Flushing instead of finishing keeps what is readable of a stream whose end is missing.
const lenient = (maxBytes: number) => ({ maxOutputLength: maxBytes, finishFlush: Z_SYNC_FLUSH })

// RFC 9659: a zstd window on the web is at most 8 MB.
const ZSTD_WINDOW = { [ZSTD_d_windowLogMax]: 23 }

const CODINGS: Record<string, { isPlausible: (raw: Uint8Array) => boolean; inflate: Inflate }> = {
  gzip: { isPlausible: (raw) => raw[0] === 0x1f && raw[1] === 0x8b, inflate: (raw, max) => gunzip(raw, lenient(max)) },
  // "deflate" means zlib's format, yet some servers send the bare one.
  deflate: {
    isPlausible: () => true,
    inflate: (raw, max) => (hasZlibHeader(raw) ? inflate : inflateRaw)(raw, lenient(max)),
  },
  br: {
    isPlausible: () => true,
    inflate: (raw, max) => brotli(raw, { maxOutputLength: max, finishFlush: BROTLI_OPERATION_FLUSH }),
  },
  zstd: {
    isPlausible: (raw) => raw[0] === 0x28 && raw[1] === 0xb5,
    inflate: (raw, max) => zstd(raw, { maxOutputLength: max, finishFlush: ZSTD_e_flush, params: ZSTD_WINDOW }),
  },
}

const hasZlibHeader = (raw: Uint8Array) =>
  ((raw[0] ?? 0) & 0x0f) === 8 && (((raw[0] ?? 0) << 8) | (raw[1] ?? 0)) % 31 === 0

export interface DecodedBody {
  body: Uint8Array
  /** Codings that were named and are none that the body has. */
  ignored: string[]
}

/** As many as curl undoes. Each has the limit of the whole, so that a bomb within a bomb is no larger than one. */
const MAX_CODINGS = 5

/** The body as its publisher meant it. A coding that does not exist, or is not there, is ignored; the last named is undone first. */
export async function decoded(
  raw: Uint8Array,
  encoding: string | undefined,
  maxBytes: number,
  host: string,
): Promise<DecodedBody> {
  const names = codingNames(encoding)
  if (names.length === 0 || raw.length === 0) return { body: raw, ignored: [] }
  const strange = [...new Set(names)].filter((name) => !Object.hasOwn(CODINGS, name))
  const existing = names.filter((name) => Object.hasOwn(CODINGS, name))
  // A server that overwrites the header keeps the body.
  if (existing.length === 0 && CODINGS.gzip?.isPlausible(raw)) existing.push('gzip')
  const ignored = [...strange]
  let body = raw
  for (const name of existing.slice(-MAX_CODINGS).reverse()) {
    const next = await undone(body, name, maxBytes, host)
    body = next.body
    ignored.push(...next.ignored)
  }
  const doubtful = names.length > 1 || strange.length > 0
  if (existing.length > MAX_CODINGS || (doubtful && !isReadable(body)))
    throw new FetchError('protocol', `${host} sent a content coding that is not read: ${encoding?.slice(0, 60)}`)
  return { body, ignored: [...new Set(ignored)] }
}

async function undone(raw: Uint8Array, name: string, maxBytes: number, host: string): Promise<DecodedBody> {
  const coding = CODINGS[name]
  if (!coding?.isPlausible(raw)) return { body: raw, ignored: [] }
  try {
    return { body: await coding.inflate(raw, maxBytes), ignored: [] }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, maxBytes, cause)
    if (isReadable(raw)) return { body: raw, ignored: [name] }
    throw new FetchError('protocol', `${host} sent a body that cannot be decompressed (${name}).`, { cause })
  }
}

/** Text begins without control characters other than white space, or with the mark of UTF-16 or UTF-32. */
function isReadable(body: Uint8Array): boolean {
  const start = body.subarray(0, 512)
  const hasByteOrderMark = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  const isText = start.length > 0 && start.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))
  return isText || hasByteOrderMark || sniffImage(body) !== null
}

const codingNames = (encoding = '') =>
  encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity')
