/** A file that another feed reader has exported: bytes in, sources or saved articles out. Knows nothing of the database. */
import { gunzipSync } from 'node:zlib'
import { decodeBytes } from '../../../news/feeds/decode/decode.ts'
import { parseOpml } from '../../../news/feeds/formats/opml.ts'
import { AppError, messageOf } from '../../../platform/errors.ts'
import type { SavedArticle } from '../saved-article.ts'
import { isGoogleReaderItem, isStarredItem, readGoogleReaderItem } from './google-reader.ts'
import { isMinifluxEntry, isStarredEntry, readMinifluxEntry } from './miniflux.ts'
import { isNewsBlurStory, isStarredStory, readNewsBlurStory } from './newsblur.ts'
import { listTinyTinyRssArticles, readTinyTinyRssArticle } from './tiny-tiny-rss.ts'
import { isObject, type Json } from './values.ts'

/** A list of sources, as OPML that was read without a violation; or saved articles. */
export type ReaderExport =
  | { opml: string }
  | {
      opml: null
      saved: SavedArticle[]
      /** Reasons of what was left out: "item 5: …". */
      leftOut: string[]
    }

/** Of a file, and of what it unpacks to. */
export const MAX_EXPORT_BYTES = 200 * 1024 * 1024

/** Throws `bad_request` naming the place in the file. */
export function parseExport(bytes: Uint8Array): ReaderExport {
  const text = decodeBytes(unpacked(bytes), null).text.replace(/^\uFEFF/, '')
  const [first] = /\S/.exec(text) ?? []
  if (first === undefined) throw new AppError('bad_request', 'it is empty')
  if (first !== '<') return fromJson(text)
  const [, root] = /<(opml|articles)\b/i.exec(text) ?? []
  if (root?.toLowerCase() === 'articles')
    return saved(listTinyTinyRssArticles(text), (article) => readTinyTinyRssArticle(article))
  parseOpml(text)
  return { opml: text }
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new AppError('bad_request', 'it is an archive: unpack it, and name the files in it')
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_EXPORT_BYTES })
  } catch (cause) {
    throw new AppError('bad_request', `it cannot be unpacked: ${messageOf(cause)}`, { cause })
  }
}

/** Forms of an item in JSON, the first that fits. */
const FORMS: {
  fits: (item: Json) => boolean
  isSaved: (item: Json) => boolean
  read: (item: Json, root: Json) => SavedArticle | null
}[] = [
  { fits: isNewsBlurStory, isSaved: isStarredStory, read: readNewsBlurStory },
  { fits: isGoogleReaderItem, isSaved: isStarredItem, read: readGoogleReaderItem },
  { fits: isMinifluxEntry, isSaved: isStarredEntry, read: readMinifluxEntry },
]

const UNKNOWN = 'it is neither OPML nor saved articles of Miniflux, FreshRSS, Feedly, NewsBlur or Tiny Tiny RSS'

function fromJson(text: string): ReaderExport {
  const value = parseJson(text)
  const root = isObject(value) ? value : {}
  const items = [value, root.items, root.entries, root.stories].find(Array.isArray) as unknown[] | undefined
  if (!items) throw new AppError('bad_request', UNKNOWN)
  const first = items.find(isObject)
  const form = FORMS.find(({ fits }) => first && fits(first))
  if (!form && items.length > 0) throw new AppError('bad_request', UNKNOWN)
  return saved(items, (item) => form?.read(item, root) ?? null, form?.isSaved)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const [, position] = /at position (\d+)/.exec(messageOf(cause)) ?? []
    const line = text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
    throw new AppError('bad_request', `line ${line}: it is not JSON, or cut off`, { cause })
  }
}

function saved(
  items: unknown[],
  read: (item: Json) => SavedArticle | null,
  isSaved: (item: Json) => boolean = () => true,
): ReaderExport {
  const articles = new Map<string, SavedArticle>()
  const leftOut: string[] = []
  for (const [at, item] of items.entries()) {
    if (isObject(item) && !isSaved(item)) continue
    const article = isObject(item) ? read(item) : null
    if (!article) leftOut.push(`item ${at + 1}: no web address`)
    else if (!articles.has(article.url)) articles.set(article.url, article)
  }
  return { opml: null, saved: [...articles.values()], leftOut }
}
