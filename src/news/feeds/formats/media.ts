/** Images and files of an item beside its text: Media RSS, enclosures, iTunes. */
import { elementsOf, textOf } from '../decode/nodes.ts'
import type { Link, RawImage } from '../decode/raw.ts'
import type { XmlNode } from '../decode/xml.ts'

const IMAGE_FILE = /\.(jpe?g|png|gif|webp|avif)(?=$|[?#])/i

/** Best first: full images, the widest before others, then thumbnails, then covers. */
export function imagesOf(item: XmlNode): RawImage[] {
  const media = mediaElements(item)
  const full = media.filter((node) => node.name !== 'media:thumbnail' && isImage(node))
  const thumbnails = media.filter((node) => node.name === 'media:thumbnail')
  const covers = elementsOf(item).filter((node) => ['itunes:image', 'podcast:image', 'image'].includes(node.name))
  return [...full.map(toImage).sort(byWidth), ...thumbnails.map(toImage).sort(byWidth), ...covers.map(toImage)].filter(
    (image) => image.href !== '',
  )
}

/** Files that an item is about: enclosures, films and sound. */
export const filesOf = (item: XmlNode): Link[] =>
  mediaElements(item)
    .filter((node) => node.name !== 'media:thumbnail' && !(node.name === 'media:content' && isImage(node)))
    .map(toImage)
    .filter(({ href }) => href !== '')

const byWidth = (a: RawImage, b: RawImage) => b.width - a.width

/** `media:content` and thumbnails at any of their usual depths, and enclosures. */
function mediaElements(node: XmlNode, depth = 0): XmlNode[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name === 'enclosure' || isEnclosureLink(child)) return [child]
    if (!['media:group', 'media:content', 'media:thumbnail'].includes(child.name) || depth > 3) return []
    return child.name === 'media:group' ? mediaElements(child, depth + 1) : [child, ...mediaElements(child, depth + 1)]
  })
}

const isEnclosureLink = (node: XmlNode) => node.name === 'link' && node.attributes.rel === 'enclosure'

function isImage(node: XmlNode): boolean {
  const { type = '', medium = '' } = node.attributes
  if (type !== '' || medium !== '') return type.toLowerCase().startsWith('image/') || medium.toLowerCase() === 'image'
  return IMAGE_FILE.test(node.attributes.url ?? '')
}

function toImage(node: XmlNode): RawImage {
  const { url, href, width = '' } = node.attributes
  const inner = elementsOf(node).find((child) => child.name === 'url')
  return {
    href: (url ?? href ?? textOf(inner ?? node)).trim(),
    base: node.base,
    width: Number.parseInt(width, 10) || 0,
  }
}
