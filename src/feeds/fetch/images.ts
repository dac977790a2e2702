/** Images of articles, fetched under the same rules as everything else. What they are is read from their bytes. */
import { AppError } from '../../domain/errors.ts'
import { type Fetcher, isAnswer } from './fetcher.ts'

export interface FetchedImage {
  bytes: Uint8Array
  type: ImageType
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif'

const LARGEST = 8 * 1024 * 1024

/** Throws FetchError, or `unavailable` for an error status and anything that is no image made of pixels. */
export async function fetchImage(url: string, fetcher: Fetcher, signal?: AbortSignal): Promise<FetchedImage> {
  const result = await fetcher.get(url, {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1',
    maxBytes: LARGEST,
    skipDown: true,
    signal,
  })
  if (!isAnswer(result)) throw new AppError('unavailable', `The image answered HTTP ${result.status}.`)
  const type = sniffImage(result.body)
  if (type === null) throw new AppError('unavailable', 'What the address of the image leads to is no image.')
  return { bytes: result.body, type }
}

/** By the first bytes, as browsers do; null for anything else, SVG among it. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF.{4}WEBPVP/s.test(start)) return 'image/webp'
  // ISO base media: the brand itself, or a general one with AVIF among those that it is compatible with.
  if (/^.{4}ftyp(avi[fs]|m[is]f1.{4}(?:.{4})*avif)/s.test(start)) return 'image/avif'
  return null
}
