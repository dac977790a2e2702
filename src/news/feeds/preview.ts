/** A parsed feed as the preview prints it: one line of JSON for each document. Stores nothing. */

import { AppError, messageOf } from '../../platform/errors.ts'
import type { FeedItem } from '../articles/rules/feed-item.ts'
import { identifyItems, identityOf } from '../articles/rules/identity.ts'
import type { FeedDocument } from './documents/document.ts'
import { parseFeed } from './parse.ts'
import type { ParsedFeed } from './rules/feed.ts'

export interface Preview {
  input: string
  ok: boolean
  error: string | null
  title: string | null
  site_url: string | null
  language: string | null
  encoding: string | null
  /** Unreadable parts and shared identities, as the source's record has them. */
  problems: string[]
  items: PreviewItem[]
}

interface PreviewItem {
  /** Keys that tell it apart; empty for an item that is word for word another and is not stored. */
  identity: string[]
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

/** A failure to read or fetch is a preview too, with the reason in `error`. */
export async function previewInput(input: string, load: (input: string) => Promise<FeedDocument>): Promise<Preview> {
  try {
    const document = await load(input)
    return { input, ok: true, error: null, ...present(parseFeed(document.bytes, document), document.url) }
  } catch (error) {
    return failedPreview(input, error)
  }
}

function present({ title, siteUrl, language, encoding, items, problems }: ParsedFeed, url: string) {
  const { candidates, notes } = identifyItems(items, siteUrl ?? url)
  const keys = new Map(candidates.map((candidate) => [candidate.item, candidate.keys]))
  return {
    title,
    site_url: siteUrl,
    language,
    encoding,
    problems: [...notes, ...problems],
    items: items.map((item) => presentItem(item, identityOf(keys.get(item) ?? []))),
  }
}

function failedPreview(input: string, error: unknown): Preview {
  const existing = error instanceof AppError || (error instanceof Error && 'code' in error)
  const reason = existing ? messageOf(error) : `The document cannot be read: ${messageOf(error)}`
  const nothing = { title: null, site_url: null, language: null, encoding: null, problems: [], items: [] }
  return { input, ok: false, error: reason, ...nothing }
}

function presentItem(item: FeedItem, identity: string[]): PreviewItem {
  return {
    identity,
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
