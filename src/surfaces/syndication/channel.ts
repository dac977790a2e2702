/** A list of articles as a channel: what RSS and JSON Feed are written from. */
import { articlePath } from '../../domain/site/paths.ts'
import type { ArticleView } from '../../read/articles/views.ts'

export interface Channel {
  title: string
  description: string
  language: string
  /** Path of the page that shows the same list. */
  page: string
  /** Path of the feed itself. */
  self: string
  baseUrl: string
  /** WebSub hub, where one is configured. */
  hub: string | null
  articles: ArticleView[]
  /** Words of the link to an article's original. */
  readAt(source: string): string
}

/** Never changes, while the words of the canonical address follow the title; leads to the canonical page. */
export const permalink = (channel: Channel, article: ArticleView): string => `${channel.baseUrl}/entries/${article.id}`

export const canonical = (channel: Channel, article: ArticleView): string => channel.baseUrl + articlePath(article)

/** The summary and the link to the original as HTML. */
export function contentHtml(channel: Channel, article: ArticleView): string {
  const paragraphs = article.summary.split(/\n\s*\n/).map((text) => `<p>${escapeHtml(text.trim())}</p>`)
  const words = escapeHtml(channel.readAt(article.feed.title))
  return `${paragraphs.join('')}<p><a href="${escapeHtml(article.url)}">${words}</a></p>`
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

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

/** When the newest of its articles changed; null for an empty channel. */
export function changedAt(channel: Channel): Date | null {
  const times = channel.articles.map((article) => article.updatedAt.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
