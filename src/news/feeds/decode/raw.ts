/** Raw result of a format's reader, before it is cleaned: the same shape for every format. */

/** A piece of HTML. Plain text comes escaped. */
export interface Markup {
  html: string
  /** Nearest `xml:base`, absolute; empty where there is none. */
  base: string
}

/** An address as written. */
export interface Link {
  href: string
  /** As that of Markup. */
  base: string
}

export interface RawImage extends Link {
  /** Pixels, 0 where the feed does not say. */
  width: number
}

export interface RawItem {
  guid: string | null
  /** Candidates, best first. */
  links: Link[]
  /** Files that it is about, as podcasts have them. */
  files: Link[]
  title: Markup | null
  summary: Markup | null
  content: Markup | null
  /** Candidates as written, best first; the first that can be read counts. */
  published: string[]
  updated: string[]
  /** Best first. */
  images: RawImage[]
  authors: string[]
  categories: string[]
  language: string | null
  /** Addresses that name the publisher a syndicated item comes from. */
  credits: string[]
}

/** Of one document; the rest is left unread. */
export const MAX_ITEMS = 5_000

export interface RawFeed {
  title: Markup | null
  links: Link[]
  description: Markup | null
  language: string | null
  icons: Link[]
  /** Authors of items that name none. */
  authors: string[]
  ttlMinutes: number | null
  hubs: Link[]
  selves: Link[]
  items: RawItem[]
}
