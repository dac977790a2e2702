/** Raw result of a format's reader, before it is cleaned: the same shape for every format. */

/** A piece of HTML and the address that its links are relative to. Plain text comes escaped. */
export interface Markup {
  html: string
  base: string
}

/** An address as written, and what it is relative to. */
export interface Link {
  href: string
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
