/**
 * Images of articles in our own sizes: fetched once, cut to 16:9, kept on disk. What is broken, hostile or unreachable is
 * null, and is not fetched again for a while (negative caching).
 */
import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import { FileCache } from './file-cache.ts'

export type ImageType = 'webp' | 'jpg'

export interface ArticleImages {
  /** The image at `url`, `width` pixels wide at most; null where there is none to show. */
  get(url: string, width: number, type: ImageType): Promise<Buffer | null>
  /** An image of our own drawing, cached under a name that changes with what it shows. */
  drawn(name: string, draw: () => Promise<Buffer>): Promise<Buffer | null>
  /** True where the image recently failed to load, as far as this process knows. */
  isBroken(url: string): boolean
}

export interface ArticleImageOptions {
  /** DATA_DIR/media/img. */
  folder: string
  maxBytes: number
  /** Bytes of the image as its publisher serves it; rejects under the fetcher's rules. */
  fetch: (url: string) => Promise<Uint8Array>
  now: () => number
}

const masterWidth = 1280
// Not SVG and the like, which are documents.
const pixelFormats = new Set<string | undefined>(['jpeg', 'png', 'gif', 'webp', 'heif'])
const largestPixels = 40_000_000
const retryAfter = 15 * 60_000
const MAX_CACHED_FAILURES = 5000

export function createArticleImages(options: ArticleImageOptions): ArticleImages {
  const cache = new FileCache(options.folder, options.maxBytes)
  // Decoding takes a core each; pages must not wait for many images.
  const work = new PQueue({ concurrency: 2 })
  const flights = new Map<string, Promise<Buffer | null>>()
  const failures = new Map<string, number>()

  function once(name: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const running = flights.get(name)
    if (running) return running
    const flight = make().finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }

  const isBroken = (url: string) => (failures.get(url) ?? 0) > options.now()

  async function build(url: string): Promise<Buffer | null> {
    if (isBroken(url)) return null
    try {
      const bytes = await options.fetch(url)
      return await work.add(() => cutMaster(bytes))
    } catch {
      failures.delete(url)
      failures.set(url, options.now() + retryAfter)
      if (failures.size > MAX_CACHED_FAILURES) failures.delete(failures.keys().next().value ?? '')
      return null
    }
  }

  const cachedImage = (name: string, make: () => Promise<Buffer | null>) =>
    once(name, async () => {
      const existing = await cache.get(name)
      if (existing) return existing
      const made = await make()
      if (made) await cache.put(name, made)
      return made
    })

  function get(url: string, width: number, type: ImageType): Promise<Buffer | null> {
    const key = createHash('sha256').update(url).digest('hex').slice(0, 32)
    return cachedImage(`${key}-${width}.${type}`, async () => {
      const master = await cachedImage(`${key}.webp`, () => build(url))
      return master && work.add(() => resize(master, width, type))
    })
  }

  const drawn = (name: string, draw: () => Promise<Buffer>) => cachedImage(name, () => work.add(draw))

  return { get, drawn, isBroken }
}

/** The largest 16:9 part of interest, without what cameras and editors write beside it. */
async function cutMaster(bytes: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const input = sharp(bytes, { limitInputPixels: largestPixels, pages: 1, sequentialRead: true })
  const { width = 0, height = 0, orientation = 1, format } = await input.metadata()
  if (!pixelFormats.has(format)) throw new Error('The picture is of a kind that is not shown.')
  const [across, down] = orientation >= 5 ? [height, width] : [width, height]
  if (across < 48 || down < 27) throw new Error('The picture is too small to be one.')
  const size = Math.min(masterWidth, across, Math.floor((down * 16) / 9))
  return input
    .rotate()
    .resize(size, Math.max(1, Math.round((size * 9) / 16)), { fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 86 })
    .timeout({ seconds: 15 })
    .toBuffer()
}

async function resize(master: Buffer, width: number, type: ImageType): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const image = sharp(master).resize({ width, withoutEnlargement: true })
  return type === 'webp'
    ? image.webp({ quality: 74, effort: 4 }).toBuffer()
    : image.jpeg({ quality: 78, mozjpeg: true }).toBuffer()
}
