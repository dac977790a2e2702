/** An event as one of many: from the lead at the top to the single line far down. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import { trustOf } from '../../../news/events/queries/matrix.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import type { ArticleKind } from '../../../news/topic/rules/kinds.ts'
import { href } from '../../../platform/html/href.ts'
import { type Html, html, trusted } from '../../../platform/html/html.ts'
import { clockTime, dayName, timeOn } from '../../../platform/html/times.ts'
import { unbroken } from '../../../platform/html/unbroken.ts'
import { articlePath } from '../../../platform/site/paths.ts'
import { dayIn } from '../../../platform/time/days.ts'
import type { SitePage } from '../page.ts'
import { eventHref, lang, languageLabel } from './event-link.ts'
import { cardShape, eventImage, leadShape, thumbShape } from './picture.ts'
import { eventTime, lineLabels, noted, publisherName, sourceLine } from './sources.ts'

export type Level = 2 | 3 | 4

/** The headline as a link to our page; marked with its language where that is not the page's. */
export function headline(page: SitePage, event: EventView, level: Level, article?: ArticleView, read = false): Html {
  const [reported, path] = article ? [article, articlePath(article)] : [event, eventHref(page, event)]
  const readLabel = read && html` <span class="read-mark">${page.t('mine.read_done')}</span>`
  const link = html`<a href="${path}"${lang(page, reported)}>${unbroken(reported.title)}</a>${languageLabel(page, reported)}${readLabel}`
  return html`${trusted(`<h${level} class="headline">`)}${link}${trusted(`</h${level}>`)}`
}

/** The sources and kinds of its reports, for readers who mute some. */
export function reportedBy({ entries }: Pick<EventView, 'entries'>): Html {
  const each = (names: (number | string)[]) => [...new Set(names)].join(' ')
  const kinds = entries.map(({ kind }) => kind ?? ('news' satisfies ArticleKind))
  return html` data-by="${each(entries.map(({ feed }) => feed.id))}" data-kinds="${each(kinds)}"`
}

const item = (event: EventView, kind: string, content: Html, article = event.lead) =>
  html`<article class="item ${kind}" data-item data-event="${event.id}"${reportedBy(event)} data-original="${href(article.url)}">${content}</article>`

const summary = (page: SitePage, reported: Pick<EventView, 'summary' | 'language'>) =>
  reported.summary && html`<p class="summary"${lang(page, reported)}>${unbroken(reported.summary)}</p>`

/** Across the page: other publishers' headlines stand in the open below it. */
export function leadItem(page: SitePage, event: EventView, drawing?: string): Html {
  const image = eventImage(page, event, leadShape, drawing)
  const others = othersOf(page, event, 6)
  const kind = image ? 'item-lead has-picture' : others ? 'item-lead' : 'item-lead is-single'
  return item(
    event,
    kind,
    html`${headline(page, event, 2)}<div>${summary(page, event)}${sourceLine(page, event)}</div>${image}${others && html`<section class="others-open"><h3 class="box-title">${page.t('events.as_written')}</h3>${others}${event.entriesCount > 6 && html`<a class="more" href="${eventHref(page, event)}">${page.t('front.all_headlines', { n: event.entriesCount })}</a>`}</section>`}`,
  )
}

/** Name and headline of the members' publishers, one each; null for an event of one. */
export function othersOf(page: SitePage, event: EventView, max: number): Html | null {
  if (event.sourceCount < 2) return null
  const first = event.entries.filter(
    (one, at) => event.entries.findIndex(({ publisher }) => publisher === one.publisher) === at,
  )
  const rows = first
    .slice(0, max)
    .map(
      (one) =>
        html`<li><a href="${articlePath(one)}"><span class="voice"${noted(page, one.publisher)}>${one.feed.publisher.name}</span>${languageLabel(page, one.original)} <span class="as-written"${lang(page, one.original)}>${one.original.title}</span></a></li>`,
    )
  return html`<ul class="others bare">${rows}</ul>`
}

export function cardItem(page: SitePage, event: EventView, drawing?: string, isLarge = false): Html {
  const isOpinion = event.entries.every(({ kind }) => kind === 'opinion')
  return item(
    event,
    `item-card${isLarge ? ' is-large' : ''}${isOpinion ? ' is-opinion' : ''}`,
    html`${eventImage(page, event, cardShape, drawing)}<div>${headline(page, event, 3)}${summary(page, event)}${sourceLine(page, event)}</div>`,
  )
}

/**
 * `article`: the member that represents the event in this list; `text` replaces its summary; `read`: by whom the page
 * is for; `reason`: why it is in their list.
 */
export function riverItem(
  page: SitePage,
  event: EventView,
  level: Level,
  {
    article,
    text,
    read = false,
    reason = '',
  }: { article?: ArticleView; text?: Html | null; read?: boolean; reason?: string } = {},
): Html {
  return item(
    event,
    read ? 'item-row item-river is-read' : 'item-row item-river',
    html`${eventImage(page, article?.imageUrl ? article : event, thumbShape)}<div class="grow">${headline(page, event, level, article, read)}${text ?? summary(page, article ?? event)}${sourceLine(page, event, article, reason)}</div>`,
    article,
  )
}

/** Time, headline, source; `reason` is in the source's place: why it is in the list of the reader that the page is for. */
export function lineItem(
  page: SitePage,
  event: EventView,
  level: Level,
  { read = false, reason = '' }: { read?: boolean; reason?: string } = {},
): Html {
  const { site, t } = page
  const parting =
    trustOf(event).disputed > 0 && html` <span class="parting">≠ ${t('nav.disputes').toLowerCase()}</span>`
  const source = event.sourceCount > 1 ? t('sources.count', { n: event.sourceCount }) : publisherName(page, event.lead)
  const isDated = event.entries.some(({ publishedAt }) => publishedAt !== null)
  const time = isDated && timeOn(event.firstPublishedAt, page, clockTime(event.firstPublishedAt, site))
  const found = isDated ? null : html` ${eventTime(page, event)}`
  return item(
    event,
    read ? 'item-line is-read' : 'item-line',
    html`<span>${time}</span>${headline(page, event, level, undefined, read)}<p class="line-source">${reason || source}${lineLabels(page, event)}${found}${parting}</p>`,
  )
}

/** Items under the name of their day, in the order given. */
export function byDay<T>(
  page: SitePage,
  level: Level,
  items: T[],
  at: (item: T) => Date,
  render: (item: T) => Html,
): Html[] {
  const days = Map.groupBy(items, (one) => dayIn(at(one), page.site.timezone))
  return [...days.values()].map((those) => {
    const [first] = those
    return dayGroup(level, first === undefined ? '' : dayName(at(first), page), those.map(render))
  })
}

export const dayGroup = (level: Level, name: string, items: Html[]): Html =>
  html`<section class="day">${trusted(`<h${level} class="day-name">`)}${name}${trusted(`</h${level}>`)}${items}</section>`

/** Events in the order of a list that goes by time. `toldBy`: the member that tells of one in this list. */
export const eventDays = (
  page: SitePage,
  events: EventView[],
  level: 2 | 3 = 2,
  reportedBy: (event: EventView) => ArticleView | undefined = () => undefined,
): Html[] =>
  byDay(
    page,
    level,
    events,
    (event) => event.firstPublishedAt,
    (event) => {
      const article = reportedBy(event)
      return riverItem(page, event, level === 2 ? 3 : 4, article ? { article } : {})
    },
  )
