/**
 * Raw result of a reader → a ParsedFeed: plain text, absolute links, real dates, sanitised HTML. The same for every
 * format.
 */

import type { FeedItem, ParsedFeed } from '../../domain/feeds/feed.ts'
import { withoutAppended } from '../../domain/languages/appended.ts'
import { excerpt, foldSpace, plainText } from '../../domain/text/text.ts'
import { isVisible, plainTitle } from '../../domain/text/titles.ts'
import { cleanUrl } from '../../domain/text/url.ts'
import { readDate } from '../../domain/time/dates.ts'
import { type Link, MAX_ITEMS, type Markup, type RawFeed, type RawItem } from '../decode/raw.ts'
import { sanitizeHtml } from '../pages/sanitize.ts'
import { firstImageIn, isShown } from '../pages/shown-image.ts'

const MAX_CONTENT = 500_000
const MAX_TITLE = 500
/** Of what is read to make a short text. */
const MAX_MARKUP = 100_000
const MAX_URL = 4_000

/** Context of reading a feed. */
export interface Reading {
  encoding: string
  /** More are added. */
  problems: string[]
  /** Sentences that publishing software appends to summaries. */
  appended?: RegExp | undefined
}

export function cleanFeed(raw: RawFeed, reading: Reading): ParsedFeed {
  const { encoding, problems } = reading
  if (raw.items.length === MAX_ITEMS) problems.push(`only the first ${MAX_ITEMS} items were read`)
  return {
    title: titleOf(raw.title),
    siteUrl: firstUrl(raw.links),
    description: textOf(raw.description, 1000) || null,
    language: tagOf(raw.language),
    iconUrl: firstUrl(raw.icons),
    encoding,
    ttlMinutes: raw.ttlMinutes,
    hubUrl: firstUrl(raw.hubs),
    selfUrl: firstUrl(raw.selves),
    items: raw.items.map((item) => cleanItem(item, raw, reading)),
    problems,
  }
}

function cleanItem(raw: RawItem, feed: RawFeed, { problems, appended }: Reading): FeedItem {
  const articleText = (text: string) => (appended ? withoutAppended(text, appended) : text)
  const content = raw.content ?? raw.summary
  const contentHtml = content ? sanitizeHtml(content.html.slice(0, MAX_CONTENT), content.base) : ''
  const summary = articleText(textOf(raw.summary, 600))
  return {
    guid: raw.guid && foldSpace(raw.guid).slice(0, MAX_URL),
    url: firstUrl(raw.links),
    title: titleOf(raw.title),
    summary: excerpt(escapeText(summary || articleText(plainText(contentHtml))), 500),
    contentHtml,
    publishedAt: firstDate(raw.published, problems),
    updatedAt: firstDate(raw.updated, problems),
    imageUrl: firstUrl(raw.images.filter(({ href }) => isShown(href))) ?? imageIn(raw.content) ?? imageIn(raw.summary),
    author: namesOf(raw.authors.length > 0 ? raw.authors : feed.authors),
    categories: cleanCategories(raw.categories),
    language: tagOf(raw.language),
    creditedHost: raw.credits.flatMap((address) => hostOf(address) ?? [])[0] ?? null,
  }
}

function imageIn(text: Markup | null): string | null {
  const image = text && firstImageIn(text.html.slice(0, MAX_CONTENT), text.base)
  return image && firstUrl([image])
}

const textOf = (markup: Markup | null, max: number) => (markup ? excerpt(markup.html.slice(0, MAX_MARKUP), max) : '')
function titleOf(markup: Markup | null): string {
  const title = markup ? excerpt(escapeText(plainTitle(markup.html)), MAX_TITLE) : ''
  return isVisible(title) ? title : ''
}

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function firstUrl(links: Link[]): string | null {
  for (const { href, base } of links) {
    if (href.length > MAX_URL) continue
    const url = cleanUrl(href.replace(/[\r\n\t]+\s*/g, ''), base || undefined)
    if (url) return url
  }
  return null
}

function firstDate(candidates: string[], problems: string[]): Date | null {
  for (const candidate of candidates) {
    const { instant, unknownZone } = readDate(candidate)
    if (unknownZone)
      note(problems, 20, `the time zone "${quoted(unknownZone)}" is not known: its dates are taken for UTC`)
    if (instant) return instant
    note(problems, 10, `the date "${quoted(candidate)}" cannot be read`)
  }
  return null
}

const quoted = (text: string) => foldSpace(text).slice(0, 60)

/** A document may have thousands of errors of one kind. */
function note(problems: string[], limit: number, problem: string): void {
  if (problems.length < limit && !problems.includes(problem)) problems.push(problem)
}

const namesOf = (authors: string[]) =>
  [...new Set(authors.slice(0, 50).map((name) => plainText(name)))].filter(isVisible).join(', ').slice(0, 200) || null

function cleanCategories(categories: string[]): string[] {
  return [...new Set(categories.slice(0, 200).map((category) => plainText(category).slice(0, 100)))]
    .filter(isVisible)
    .slice(0, 50)
}

function tagOf(language: string | null): string | null {
  const tag = language?.trim().replace('_', '-') ?? ''
  return /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag : null
}

function hostOf(address: string): string | null {
  const url = cleanUrl(address)
  return url ? new URL(url).hostname.replace(/^www\./, '') : null
}
