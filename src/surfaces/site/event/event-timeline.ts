/** Timeline of an event: its articles in order, and the revisions of our text. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import type { EventRevision, EventView } from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { clockAndDay, clockTime, dayName, timeOn } from '../../../platform/html/times.ts'
import { dayIn } from '../../../platform/time/days.ts'
import { lang } from '../components/event-link.ts'
import { report, withPublishers } from '../components/sources.ts'
import type { SitePage } from '../page.ts'

/** Of more articles than `MAX_OPEN` those in the middle are folded. */
const MAX_OPEN = 12
const OPEN_FIRST = 3
const OPEN_LAST = 5

/** `hasExcerpts`: an event without a text of its own has those of its reports. */
export function eventTimeline(page: SitePage, event: EventView, hasExcerpts: boolean): Html {
  const { t } = page
  const first = event.sourceCount > 1 ? event.sources.find((source) => source.first) : undefined
  const days = (articles: ArticleView[]) => {
    const each = Map.groupBy(articles, ({ sortAt }) => dayIn(sortAt, page.site.timezone))
    return html`<ol>${[...each.values()].map((those) => timelineDay(page, those, first?.articleId, hasExcerpts))}</ol>`
  }
  const { entries } = event
  const folded = entries.length > MAX_OPEN ? entries.slice(OPEN_FIRST, -OPEN_LAST) : []
  const open = folded.length > 0 ? entries.slice(0, OPEN_FIRST) : entries
  const rest =
    folded.length > 0 &&
    html`<details class="fold"><summary>${t('sources.more', { n: folded.length })}</summary>${days(folded)}</details>${days(entries.slice(-OPEN_LAST))}`
  return html`<section class="timeline" aria-labelledby="timeline"><h2 class="box-title" id="timeline">${t(hasExcerpts ? 'events.by_reports' : 'events.timeline')}</h2>
${days(open)}${rest}</section>`
}

function timelineDay(page: SitePage, articles: ArticleView[], first: number | undefined, hasExcerpts: boolean): Html {
  const [earliest] = articles
  const name = earliest && timeOn(earliest.sortAt, page, dayName(earliest.sortAt, page))
  return html`<li class="timeline-day"><h3 class="day-name">${name}</h3>${articles.map((article) => moment(page, article, article.id === first, hasExcerpts))}</li>`
}

function moment(page: SitePage, article: ArticleView, first: boolean, hasExcerpts: boolean): Html {
  const time = article.publishedAt ? clockTime(article.publishedAt, page.site) : '–'
  return html`<div class="timeline-event"><span class="timeline-time fine">${time}</span><div data-came="${article.discoveredAt.toISOString()}">${report(page, article, false)}${first && html` <span class="flag">${page.t('events.first')}</span>`}${hasExcerpts && excerpt(page, article)}</div></div>`
}

const excerpt = (page: SitePage, article: ArticleView): Html | null =>
  article.summaryBy === 'excerpt' && article.summary !== ''
    ? html`<p class="summary"${lang(page, article)}>${article.summary}</p>`
    : null

/** Articles of the same story after the event: reactions and comments, earliest first. */
export function reactionList(page: SitePage, articles: ArticleView[]): Html | null {
  if (articles.length === 0) return null
  const rows = articles.map((article) => html`<li>${report(page, article)}</li>`)
  return html`<section class="reactions" aria-labelledby="reactions"><h2 class="box-title" id="reactions">${page.t('events.reactions')}</h2><ul class="rows">${rows}</ul></section>`
}

/** Revisions since the first report: each later text with its time and its additions. Newest first. */
export function revisionList(page: SitePage, revisions: EventRevision[]): Html | null {
  const changes = revisions.slice(0, -1)
  if (changes.length === 0) return null
  const { t } = page
  const rows = changes.map(
    (one) =>
      html`<li><p><strong>${t('events.changed_at', { time: clockAndDay(one.at, page) })}</strong> ${withPublishers(page, one.broughtBy, (names) => t(`events.reason_${one.reason}`, { source: names.join(', ') }))}</p>${one.added.length > 0 && html`<ul class="added">${one.added.map((text) => html`<li>${text}</li>`)}</ul>`}</li>`,
  )
  return html`<section class="revisions" aria-labelledby="revisions"><h2 class="box-title" id="revisions">${t('events.revisions')}</h2><ol class="rows">${rows}</ol></section>`
}
