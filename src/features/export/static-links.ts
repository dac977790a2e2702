/** Addresses of the live site → files of a static one, and its texts with links that lead there. Pure. */
import { html } from '../../platform/html/html.ts'

/** A path of the site, with `?page=2` of a list or the address of an oEmbed; null for any other. */
export function staticPath(href: string): string | null {
  const [address = ''] = href.split('#')
  const [path = '', query = ''] = address.split('?')
  if (!path.startsWith('/') || path.startsWith('//') || !isPlain(path)) return null
  if (query === '' || /^v=[\w-]+$/.test(query)) return path
  if (path === '/oembed') return staticOembed(query)
  const number = /^page=([1-9]\d{0,3})$/.exec(query)?.[1]
  return number ? `${path === '/' ? '' : path}/page-${number}` : null
}

/** Number of a list's page by its static path; 0 for any other path. */
export const pageNumberIn = (path: string): number => Number(/\/page-(\d+)$/.exec(path)?.[1] ?? 0)

function staticOembed(query: string): string | null {
  const described = new URLSearchParams(query)
  const path = URL.parse(described.get('url') ?? '')?.pathname
  return path && isPlain(path) ? `/oembed${path}.${described.get('format')}` : null
}

/** True for a path that can be decoded and stays below the folder. */
function isPlain(path: string): boolean {
  if (!path.includes('..') && !path.includes('%')) return true
  try {
    return !decodeURIComponent(path).split(/[\\/]/).includes('..')
  } catch {
    return false
  }
}

/** The file of a path, below the folder: pages are `index.html`, so that any host finds them. */
export function filePath(path: string, isPage: boolean): string {
  const plain = decodeURIComponent(path).replace(/^\//, '')
  if (!isPage) return /\.[a-z0-9]+$/i.test(plain) ? plain : `${plain}.json`
  return plain === '' ? 'index.html' : `${plain}/index.html`
}

/** Of an element that is no link any more. */
const plainAttributes = (attributes: string) =>
  attributes.replace(/\s(?:rel|target|type|hreflang|aria-current)="[^"]*"/g, '')

const unescaped = (href: string) => href.replaceAll('&amp;', '&')

/** Absolute, since consumers take no relative address. */
const OEMBED = /(<link rel="alternate" type="[\w/]+\+oembed" href="https?:\/\/[^"/]+)(\/oembed\?[^"]*)"/g

/** Every internal address of a page, as it is linked. */
export function linksOf(html: string): string[] {
  const single = [...html.matchAll(/\s(?:href|src|action)="(\/[^"]*)"/g)].map(([, href = '']) => unescaped(href))
  const sets = [...html.matchAll(/\ssrcset="([^"]*)"/g)].flatMap(([, set = '']) =>
    unescaped(set)
      .split(',')
      .flatMap((one) => one.trim().split(/\s+/)[0] ?? []),
  )
  const oembeds = [...html.matchAll(OEMBED)].map(([, , href = '']) => unescaped(href))
  return [...single, ...sets.filter((href) => href.startsWith('/')), ...oembeds]
}

/** Of a page that an earlier export had under other words; null for any other. */
export function movedPath(path: string, movedTo: (url: string) => string | null): string | null {
  const address = movedTo(path.replace(/\/([a-z]+)-(\d+)$/, '?$1=$2')) ?? movedTo(path)
  return address === null ? null : staticPath(address)
}

/** A page in the place of one that has another address. */
export const leadingPage = (path: string): string =>
  html`<!doctype html><meta charset="utf-8"><title>${path}</title><meta http-equiv="refresh" content="0;url=${path}"><link rel="canonical" href="${path}"><a href="${path}">${path}</a>`.toString()

export interface StaticLinks {
  /** The static path that an address leads to, after redirects; null where it is not exported. */
  target(href: string): string | null
  /** Before every path: the folder below the host, or nothing. */
  prefix: string
}

/** A page whose links lead to exported pages; others are plain text, and forms that need a server are gone. */
export function staticPage(html: string, { target, prefix }: StaticLinks): string {
  const link = (href: string): string | null => {
    const found = target(unescaped(href))
    return found === null ? null : `${prefix}${found}${/#.*$/.exec(href)?.[0] ?? ''}`
  }
  return html
    .replace(/<form\b[^>]*\bmethod="post"[\s\S]*?<\/form>/g, '')
    .replace(/<img\b[^>]*\ssrc="(\/[^"]*)"[^>]*>/g, (image, src: string) => (link(src) === null ? '' : image))
    .replace(/\ssrcset="([^"]*)"/g, (_, set: string) => {
      const retained = set.split(',').flatMap((one) => {
        const [href = '', size = ''] = one.trim().split(/\s+/)
        const path = link(href)
        return path === null ? [] : [`${path} ${size}`.trim()]
      })
      return retained.length > 0 ? ` srcset="${retained.join(', ')}"` : ''
    })
    .replace(/<a\b([^>]*)\shref="(\/[^"]*)"([^>]*)>([\s\S]*?)<\/a>/g, (found, before, href, after, text: string) =>
      link(href) === null ? `<span${plainAttributes(before + after)}>${text}</span>` : found,
    )
    .replace(OEMBED, (_, origin: string, href: string) => `${origin}${target(unescaped(href)) ?? ''}"`)
    .replace(/\s(href|src|action)="(\/[^"]*)"/g, (_, name: string, href: string) => {
      const path = link(href)
      return path === null ? '' : ` ${name}="${path}"`
    })
}
