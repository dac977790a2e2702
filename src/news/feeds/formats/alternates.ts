/** `link` elements that lead to the page itself (RFC 4287, 4.2.7), the likeliest first. */
import { childrenOf, textOf } from '../decode/nodes.ts'
import type { Link } from '../decode/raw.ts'
import type { XmlNode } from '../decode/xml.ts'

/** Of machines that show no other page; `amphtml` is no alternate at all. */
const SMALL_PAGE =
  /\/\/(amp|m|mobile?|wap)\.|\/amp(\/|[?#]|$)|\.amp(\.html?)?([?#]|$)|[?&](amp|outputtype=amp)(=(1|true|amp)?)?(&|#|$)|\.ampproject\.org\//i
const REGISTERED = /^http:\/\/www\.iana\.org\/assignments\/relation\//

/** Pages before other documents; within both, pages for every screen and in the text's own language. */
export function alternatesOf(node: XmlNode): Link[] {
  return childrenOf(node, 'link')
    .map((link) => ({ href: link.attributes.href ?? textOf(link), base: link.base, link }))
    .filter(({ href, link }) => href !== '' && relationsOf(link).includes('alternate'))
    .map((found) => ({ ...found, rank: rankOf(found.href, found.link) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ href, base }) => ({ href, base }))
}

export const relationsOf = ({ attributes }: XmlNode): string[] =>
  (attributes.rel ?? 'alternate').trim().toLowerCase().replace(REGISTERED, '').split(/\s+/)

function rankOf(href: string, { attributes, language }: XmlNode): number {
  const { type = '', media = '', hreflang = '' } = attributes
  const isPage = type === '' || /html/i.test(type)
  const isSmall = SMALL_PAGE.test(href) || /wap/i.test(type) || (media !== '' && !isForEveryScreen(media))
  const isForeign = hreflang !== '' && hreflang !== 'x-default' && primary(hreflang) !== primary(language ?? '')
  return (isPage ? 0 : 4) + (isSmall ? 2 : 0) + (isForeign ? 1 : 0)
}

const isForEveryScreen = (media: string) => /\b(all|screen)\b/i.test(media) && !/max-/i.test(media)
const primary = (tag: string) => tag.trim().toLowerCase().split(/[-_]/, 1)[0]
