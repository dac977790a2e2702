/** Images of articles, fetched under the same rules as everything else. */
import { AppError } from '../errors.ts'
import { type Fetcher, isAnswer } from './fetcher.ts'
import { type ImageType, sniffImage } from './image-type.ts'

export interface FetchedImage {
  bytes: Uint8Array
  type: ImageType
}

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
