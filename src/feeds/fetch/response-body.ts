/** A response's body: read up to a limit, then decompressed up to the same limit, against decompression bombs. */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { FetchError } from './fetch-error.ts'

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

const CODINGS: Record<string, { looksRight: (raw: Uint8Array) => boolean; inflate: Inflate }> = {
  gzip: { looksRight: (raw) => raw[0] === 0x1f && raw[1] === 0x8b, inflate: (raw, max) => gunzip(raw, lenient(max)) },
  // "deflate" means zlib's format, yet some servers send the bare one.
  deflate: {
    looksRight: () => true,
    inflate: (raw, max) => (hasZlibHeader(raw) ? inflate : inflateRaw)(raw, lenient(max)),
  },
  br: {
    looksRight: () => true,
    inflate: (raw, max) => brotli(raw, { maxOutputLength: max, finishFlush: BROTLI_OPERATION_FLUSH }),
  },
  zstd: {
    looksRight: (raw) => raw[0] === 0x28 && raw[1] === 0xb5,
    inflate: (raw, max) => zstd(raw, { maxOutputLength: max, finishFlush: ZSTD_e_flush, params: ZSTD_WINDOW }),
  },
}

const hasZlibHeader = (raw: Uint8Array) =>
  ((raw[0] ?? 0) & 0x0f) === 8 && (((raw[0] ?? 0) << 8) | (raw[1] ?? 0)) % 31 === 0

/** The body as its publisher meant it. A coding that is named but not there (a server's slip) is passed over. */
export async function decoded(
  raw: Uint8Array,
  encoding: string | undefined,
  maxBytes: number,
  host: string,
): Promise<Uint8Array> {
  const names = codingNames(encoding)
  const name = names[0]
  if (name === undefined || raw.length === 0) return raw
  const coding = names.length === 1 ? CODINGS[name] : undefined
  if (coding === undefined)
    throw new FetchError('protocol', `${host} sent a content coding that is not read: ${encoding?.slice(0, 60)}`)
  if (!coding.looksRight(raw)) return raw
  return coding.inflate(raw, maxBytes).catch((cause) => {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, maxBytes, cause)
    throw new FetchError('protocol', `${host} sent a body that cannot be decompressed (${name}).`, { cause })
  })
}

const codingNames = (encoding = '') =>
  encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity')
