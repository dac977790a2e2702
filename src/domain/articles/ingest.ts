/** Pure rules of ingest: by which keys an item is known, what its fingerprint is, and when a change is material. */
import type { FeedItem } from '../feeds/feed.ts'
import { normalForm } from '../text/normal-form.ts'
import { plainText, sha256 } from '../text/text.ts'
import { isVisible, titleFromText } from '../text/titles.ts'
import { canonicalUrl } from '../text/url.ts'

/** Fewest characters of a feed's own text that spare the article page a visit. */
export const ENOUGH_TEXT = 1200

/** An item with what ingest needs to know of it. */
export interface Candidate {
  item: FeedItem
  url: string
  canonicalUrl: string
  /** The item's own, or else one from its text; never empty. */
  title: string
  text: string
  contentHash: string
  /** Strongest first. */
  keys: string[]
}

const keyOf = (kind: 'g' | 'u' | 't', value: string) => `${kind}:${sha256(value).slice(0, 32)}`

/**
 * Candidates in the feed's order, one per article. Identity is the guid, then the canonical URL; an address that several
 * items with guids of their own share (the show's page, say) names none of them.
 */
export function candidatesOf(items: FeedItem[], fallbackUrl: string): Candidate[] {
  const shared = sharedUrls(items)
  const seen = new Set<string>()
  const candidates = items.map((item) => candidateOf(item, fallbackUrl, shared))
  return candidates.filter(({ keys }) => {
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  })
}

function candidateOf(item: FeedItem, fallbackUrl: string, shared: Set<string>): Candidate {
  const url = item.url ?? fallbackUrl
  const canonical = canonicalUrl(url)
  const text = plainText(item.contentHtml) || item.summary
  const keys: string[] = []
  if (item.guid) keys.push(keyOf('g', item.guid))
  if (item.url && !shared.has(canonical)) keys.push(keyOf('u', canonical))
  if (keys.length === 0)
    keys.push(keyOf('t', `${item.title}\n${item.publishedAt?.toISOString() ?? text.slice(0, 200)}`))
  return {
    item,
    url,
    canonicalUrl: canonical,
    title: [item.title, titleFromText(text)].find(isVisible) ?? shortAddress(url),
    text,
    contentHash: sha256(`${item.title}\n${item.summary}\n${text}`),
    keys,
  }
}

/** What names an item that has neither title nor text. */
const shortAddress = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').slice(0, 80)

function sharedUrls(items: FeedItem[]): Set<string> {
  const guids = new Map<string, Set<string>>()
  for (const { url, guid } of items) {
    if (!url || !guid) continue
    const canonical = canonicalUrl(url)
    guids.set(canonical, (guids.get(canonical) ?? new Set()).add(guid))
  }
  return new Set([...guids].filter(([, set]) => set.size > 1).map(([url]) => url))
}

/** Share of words that two texts must have in common for the difference to be immaterial. */
const SAME_WORDS = 0.9

/** True when what the article says may have changed: another number, or more than a tenth of the words. */
export function isMaterialChange(before: string, after: string): boolean {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  const numbers = (words: Set<string>) =>
    [...words]
      .filter((word) => /\d/.test(word))
      .sort()
      .join(' ')
  if (numbers(a) !== numbers(b)) return true
  const common = [...a].filter((word) => b.has(word)).length
  return common < SAME_WORDS * Math.max(a.size, b.size)
}

const wordsOf = (text: string) =>
  new Set(
    normalForm(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )

/** The instant that lists order by: when it was published, unless that is unknown or still to come. */
export function sortTime(publishedAt: Date | null, discoveredAt: Date): Date {
  return publishedAt && publishedAt <= discoveredAt ? publishedAt : discoveredAt
}

/** Of two publication dates the earlier: publishers republish old items, and that makes no news of them. */
export function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a <= b ? a : b
}
