/** Types of images, read from their bytes. */

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif'

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
