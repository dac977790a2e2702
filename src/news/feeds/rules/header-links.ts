/** The hub and the address that a feed names for itself in its `Link` header fields (WebSub, 4; RFC 8288). */

export interface FeedLinks {
  hub: string | null
  self: string | null
}

const LINK = /<([^<>]{1,2000})>((?:\s*;\s*[\w!#$&+.^`|~-]{1,40}\s*=\s*(?:"[^"]{0,500}"|[^\s;,"]{1,500}))*)/g

/** `base` is what relative addresses are relative to. */
export function linksOf(header: string | undefined, base: string): FeedLinks {
  const links = [...(header ?? '').slice(0, 8_000).matchAll(LINK)].map(([, href = '', parameters = '']) => ({
    href: webAddress(href, base),
    rels: (/;\s*rel\s*=\s*"?([^";]+)/i.exec(parameters)?.[1] ?? '').toLowerCase().trim().split(/\s+/),
  }))
  const first = (rel: string) => links.find(({ href, rels }) => href !== null && rels.includes(rel))?.href ?? null
  return { hub: first('hub'), self: first('self') }
}

function webAddress(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
