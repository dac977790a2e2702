/** Cover images: one full and one thumbnail from whatever the maker of an episode put in the folder. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Sharp } from 'sharp'
import { AppError, messageOf } from '../../platform/errors.ts'

/** Apple Podcasts takes square covers of 1400 to 3000 pixels, JPEG or PNG. */
const FULL = 3000
const THUMB = 320
const ACCEPTED = new Set(['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'])

export interface Cover {
  /** Both JPEG. */
  full: Buffer
  thumb: Buffer
}

/** Throws `unprocessable` with the file's name when it is missing, no image, or damaged anywhere. */
export async function makeCover(path: string): Promise<Cover> {
  const violation = (why: string, cause?: unknown) =>
    new AppError('unprocessable', `${basename(path)}: ${why}`, { cause })
  const bytes = await readFile(path).catch((error) => {
    throw violation(`it cannot be read (${messageOf(error)})`, error)
  })
  if (bytes.length === 0) throw violation('it is empty')
  const { default: sharp } = await import('sharp')
  const image = sharp(bytes, { failOn: 'warning', limitInputPixels: 100_000_000 })
  try {
    const { format } = await image.metadata()
    if (!ACCEPTED.has(format)) throw new Error(`${format} is not accepted`)
    return { full: await jpeg(image, FULL, 88), thumb: await jpeg(image, THUMB, 82) }
  } catch (error) {
    throw violation(`it is not a whole image (${messageOf(error)})`, error)
  }
}

const jpeg = (image: Sharp, side: number, quality: number) =>
  image
    .clone()
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
