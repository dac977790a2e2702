/** Rows and articles → EventView: which member leads, whose text is shown, what the members have in common. Pure. */

import type { ArticleView, StoryRef } from '../../articles/queries/views.ts'
import type { TagRef } from '../../tags/queries/views.ts'
import type { StoredPoint, StoredStatement } from '../rules/event-text.ts'
import { rightOf, type Settlement, settlementOf } from '../rules/settlement.ts'
import { sourceRef, sourcesOf } from './event-sources.ts'
import type { EventPoint, EventSourceRef, EventStatement, EventView } from './views.ts'

const maxTags = 8
/** Of a text, and with what was settled before it. */
const maxPoints = 6

export interface EventRow {
  id: number
  lastAt: Date
  sourceCount: number
  entriesCount: number
  splitFrom: number | null
  story: StoryRef | null
  text: TextRow | null
  settlements?: Settlement[]
}

export interface TextRow {
  revision: number
  title: string
  summary: string
  points: StoredPoint[]
  by: 'ai' | 'operator'
  model: string | null
  at: Date
  /** Articles that it was written from; of an operator's, those that the model's text before was. */
  articleIds: number[]
}

/** `entries`: its published members, earliest first, one at least. */
export function assembleEvent(row: EventRow, entries: ArticleView[], siteLanguage: string): EventView {
  const { text } = row
  const lead = leadOf(entries, siteLanguage)
  const sources = sourcesOf(entries, text?.articleIds)
  return {
    id: row.id,
    title: text?.title ?? lead.title,
    summary: text?.summary ?? lead.summary,
    language: text ? siteLanguage : lead.language,
    textBy: text?.by ?? lead.summaryBy,
    textModel: text?.model ?? null,
    // Without a text of its own it has that of the lead.
    textSourceCount: Math.max(1, sources.filter(({ read, copiesOf }) => read && copiesOf === null).length),
    revision: text?.revision ?? 0,
    revisedAt: text?.at ?? null,
    points: presentPoints(text?.points ?? [], entries, text ? row.settlements : []),
    firstPublishedAt: entries[0]?.sortAt ?? lead.sortAt,
    updatedAt: new Date(Math.max(row.lastAt.getTime(), text?.at.getTime() ?? 0)),
    sourceCount: row.sourceCount,
    entriesCount: row.entriesCount,
    lead,
    entries,
    sources,
    story: row.story,
    tags: commonTags(entries),
    imageUrl: lead.imageUrl ?? entries.find(({ imageUrl }) => imageUrl)?.imageUrl ?? null,
    relevant: entries.some(({ relevant }) => relevant),
    popularityScore: entries.reduce((sum, { popularityScore }) => sum + popularityScore, 0),
    splitFrom: row.splitFrom,
  }
}

/** The best of the members, which are in the order of publication; among equals the earliest. */
function leadOf(entries: ArticleView[], siteLanguage: string): ArticleView {
  return entries.toSorted((a, b) => worth(b, siteLanguage) - worth(a, siteLanguage))[0] as ArticleView
}

// Relevant before dated before the reader's language before an image.
function worth(article: ArticleView, siteLanguage: string): number {
  const isSiteLanguage = article.language?.slice(0, 2) === siteLanguage.slice(0, 2)
  return (
    (article.relevant ? 8 : 0) +
    (article.publishedAt !== null ? 4 : 0) +
    (isSiteLanguage ? 2 : 0) +
    (article.imageUrl ? 1 : 0)
  )
}

/**
 * Points with the publishers of their articles; one whose articles are not there any more is left out. A dispute that was
 * settled remains when a later text is without it.
 */
export function presentPoints(
  points: StoredPoint[],
  entries: ArticleView[],
  settlements: readonly Settlement[] = [],
): EventPoint[] {
  const articles = new Map(entries.map((article) => [article.id, article]))
  const shown = points.flatMap((point) => presentPoint(point, articles, settlementOf(point, settlements)) ?? [])
  const earlier = settlements.filter((one) => one.settled && !points.some((point) => settlementOf(point, [one])))
  const settled = earlier.flatMap((one) => presentPoint(one.point, articles, one) ?? [])
  const spare = shown.filter(({ status }) => status === 'single')
  const left = new Set(spare.slice(Math.max(0, spare.length - Math.max(0, shown.length + settled.length - maxPoints))))
  return [...shown.filter((point) => !left.has(point)), ...settled].slice(0, maxPoints)
}

function presentPoint(
  point: StoredPoint,
  articles: Map<number, ArticleView>,
  settlement: Settlement | undefined,
): EventPoint | null {
  const presented = point.statements.map((statement) => presentStatement(statement, articles))
  const [first, ...others] = presented.toSorted((a, b) => b.sources.length - a.sources.length)
  if (!first || presented.some(({ sources }) => sources.length === 0)) return null
  const statements = [first, ...others] as [EventStatement, ...EventStatement[]]
  const right = settlement?.settled ? presented[rightOf(point, settlement)] : undefined
  const { status, judged, matter } = point
  const shown = { status, judged, statements, ...(matter !== undefined && { matter }) }
  if (!settlement || !right) return shown
  const { at, settledBy: by, broughtBy, reason, model } = settlement
  const sources = publishersOf(broughtBy, articles)
  return {
    ...shown,
    settled: { at, statement: statements.indexOf(right), by, sources, reason, model },
  }
}

function presentStatement(
  { text, articles, quotes }: StoredStatement,
  found: Map<number, ArticleView>,
): EventStatement {
  return {
    text,
    sources: publishersOf(articles, found),
    quotes: quotes.flatMap((quote) => {
      const article = found.get(quote.article)
      if (!article) return []
      return { ...sourceRef(article), text: quote.text, language: article.language, publishedAt: article.publishedAt }
    }),
  }
}

function publishersOf(ids: number[], articles: Map<number, ArticleView>): EventSourceRef[] {
  const found = ids.flatMap((id) => articles.get(id) ?? []).map(sourceRef)
  return found.filter((ref, at) => found.findIndex(({ publisher }) => publisher === ref.publisher) === at)
}

function commonTags(entries: ArticleView[]): TagRef[] {
  const counted = new Map<number, { tag: TagRef; times: number }>()
  for (const tag of entries.flatMap(({ tags }) => tags))
    counted.set(tag.id, { tag, times: (counted.get(tag.id)?.times ?? 0) + 1 })
  return [...counted.values()]
    .sort((a, b) => b.times - a.times)
    .slice(0, maxTags)
    .map(({ tag }) => tag)
}
