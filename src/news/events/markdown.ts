/** Events as markdown: a page of its own, a line in a list. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, link, paragraphs } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { list } from '../../platform/markdown/list.ts'
import { articlePath, eventPath } from '../../platform/site/paths.ts'
import { articleAuthorship, authorLine, labels } from '../articles/authorship.ts'
import { articleLine, storyLine } from '../articles/markdown.ts'
import type { ArticleView } from '../articles/queries/views.ts'
import type { EventBeside, EventPoint, EventRevision, EventSource, EventStatement, EventView } from './queries/views.ts'

export function eventPage(event: EventView, beside: EventBeside, ctx: MarkdownContext): string {
  const head = frontMatter({
    title: event.title,
    canonical_url: ctx.baseUrl + eventPath(ctx.paths, event),
    first_published: event.firstPublishedAt.toISOString(),
    updated: event.updatedAt.toISOString(),
    source_count: event.sourceCount,
    entries_count: event.entriesCount,
    revision: event.revision,
    tags: event.tags.map((tag) => tag.name),
    language: event.language,
  })
  return `${head}\n${eventBody(event, ctx, 1, beside)}\n`
}

/** An event without a text of its own has that of its best source. */
function eventAuthorship(event: EventView, ctx: MarkdownContext): string {
  if (event.revision === 0 || event.textBy !== 'ai') return articleAuthorship(event.lead, ctx)
  const values = { n: event.textSourceCount, model: event.textModel ?? '' }
  return authorLine(ctx.t('agents.event_by_ai', values))
}

/** Heading of `level`, who wrote the text, the text, its points, who reports it, what followed, its story, and what has changed. */
export function eventBody(
  event: EventView,
  ctx: MarkdownContext,
  level: number,
  { revisions, reactions }: EventBeside = { revisions: [], reactions: [] },
) {
  const { t } = ctx
  const copied = new Map(event.sources.flatMap((source) => (source.copiesOf ? [[source.publisher, source]] : [])))
  return [
    `${'#'.repeat(level)} ${inline(event.title)}\n${eventAuthorship(event, ctx)}`,
    paragraphs(event.summary),
    list(t('agents.points'), event.points, (point) => pointLine(point, ctx), level + 1),
    list(
      t('agents.sources'),
      event.entries,
      (entry) => entryLine(entry, event, copied.get(entry.publisher), ctx),
      level + 1,
    ),
    list(t('events.reactions'), reactions, (article) => articleLine(article, ctx), level + 1),
    list(t('agents.story'), event.story ? [event.story] : [], (story) => storyLine(story, ctx), level + 1),
    list(t('agents.revisions'), revisions, (revision) => revisionLine(revision, ctx), level + 1),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const names = (sources: { name: string }[]) => inline(sources.map(({ name }) => name).join(', '))

/** Of a list's line. */
const MAX_NAMED = 8

const originals = ({ sources }: EventView) => sources.slice(0, MAX_NAMED).map(({ name, url }) => link(name, url))

/** A point that publishers agree on, that one reports alone, or on which they differ; of these a quotation for each side. */
export function pointLine({ status, statements, settled }: EventPoint, { t }: MarkdownContext): string {
  const [first, ...others] = statements
  const quoted = ({ quotes: [quote] }: EventStatement) =>
    status === 'disputed' && quote ? ` (”${inline(quote.text)}”)` : ''
  const line = `- ${inline(first.text)} — ${inline(t(`agents.point_${status}`))}: ${names(first.sources)}${quoted(first)}`
  const rest = others.map((other) => `  - ${inline(other.text)} — ${names(other.sources)}${quoted(other)}`)
  const right = settled && statements[settled.statement]
  const note = right
    ? [`  - ${inline(t('agents.settled', { date: settled.at.toISOString().slice(0, 10), text: right.text }))}`]
    : []
  return [line, ...rest, ...note].join('\n')
}

function entryLine(
  entry: ArticleView,
  event: EventView,
  copy: EventSource | undefined,
  { baseUrl, t }: MarkdownContext,
): string {
  const isFirst = event.sources.some(({ first, articleId }) => first && articleId === entry.id)
  const labels = [
    isFirst ? t('agents.first_source') : null,
    copy?.copiesOf ? t('agents.copies', { publisher: copy.copiesOf }) : null,
  ].flatMap((label) => label ?? [])
  const facts = [entry.feed.title, entry.publishedAt?.toISOString(), ...labels].flatMap((fact) => fact ?? [])
  return `- ${link(entry.original.title, entry.url)} — ${inline(facts.join(', '))} (${link(t('agents.here'), `${baseUrl}${articlePath(entry)}.md`)})`
}

function revisionLine({ at, reason, added, broughtBy }: EventRevision, { t }: MarkdownContext): string {
  const by = broughtBy.length > 0 ? ` (${names(broughtBy)})` : ''
  const what = added.map((text) => `\n  - ${inline(text)}`).join('')
  return `- ${at.toISOString()}: ${inline(t(`agents.revision_${reason}`))}${by}${what}`
}

/** One line: title linked to its markdown page, its publishers linked to their originals, when it began and when it last changed. */
export function eventLine(event: EventView, ctx: MarkdownContext): string {
  const { baseUrl, paths, t } = ctx
  const times = [event.firstPublishedAt, event.updatedAt].map((at) => at.toISOString())
  const facts = [t('agents.sources_count', { n: event.sourceCount }), ...originals(event), ...new Set(times)]
  facts.push(...labels(event.lead.kind, event.textBy, ctx))
  return `- ${link(event.title, `${baseUrl}${eventPath(paths, event)}.md`)} — ${facts.join(', ')}`
}

/** `/events.md`: the latest events as a list. */
export function eventsPage(events: EventView[], ctx: MarkdownContext): string {
  const { site, t } = ctx
  const head = [`# ${inline(`${site.name}: ${t('agents.events_title')}`)}`, `> ${inline(site.description)}`]
  return `${[...head, inline(t('agents.events_cut')), events.map((one) => eventLine(one, ctx)).join('\n')].join('\n\n')}\n`
}
