/** A parsed feed as the preview prints it: one line of JSON for each document. Stores nothing. */
import { AppError, messageOf } from '../domain/errors.ts'
import type { FeedItem } from '../domain/feeds/feed.ts'
import type { FeedDocument } from './documents/document.ts'
import { parseFeed } from './parse.ts'

export interface Preview {
  input: string
  ok: boolean
  error: string | null
  title: string | null
  site_url: string | null
  language: string | null
  encoding: string | null
  items: PreviewItem[]
}

interface PreviewItem {
  guid: string | null
  url: string | null
  title: string
  summary: string
  published_at: string | null
  updated_at: string | null
  image_url: string | null
  author: string | null
  categories: string[]
}

/** What could not be read or fetched is a preview too, with the reason in `error`. */
export async function previewInput(input: string, load: (input: string) => Promise<FeedDocument>): Promise<Preview> {
  try {
    const document = await load(input)
    const { title, siteUrl, language, encoding, items } = parseFeed(document.bytes, document)
    return { input, ok: true, error: null, title, site_url: siteUrl, language, encoding, items: items.map(presentItem) }
  } catch (error) {
    return failedPreview(input, error)
  }
}

function failedPreview(input: string, error: unknown): Preview {
  const known = error instanceof AppError || (error instanceof Error && 'code' in error)
  const reason = known ? messageOf(error) : `The document cannot be read: ${messageOf(error)}`
  return { input, ok: false, error: reason, title: null, site_url: null, language: null, encoding: null, items: [] }
}

function presentItem(item: FeedItem): PreviewItem {
  return {
    guid: item.guid,
    url: item.url,
    title: item.title,
    summary: item.summary,
    published_at: item.publishedAt?.toISOString() ?? null,
    updated_at: item.updatedAt?.toISOString() ?? null,
    image_url: item.imageUrl,
    author: item.author,
    categories: item.categories,
  }
}
