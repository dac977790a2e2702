/**
 * Raw result of a reader → a ParsedFeed: plain text, absolute links, real dates, sanitised HTML. The same for every
 * format.
 */

import { withoutAppended } from '../../../platform/languages/appended.ts'
import { withoutAggregatorLines } from '../../../platform/text/aggregator-lines.ts'
import { excerpt, foldSpace, plainText } from '../../../platform/text/text.ts'
import { isVisible, plainTitle } from '../../../platform/text/titles.ts'
import { cleanUrl } from '../../../platform/text/url.ts'
import { readDate } from '../../../platform/time/dates.ts'
import { sanitizeHtml } from '../../articles/extraction/sanitize.ts'
import { firstImageIn, isShown } from '../../articles/extraction/shown-image.ts'
import type { FeedItem } from '../../articles/rules/feed-item.ts'
import { type Link, MAX_ITEMS, type Markup, type RawFeed, type RawItem } from '../decode/raw.ts'
import type { ParsedFeed } from '../rules/feed.ts'

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
  /** Address of the document; empty for a file. */
  base: string
}

export function cleanFeed(raw: RawFeed, reading: Reading): ParsedFeed {
  const { encoding, problems, base } = reading
  if (raw.items.length === MAX_ITEMS) problems.push(`only the first ${MAX_ITEMS} items were read`)
  const siteUrl = firstUrl(raw.links, base)
  const site = siteUrl ?? base
  return {
    title: titleOf(raw.title),
    siteUrl,
    description: textOf(raw.description, 1000) || null,
    language: tagOf(raw.language),
    iconUrl: firstUrl(raw.icons, site),
    encoding,
    ttlMinutes: raw.ttlMinutes,
    hubUrl: firstUrl(raw.hubs, base),
    selfUrl: firstUrl(raw.selves, base),
    items: raw.items.map((item) => cleanItem(item, raw, { ...reading, base: site })),
    problems,
  }
}

/** `base` is the site: a feed is often at another host. */
function cleanItem(raw: RawItem, feed: RawFeed, { problems, appended, base }: Reading): FeedItem {
  const articleText = (html: string) => {
    const text = withoutAggregatorLines(plainText(html))
    return appended ? withoutAppended(text, appended) : text
  }
  const content = raw.content ?? raw.summary
  const page = firstUrl(raw.links, base)
  const pageBase = page ?? base
  const contentHtml = content ? sanitizeHtml(content.html.slice(0, MAX_CONTENT), content.base || pageBase) : ''
  const summary = articleText(raw.summary?.html.slice(0, MAX_MARKUP) ?? '')
  return {
    guid: raw.guid && foldSpace(raw.guid).slice(0, MAX_URL),
    url: page ?? firstUrl(raw.files, base),
    title: titleOf(raw.title),
    summary: excerpt(escapeText(summary || articleText(contentHtml)), 500),
    contentHtml,
    publishedAt: firstDate(raw.published, problems),
    updatedAt: firstDate(raw.updated, problems),
    imageUrl:
      firstUrl(
        raw.images.filter(({ href }) => isShown(href)),
        base,
      ) ??
      imageIn(raw.content, pageBase) ??
      imageIn(raw.summary, pageBase),
    author: namesOf(raw.authors.length > 0 ? raw.authors : feed.authors),
    categories: cleanCategories(raw.categories),
    language: tagOf(raw.language),
    creditedHost: raw.credits.flatMap((address) => hostOf(address) ?? [])[0] ?? null,
  }
}

function imageIn(text: Markup | null, base: string): string | null {
  const image = text && firstImageIn(text.html.slice(0, MAX_CONTENT), text.base)
  return image && firstUrl([image], base)
}

const textOf = (markup: Markup | null, max: number) => (markup ? excerpt(markup.html.slice(0, MAX_MARKUP), max) : '')
function titleOf(markup: Markup | null): string {
  const title = markup ? excerpt(escapeText(plainTitle(markup.html)), MAX_TITLE) : ''
  return isVisible(title) ? title : ''
}

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** `base` is for links without one of their own. */
function firstUrl(links: Link[], base: string): string | null {
  for (const link of links) {
    if (link.href.length > MAX_URL) continue
    const url = cleanUrl(link.href, link.base || base || undefined)
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
