/** Sources of an event: publishers in one line, each a link to its original; and the articles of an event, folded. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import type { EventSourceRef, EventView } from '../../../news/events/queries/views.ts'
import { namedKind } from '../../../news/topic/rules/kinds.ts'
import { href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { articlePath, eventPath, feedPath } from '../../../platform/site/paths.ts'
import type { SitePage } from '../page.ts'
import { articleTime } from './article-time.ts'
import { lang } from './event-link.ts'
import { facts } from './fact-line.ts'
import { trustLine } from './trust.ts'

/** "MacRumors · för 12 minuter sedan"; of several articles with the line of trust, which unfolds into them. */
export function sourceLine(page: SitePage, event: EventView, article?: ArticleView, reason = ''): Html {
  const shown = article ?? event.lead
  const time = article ? articleTime(page, article) : eventTime(page, event)
  const lead = { publisher: shown.publisher, name: shown.feed.publisher.name, url: shown.url }
  const kind = kindLabel(page, shown.kind)
  const writer = exceptionLabel(page, article ? article.summaryBy : event.textBy)
  const shownReason = reason && html`<i class="why">${reason}</i>`
  return html`<div class="sources meta">${facts(publisherLink(page, lead, true), time, kind && html`<i class="kind">${kind}</i>`, writer, shownReason)}${reports(page, event)}</div>`
}

export function publisherLink(
  page: SitePage,
  source: Pick<EventSourceRef, 'publisher' | 'name' | 'url'>,
  first = false,
): Html {
  const label = page.t('sources.original_at', { source: source.name })
  return html`<a class="${first ? 'source first' : 'source'}" href="${href(source.url)}" rel="noopener"${noted(page, source.publisher, label)}>${source.name}</a>`
}

/** The title of what bears a publisher's name, with the publisher's line: on hover, on focus of a link, and on a long press. */
export function noted(page: SitePage, publisher: string, label = ''): Html | null {
  const note = page.publisherNote(publisher)
  if (note === '') return label === '' ? null : html` title="${label}"`
  return html` title="${label === '' ? note : `${label}. ${note}`}" data-note="${note}"`
}

/** A name that is no link to its publisher. */
export function publisherName(
  page: SitePage,
  { publisher, feed }: Pick<ArticleView, 'publisher' | 'feed'>,
): Html | string {
  const note = noted(page, publisher)
  return note ? html`<span${note}>${feed.publisher.name}</span>` : feed.publisher.name
}

/** A sentence of ours in which publishers stand by name, each with its line; `write` is given a mark for each name. */
export function withPublishers(
  page: SitePage,
  sources: readonly Pick<EventSourceRef, 'publisher' | 'name'>[],
  write: (names: string[]) => string,
): Html {
  const parts = write(sources.map((_, at) => `${MARK}${at}${MARK}`)).split(MARK)
  return html`${parts.map((part, at) => {
    const source = at % 2 === 1 ? sources[Number(part)] : undefined
    if (!source) return part
    const note = noted(page, source.publisher)
    return note ? html`<span${note}>${source.name}</span>` : source.name
  })}`
}
/** In no text: for private use. */
const MARK = '\ue000'

/** Time of the first report; where no report has a date, the time at which it was found. */
export const eventTime = (page: SitePage, { entries, lead }: EventView): Html =>
  articleTime(page, entries.find(({ publishedAt }) => publishedAt !== null) ?? lead)

const maxReports = 12

/** All articles of an event of several, to be unfolded in place. */
function reports(page: SitePage, event: EventView): Html | null {
  if (event.entriesCount < 2) return null
  const { t } = page
  const rest = event.entriesCount - Math.min(event.entries.length, maxReports)
  const more =
    rest > 0 &&
    html`<li><a href="${eventPath(page.paths, event)}">${t('events.all_articles', { n: event.entriesCount })}</a></li>`
  return html`<details class="reports"><summary>${trustLine(page, event)}</summary><ul>${event.entries.slice(0, maxReports).map((one) => html`<li>${report(page, one)}</li>`)}${more}</ul></details>`
}

/** One article of an event: publisher, headline, time. */
export function report(page: SitePage, article: ArticleView, timed = true): Html {
  const time = timed && html` <span class="row-small">${articleTime(page, article)}</span>`
  return html`<a class="source first" href="${href(article.url)}" rel="noopener"${noted(page, article.publisher)}>${article.feed.publisher.name}</a> <a class="report-title" href="${articlePath(article)}"${lang(page, article)}>${article.title}</a>${time}`
}

/** Above an article's headline: the publisher as a page of ours, kind, time. */
export function kicker(page: SitePage, article: ArticleView): Html {
  const kind = kindLabel(page, article.kind)
  return html`<p class="kicker meta">${facts(html`<a class="source first" href="${feedPath(article.feed)}"${noted(page, article.publisher)}>${article.feed.publisher.name}</a>`, articleTime(page, article), kind && html`<i class="kind">${kind}</i>`)}</p>`
}

/** A word for what is not plain news. */
function kindLabel({ t }: SitePage, kind: string | null): string | null {
  const named = namedKind(kind)
  return named && t(`kind.${named}`)
}

/** The head of a page names the author of its texts; a row does where its own is another. */
export function exceptionLabel({ t, hasModel }: SitePage, by: ArticleView['summaryBy']): Html | string | null {
  if (by === 'operator') return t('layout.editors')
  if (by === 'ai') return hasModel ? null : html`<span class="ai" title="${t('ai.mark')}">${t('ai.short')}</span>`
  return hasModel ? t('layout.excerpt') : null
}

/** Of an event in a single line: kind and writer, where they are no news, or not the writer of the page. */
export function lineLabels(page: SitePage, event: EventView): Html | null {
  const kind = kindLabel(page, event.lead.kind)
  const labels = [kind && html`<i class="kind">${kind}</i>`, exceptionLabel(page, event.textBy)].filter(Boolean)
  return labels.length > 0 ? html` <small>${facts(...labels)}</small>` : null
}
