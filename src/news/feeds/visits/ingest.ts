/** The stage ingest: the items of one document against what is stored for its feed. It stores nothing itself. */

import { registrableDomain } from '../../../platform/text/url.ts'
import { type Candidate, kindOf } from '../../articles/rules/identity.ts'
import { ENOUGH_TEXT, earlier, isMaterialChange } from '../../articles/rules/material-change.ts'
import type { Arrival, Changes, Revision } from '../../articles/writes/articles.ts'
import { type Existing, findExisting } from '../../articles/writes/known-articles.ts'
import type { ReadFeed } from '../documents/document-worker.ts'
import { isRepublishing } from '../rules/feed-health.ts'
import type { Feed } from '../writes/feeds.ts'
import type { Crawl } from './crawl.ts'

/** Most items that the first pass over a new feed takes. */
const FIRST_PASS = 100

/** Fewest known items that make a republication: under new identities, and under those or later dates. */
const RENAMED = 3
const REPUBLISHED = 5

const RENEWS = 'known items came under new guids and links: they are recognised by their titles, dates and texts'

export interface Found {
  /** New and changed articles, classified and ready to be stored; null when all is on record. */
  changes: Changes | null
  /** Half of what was known came under another identity or a later date. */
  republished: boolean
  /** Results of matching for the record of the visit, a sentence each. */
  notes: string[]
}

/** A document against what is on record. `reservation` is where its publisher reserves the document, or null. */
export async function findChanges(
  pipeline: Crawl,
  feed: Feed,
  { parsed, identified }: ReadFeed,
  reservation: string | null = null,
): Promise<Found> {
  const matches = await findExisting(pipeline.database.db, feed.id, identified.candidates, identified.shared)
  const { candidates, existing, newlyShared, isRenewed } = matches
  // The first ids that came after those on record may last. Later ones are not stored, or they would grow at each visit.
  const isTransient = isRepublishing({ republishedAt: feed.republished_at }, pipeline.clock.now())
  const unknown = candidates
    .filter((candidate) => !existing.has(candidate))
    .reverse()
    .sort(byAge)
  const accepted = feed.first_pass_done ? unknown : unknown.slice(-FIRST_PASS)
  const changed = [...existing].filter(([candidate, record]) => hasChanged(candidate, record, isTransient))
  const speaking = { ...feed, language: feed.language ?? parsed.language }
  const toClassify = [...accepted, ...changed.map(([candidate]) => candidate)]
  const arrivals = await toArrivals(pipeline, speaking, toClassify, reservation)
  const revisions = changed.flatMap(([candidate, record], i) =>
    toRevision(candidate, record, arrivals[accepted.length + i]),
  )
  const seenOnly = unknown.filter((candidate) => !accepted.includes(candidate))
  const renamed = isTransient ? [] : [...existing].filter(([{ keys }, record]) => record.keys.length < keys.length)
  const changes = { arrivals: arrivals.slice(0, accepted.length), revisions, seenOnly, renamed, newlyShared }
  const nothing = Object.values(changes).every(({ length }) => length === 0)
  return {
    changes: nothing ? null : changes,
    republished: isRenewed || isRepublished(existing),
    notes: isRenewed ? [RENEWS] : [],
  }
}

function isRepublished(existing: Map<Candidate, Existing>): boolean {
  const renamed = [...existing].filter(([{ keys }, record]) => keys.length > record.keys.length)
  const again = [...existing].filter(([{ keys, item }, record]) => {
    const { publishedAt: before, isClamped } = record
    const later = before && !isClamped && item.publishedAt && item.publishedAt > before
    return keys.length > record.keys.length || later
  })
  const isMost = ({ length }: unknown[], min: number) => length >= min && length * 2 >= existing.size
  return isMost(renamed, RENAMED) || isMost(again, REPUBLISHED)
}

/** Oldest first, so that ids follow time; a feed lists its newest first, undated ones keep that order. */
function byAge(a: Candidate, b: Candidate): number {
  return (a.item.publishedAt?.getTime() ?? 0) - (b.item.publishedAt?.getTime() ?? 0)
}

async function toArrivals(
  pipeline: Crawl,
  feed: Feed,
  candidates: Candidate[],
  reservation: string | null,
): Promise<Arrival[]> {
  const { publisher, language, relevance } = feed
  const classifications = await pipeline.classify(
    candidates.map(({ item: { summary, categories, language: itemLanguage }, title, text }) => ({
      title,
      summary,
      text,
      categories,
      language: itemLanguage,
      feed: { publisher, language, relevance },
    })),
  )
  const withModel = pipeline.config.AI_PROVIDER !== 'none'
  return candidates.flatMap((candidate, i) => {
    const [{ item, text }, classification] = [candidate, classifications[i]]
    if (!classification) return []
    return {
      candidate,
      classification,
      status: withModel ? 'pending' : 'published',
      extractState: feed.extract && hasUniquePage(candidate) && text.length < ENOUGH_TEXT ? 'pending' : 'none',
      enrichState: withModel ? 'pending' : 'none',
      creditedPublisher: item.creditedHost && registrableDomain(item.creditedHost),
      reservation,
    }
  })
}

const hasUniqueLink = ({ keys }: Candidate) => keys.some((key) => kindOf(key) === 'u')

/** A page that several items link to is the text of none, unless each names its own part of it. */
const hasUniquePage = (candidate: Candidate) =>
  hasUniqueLink(candidate) || candidate.possibleKeys.some((key) => kindOf(key) === 'f')

function hasChanged(candidate: Candidate, existing: Existing, isTransient: boolean): boolean {
  if (existing.articleId === null || existing.status === 'removed') return false
  const sameDate =
    earlier(existing.publishedAt, candidate.item.publishedAt)?.getTime() === existing.publishedAt?.getTime()
  // Articles of earlier versions may have been stored without a title.
  const moved = !isTransient && hasUniqueLink(candidate) && existing.canonicalUrl !== candidate.canonicalUrl
  return existing.contentHash !== candidate.contentHash || !sameDate || moved || existing.title === ''
}

function toRevision(candidate: Candidate, existing: Existing, arrival: Arrival | undefined): Revision[] {
  if (existing.articleId === null || !arrival) return []
  const sameText = existing.contentHash === candidate.contentHash
  const material =
    !sameText && isMaterialChange(`${existing.title} ${existing.text}`, `${candidate.title} ${candidate.text}`)
  return [{ articleId: existing.articleId, candidate, existing, material, arrival }]
}
