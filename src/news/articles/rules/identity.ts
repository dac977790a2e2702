/** Identity of a feed's items: the keys that tell those of one document apart. Pure. */

import { withoutAggregatorLines } from '../../../platform/text/aggregator-lines.ts'
import { plainText, sha256 } from '../../../platform/text/text.ts'
import { isVisible, titleFromText } from '../../../platform/text/titles.ts'
import { canonicalUrl } from '../../../platform/text/url.ts'
import type { FeedItem } from './feed-item.ts'

/** Kinds of keys, strongest first; the last differs unless items are word for word the same. */
const KINDS = { g: 'guid', u: 'link', f: 'link with its fragment', t: 'title and date', c: 'all that it says' }
export type KeyKind = keyof typeof KINDS
export const KEY_KINDS = Object.keys(KINDS) as KeyKind[]

/** An item with what ingest needs to know of it. */
export interface Candidate {
  item: FeedItem
  url: string
  canonicalUrl: string
  /** The item's own, or else one from its text; never empty. */
  title: string
  text: string
  contentHash: string
  /** All keys that may identify it, strongest first. */
  possibleKeys: string[]
  /** The keys that do. */
  keys: string[]
  /** Finds the newest article of its title, which is no proof; null without a title of its own. */
  titleKey: string | null
}

/** Record of a key: the article that it identifies. */
export interface Recorded {
  key: string
  /** Null for an item that was seen and not taken, and for the record that a key is shared. */
  articleId: number | null
  canonicalUrl: string
  title: string
  text: string
  publishedAt: Date | null
  contentHash: string | null
}

/** The items of one document as articles. */
export interface Identified {
  /** In the feed's order, one per article. */
  candidates: Candidate[]
  /** Keys that identify none of them, since several have them. */
  shared: string[]
  /** A sentence for each merger and each shared key, with the reason. */
  notes: string[]
}

/** `home` replaces the link of items that have none; the same link in an item identifies nothing. */
export function identifyItems(items: FeedItem[], home: string): Identified {
  const { single, notes } = withoutRepeats(items.map((item) => candidateOf(item, home)))
  const owners = Map.groupBy(
    single.flatMap((candidate) => candidate.possibleKeys.map((key) => ({ key, candidate }))),
    ({ key }) => key,
  )
  const several = [...owners].filter(([, { length }]) => length > 1)
  const shared = new Set([keyOf('u', canonicalUrl(home)), ...several.map(([key]) => key)])
  const candidates = single.map((candidate) => withKeys(candidate, shared))
  const noted = several.flatMap(([key, group]) =>
    noteOn(
      key,
      group.map(({ candidate }) => candidate),
      shared,
    ),
  )
  return {
    candidates,
    shared: [...shared].filter((key) => owners.has(key)),
    notes: [...notes, ...noted].slice(0, 20),
  }
}

const keyOf = (kind: KeyKind, value: string) => `${kind}:${sha256(value).slice(0, 32)}`
export const kindOf = (key: string) => key.slice(0, 1) as KeyKind

function candidateOf(item: FeedItem, home: string): Candidate {
  const url = item.url ?? home
  const text = withoutAggregatorLines(plainText(item.contentHtml)) || item.summary
  const contentHash = sha256(`${item.title}\n${item.summary}\n${text}`)
  const date = item.publishedAt?.toISOString()
  const canonical = canonicalUrl(url)
  const exact = canonical + fragmentOf(url)
  const possibleKeys = [
    ...(item.guid ? [keyOf('g', item.guid)] : []),
    ...(item.url ? [keyOf('u', canonical)] : []),
    ...(item.url && exact !== canonical ? [keyOf('f', exact)] : []),
    keyOf('t', `${item.title}\n${date ?? text.slice(0, 200)}`),
    keyOf('c', [item.guid, exact, date, contentHash].join('\n')),
  ]
  const title = [item.title, titleFromText(text)].find(isVisible) ?? shortAddress(url)
  const titleKey = isVisible(item.title) ? `n:${sha256(item.title).slice(0, 32)}` : null
  return { item, url, canonicalUrl: canonical, title, text, contentHash, possibleKeys, keys: [], titleKey }
}

/** Name of an item that has neither title nor text. */
const shortAddress = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').slice(0, 80)

const fragmentOf = (url: string) => /#.+/.exec(url)?.[0] ?? ''

/** Guid and link identify together; where both are missing or shared, the next key that is not. */
export function keysOf(possibleKeys: string[], shared: ReadonlySet<string>): string[] {
  const free = possibleKeys.filter((key) => !shared.has(key))
  const strong = free.filter((key) => kindOf(key) === 'g' || kindOf(key) === 'u')
  return strong.length > 0 ? strong : [free[0] ?? possibleKeys.at(-1) ?? '']
}

/** The candidate as its unshared keys identify it; a fragment belongs to its address where that alone does. */
export function withKeys(candidate: Candidate, shared: ReadonlySet<string>): Candidate {
  const keys = keysOf(candidate.possibleKeys, shared)
  const fragment = keys.some((key) => kindOf(key) === 'f') ? fragmentOf(candidate.url) : ''
  return { ...candidate, keys, canonicalUrl: candidate.canonicalUrl.replace(/#.*/, '') + fragment }
}

/** Names of the keys that identify a candidate. */
export const identityOf = (keys: string[]): string[] => keys.map((key) => KINDS[kindOf(key)])

/** Items that are word for word the same are one, also where some of them have no guid. */
function withoutRepeats(candidates: Candidate[]): { single: Candidate[]; notes: string[] } {
  const contentOf = ({ url, canonicalUrl: canonical, item, contentHash }: Candidate) =>
    [canonical + fragmentOf(url), item.publishedAt?.getTime(), contentHash].join('\n')
  const notes: string[] = []
  const retained = new Set<Candidate>()
  for (const group of Map.groupBy(candidates, contentOf).values()) {
    const guided = group.filter(({ item }) => item.guid)
    const byGuid = Map.groupBy(guided.length > 0 ? guided : group, ({ item }) => item.guid)
    for (const [first] of byGuid.values()) if (first) retained.add(first)
    if (byGuid.size < group.length)
      notes.push(
        `${group.length} items are word for word the same ("${shown(group[0]?.title)}"): ${byGuid.size === 1 ? 'one is' : `${byGuid.size} are`} stored.`,
      )
  }
  return { single: candidates.filter((candidate) => retained.has(candidate)), notes }
}

const shown = (text = '') => text.slice(0, 100)

/** A shared key is worth a note where nothing stronger identifies all that have it. */
function noteOn(key: string, group: Candidate[], shared: ReadonlySet<string>): string[] {
  const kind = kindOf(key)
  const rank = ([strongest = '']: string[]) => KEY_KINDS.indexOf(kindOf(strongest))
  const weakest = group
    .map(({ possibleKeys }) => keysOf(possibleKeys, shared))
    .reduce((one, other) => (rank(other) > rank(one) ? other : one))
  const [first] = group
  if (!first || (kind !== 'g' && rank(weakest) < KEY_KINDS.indexOf(kind))) return []
  const value = { g: first.item.guid ?? '', u: first.canonicalUrl, f: first.url, t: first.title, c: '' }[kind]
  return [
    `${group.length} items share the ${KINDS[kind]} "${shown(value)}". It identifies none of them: they are distinguished by ${identityOf(weakest).join(' and ')}.`,
  ]
}
