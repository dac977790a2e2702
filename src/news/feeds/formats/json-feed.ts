/** JSON Feed 1.0 and 1.1. Every value is checked: publishers put numbers, nulls and objects anywhere. */
import { escapeHtml } from '../../../platform/text/text.ts'
import { type Link, MAX_ITEMS, type Markup, type RawFeed, type RawItem } from '../decode/raw.ts'
import { nameIn } from './people.ts'

type Json = Record<string, unknown>

export function isJsonFeed(value: unknown): value is Json {
  return (
    isObject(value) &&
    Array.isArray(value.items) &&
    (typeof value.version === 'string' || typeof value.title === 'string')
  )
}

export function readJsonFeed(feed: Json): RawFeed {
  return {
    title: plain(feed.title),
    links: links(feed.home_page_url),
    description: plain(feed.description),
    language: text(feed.language),
    icons: links(feed.icon, feed.favicon),
    authors: authors(feed),
    ttlMinutes: null,
    hubs: links(...list(feed.hubs).map((hub) => (isObject(hub) ? hub.url : null))),
    selves: links(feed.feed_url),
    items: list(feed.items).slice(0, MAX_ITEMS).filter(isObject).map(readItem),
  }
}

function readItem(item: Json): RawItem {
  const content = html(item.content_html) ?? plain(item.content_text)
  return {
    guid: text(item.id),
    links: links(item.url, item.external_url, ...strings(item.id).filter((id) => /^https?:/i.test(id))),
    files: links(...attachments(item).map(({ url }) => url)),
    title: plain(item.title),
    summary: plain(item.summary) ?? content,
    content,
    published: strings(item.date_published, item.date_modified),
    updated: strings(item.date_modified),
    images: [...links(item.image, item.banner_image), ...imageAttachments(item)].map((link) => ({
      ...link,
      width: 0,
    })),
    authors: authors(item),
    categories: list(item.tags).flatMap((tag) => text(tag) ?? []),
    language: text(item.language),
    credits: [],
  }
}

/** 1.1 has `authors`; beside it `author` of 1.0 repeats them for older readers. */
function authors(owner: Json): string[] {
  const named = (people: unknown[]) =>
    people.flatMap((person) => nameIn(text(isObject(person) ? person.name : person) ?? '') ?? [])
  const several = named(list(owner.authors))
  return several.length > 0 ? several : named([owner.author])
}

const attachments = (item: Json): Json[] => list(item.attachments).filter(isObject)

function imageAttachments(item: Json): Link[] {
  const images = attachments(item).filter(({ mime_type }) => String(mime_type).startsWith('image/'))
  return links(...images.map(({ url }) => url))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null
const strings = (...values: unknown[]) => values.flatMap((value) => text(value) ?? [])
const links = (...values: unknown[]): Link[] => strings(...values).map((href) => ({ href, base: '' }))

function html(value: unknown): Markup | null {
  const found = text(value)
  return found === null ? null : { html: found, base: '' }
}

function plain(value: unknown): Markup | null {
  const found = text(value)
  return found === null ? null : { html: escapeHtml(found).replace(/\n{2,}/g, '<br><br>'), base: '' }
}
