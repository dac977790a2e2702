/** Media types of publishers' images, which are not fetched for it. */

const typeOf: Record<string, string> = {
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}

/** By the address alone; most images are JPEG. */
export function imageType(url: string): string {
  const extension = /\.([a-z]+)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase()
  return typeOf[extension ?? ''] ?? 'image/jpeg'
}
