/** The stage ingest: the items of one document against what is on record of its feed. */
import type { ParsedFeed } from '../domain/feed.ts'
import { type Candidate, candidatesOf, ENOUGH_TEXT, earlier, isMaterialChange } from '../domain/ingest.ts'
import { mapInTurns } from '../domain/turns.ts'
import { registrableDomain } from '../domain/url.ts'
import { type Arrival, findKnown, type Known, type Revision, saveArrivals } from '../store/articles.ts'
import type { Feed } from '../store/feeds.ts'
import type { Crawl } from './context.ts'

/** Most items that the first pass over a new feed takes. */
const FIRST_PASS = 100

/** Stores what is new or changed. Running it again on the same document changes nothing. */
export async function ingestItems(
  pipeline: Crawl,
  feed: Feed,
  parsed: ParsedFeed,
): Promise<{ created: number; updated: number }> {
  const candidates = await candidatesOf(parsed.items, parsed.siteUrl ?? feed.site_url ?? feed.url)
  const known = await findKnown(pipeline.database.db, feed.id, candidates)
  const unknown = candidates
    .filter((candidate) => !known.has(candidate))
    .reverse()
    .sort(byAge)
  const taken = feed.first_pass_done ? unknown : unknown.slice(-FIRST_PASS)
  const language = feed.language ?? parsed.language
  const arrivals = await mapInTurns(taken, (candidate) => toArrival(pipeline, { ...feed, language }, candidate))
  const revised = await mapInTurns([...known], ([candidate, record]) =>
    toRevision(pipeline, { ...feed, language }, candidate, record),
  )
  const revisions = revised.filter((revision) => revision !== null)
  const seenOnly = unknown.filter((candidate) => !taken.includes(candidate))
  const renamed = [...known].filter(([candidate, { keys }]) => keys.length < candidate.keys.length)
  if (arrivals.length + revisions.length + seenOnly.length + renamed.length === 0) return { created: 0, updated: 0 }
  return saveArrivals(pipeline.database, feed.id, { arrivals, revisions, seenOnly, renamed }, pipeline.clock.now())
}

/** Oldest first, so that ids follow time; a feed lists its newest first, undated ones keep that order. */
function byAge(a: Candidate, b: Candidate): number {
  return (a.item.publishedAt?.getTime() ?? 0) - (b.item.publishedAt?.getTime() ?? 0)
}

function toArrival(pipeline: Crawl, feed: Feed, candidate: Candidate): Arrival {
  const { item, text, url } = candidate
  const judgement = pipeline.judge(
    { title: item.title, language: item.language, url, text, summary: item.summary },
    feed,
  )
  const withModel = pipeline.config.AI_PROVIDER !== 'none'
  return {
    candidate,
    judgement,
    status: withModel ? 'pending' : 'published',
    extractState: feed.extract && item.url && text.length < ENOUGH_TEXT ? 'pending' : 'none',
    enrichState: withModel ? 'pending' : 'none',
    creditedPublisher: item.creditedHost && registrableDomain(item.creditedHost),
  }
}

function toRevision(pipeline: Crawl, feed: Feed, candidate: Candidate, known: Known): Revision | null {
  if (known.articleId === null || known.status === 'removed') return null
  const { item } = candidate
  const sameText = known.contentHash === candidate.contentHash
  const sameDate = earlier(known.publishedAt, item.publishedAt)?.getTime() === known.publishedAt?.getTime()
  if (sameText && sameDate) return null
  const material = !sameText && isMaterialChange(`${known.title} ${known.text}`, `${item.title} ${candidate.text}`)
  return { articleId: known.articleId, candidate, known, material, arrival: toArrival(pipeline, feed, candidate) }
}
