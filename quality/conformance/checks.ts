/** What other parsers' suites expect of a document, and whether a parsed feed agrees. */

import type { FeedItem } from '../../src/news/articles/rules/feed-item.ts'
import type { ParsedFeed } from '../../src/news/feeds/rules/feed.ts'
import { plainText } from '../../src/platform/text/text.ts'
import { parseDate } from '../../src/platform/time/dates.ts'

/** One expectation of a suite: the value at a path of the parser's own result. */
export interface Check {
  path: (string | number)[]
  op: string
  value: unknown
}

/** Fields that count, by the last words of their path; the others are shown but not scored. */
const SCORED: Record<string, string> = {
  encoding: 'encoding',
  'feed.title': 'feed title',
  'feed.link': 'feed link',
  'feed.language': 'feed language',
  'entries.title': 'item title',
  'entries.link': 'item link',
  'entries.id': 'item id',
  'entries.author': 'item author',
  'entries.published': 'item dates',
  'entries.published_parsed': 'item dates',
  'entries.updated': 'item dates',
  'entries.updated_parsed': 'item dates',
  'entries.tags.term': 'item tags',
}
const SHOWN: Record<string, string> = {
  'feed.subtitle': '(feed description)',
  'entries.summary': '(item summary)',
  'entries.content.value': '(item content)',
}

/** Group of the check; null for what this service does not read. In brackets: not part of the target. */
export function fieldOf(check: Check): string | null {
  const key = check.path.filter((part) => typeof part === 'string').join('.')
  return SCORED[key] ?? SHOWN[key] ?? null
}

export function agrees(check: Check, feed: ParsedFeed): { ok: boolean; actual: unknown } {
  const actual = valueAt(check, feed)
  if (check.value === null) return { ok: actual === null || actual === '', actual }
  if (check.path.some((part) => /^(published|updated)/.test(String(part))))
    return { ok: actual instanceof Date && actual.getTime() === instantOf(check.value), actual }
  return { ok: typeof actual === 'string' && sameText(actual, String(check.value)), actual }
}

function valueAt({ path }: Check, feed: ParsedFeed): unknown {
  const key = path.filter((part) => typeof part === 'string').join('.')
  if (path[0] !== 'entries')
    return {
      encoding: feed.encoding,
      'feed.title': feed.title,
      'feed.link': feed.siteUrl,
      'feed.language': feed.language,
      'feed.subtitle': feed.description,
    }[key]
  const item = feed.items[Number(path[1])]
  return item && itemValue(item, key, Number(path[3] ?? 0))
}

function itemValue(item: FeedItem, key: string, index: number): unknown {
  const values: Record<string, unknown> = {
    'entries.title': item.title,
    'entries.link': item.url,
    'entries.id': item.guid,
    'entries.author': item.author,
    'entries.published': item.publishedAt,
    'entries.published_parsed': item.publishedAt,
    'entries.updated': item.updatedAt,
    'entries.updated_parsed': item.updatedAt,
    'entries.summary': item.summary,
    'entries.content.value': item.contentHtml,
  }
  return key.startsWith('entries.tags') ? item.categories[index] : values[key]
}

function instantOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parseDate(value)?.getTime()
  const [year, month, day, hour, minute, second] = value as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** As text: tags stripped, white space folded. The suite's values are HTML, ours mostly text already. */
function sameText(actual: string, expected: string): boolean {
  const strip = (text: string) =>
    text
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  const folded = actual.replace(/\s+/g, ' ').trim()
  return (
    folded === plainText(expected) || plainText(actual) === plainText(expected) || strip(actual) === strip(expected)
  )
}
