/** Pages that are a list of events: `/popular`, `/events`, `/feeds/:id`, `/tags/:slug`. */

import type { DayCount } from '../../../news/articles/queries/views.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import type { FeedView } from '../../../news/sources/queries/views.ts'
import type { TagDetailView } from '../../../news/tags/queries/views.ts'
import { hostOf, href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import type { Page } from '../../../platform/site/pages.ts'
import { feedPath, tagPath } from '../../../platform/site/paths.ts'
import { isNamed } from '../../../platform/text/titles.ts'
import { dayChart } from '../components/day-chart.ts'
import { eventDays, riverItem } from '../components/items.ts'
import { neighbours, pagePath, pager } from '../components/pager.ts'
import { actionForm, actionForms, buttonsOf, topicMute } from '../components/reader-actions.ts'
import { split } from '../components/split.ts'
import type { PagePart } from '../feature-site.ts'
import { feedAlternates, layout, type PageHead } from '../layout.ts'
import type { SitePage } from '../page.ts'

export function popularPage(page: SitePage, list: Page<EventView>): string {
  const { t } = page
  const isRead = list.items.some(({ entries }) => entries.some(({ views }) => views > 0))
  const text = t(list.page > 1 || isRead ? 'popular.text' : 'popular.unread')
  const rows = list.items.map((event) => html`<li>${riverItem(page, event, 2)}</li>`)
  const body = html`<div class="wrap narrow">${title(t('popular.title'), text)}
<ol class="ranking" start="${(list.page - 1) * list.perPage + 1}">${rows}</ol>${none(page, list)}${pager(page, page.paths.popular, list)}</div>`
  return layout(page, listHead(page.paths.popular, list, t('popular.title'), text, 'popular'), body)
}

export function eventsPage(page: SitePage, list: Page<EventView>): string {
  const { t } = page
  const body = html`<div class="wrap narrow">${title(t('events.title'), t('events.text'))}
<p class="actions cluster bare"><a href="${page.paths.events}.rss">${icon('feed')}${t('events.rss')}</a></p>
${days(page, list)}${pager(page, page.paths.events, list)}</div>`
  const head = listHead(page.paths.events, list, t('events.title'), t('events.text'), 'news')
  return layout(page, withFeeds(head, page.paths.events, t('events.title')), body)
}

export interface FeedPageView {
  feed: FeedView
  /** Of its publisher. */
  /** Of features. */
  parts: readonly PagePart[]
  list: Page<EventView>
  days: DayCount[]
}

export function feedPage(page: SitePage, { feed, list, parts, days: counts }: FeedPageView): string {
  const { t } = page
  const path = feedPath(feed)
  const name = feedName(feed)
  const host = hostOf(feed.url)
  const reportOf = (event: EventView) => event.entries.find((article) => article.feed.id === feed.id)
  const target = { kind: 'source' as const, key: String(feed.id), title: name, back: path }
  const actions = actionForms(page, [
    actionForm(page, 'follow', target),
    actionForm(page, 'mute', target),
    ...buttonsOf(page, target),
  ])
  const reserved =
    feed.reservation && html`<p class="small">${t('feeds.reserved', { said: feed.reservation.said })}</p>`
  const side = html`<p class="fine">${t('entries.count', { n: feed.entriesCount })}</p>${dayChart(page, counts)}${reserved}
<ul class="links bare">${host && html`<li><a href="${href(feed.url)}" rel="noopener">${icon('out')}${t('feeds.site', { host })}</a></li>`}<li><a href="${path}.rss">${icon('feed')}${t('feeds.rss')}</a></li></ul>${parts.map((part) => part(page))}`
  const main = html`${eventDays(page, list.items, 2, reportOf)}${none(page, list)}${pager(page, path, list)}`
  const body = html`<div class="wrap">${title(name, feed.description ?? '')}${actions}${split(main, side, t('feeds.about'))}</div>`
  const head = listHead(path, list, name, feed.description || name, 'feeds')
  return layout(page, withFeeds(head, path, name), body)
}

/** The publisher's name, and the feed's own where that is more precise. */
export function feedName({ title: feedTitle, publisher }: Pick<FeedView, 'title' | 'publisher'>): string {
  if (!isNamed(feedTitle)) return publisher.name
  const includesPublisher = feedTitle.toLowerCase().includes(publisher.name.toLowerCase())
  return includesPublisher ? feedTitle : `${publisher.name}: ${feedTitle}`
}

export interface TagPageView {
  tag: TagDetailView
  list: Page<EventView>
  days: DayCount[]
}

export function tagPage(page: SitePage, { tag, list, days: counts }: TagPageView): string {
  const { t } = page
  const path = tagPath(tag)
  const related =
    tag.related.length > 0 &&
    html`<nav class="related" aria-label="${t('tags.related')}"><h2 class="box-title">${t('tags.related')}</h2><ul class="tags cluster">${tag.related.map((one) => html`<li><a href="${tagPath(one)}">${one.name}</a></li>`)}</ul></nav>`
  const count = t('events.count', { n: list.total })
  const target = { kind: 'tag', key: String(tag.id), title: tag.name, back: path } as const
  const muted = topicMute(tag, path)
  const actions = actionForms(page, [
    actionForm(page, 'follow', target),
    ...(muted ? [actionForm(page, 'mute', muted)] : []),
    ...buttonsOf(page, target),
  ])
  const side = html`<p class="fine">${count}</p>${dayChart(page, counts)}
<ul class="links bare"><li><a href="${path}.rss">${icon('feed')}${t('tags.rss')}</a></li></ul>${related}`
  const body = html`<div class="wrap">${title(tag.name, '')}${actions}${split(html`${days(page, list)}${pager(page, path, list)}`, side, t('tags.about'))}</div>`
  return layout(page, withFeeds(listHead(path, list, tag.name, `${tag.name}: ${count}`, 'tags'), path, tag.name), body)
}

export function title(heading: string, text: string): Html {
  return html`<header class="title"><h1>${heading}</h1>${text && html`<p class="title-text">${text}</p>`}</header>`
}

export function listHead(
  path: string,
  list: Page<unknown>,
  heading: string,
  description: string,
  section: string,
): PageHead {
  return {
    title: heading,
    description,
    path: pagePath(path, list.page),
    section,
    ...neighbours(path, list),
  }
}

export const withFeeds = (head: PageHead, path: string, heading: string): PageHead => ({
  ...head,
  alternates: feedAlternates(heading, (form) => `${path}.${form}`),
})

function none({ t }: SitePage, list: Page<unknown>): Html | null {
  return list.items.length === 0 ? html`<p class="empty">${t('entries.none')}</p>` : null
}

const days = (page: SitePage, list: Page<EventView>): Html => html`${eventDays(page, list.items)}${none(page, list)}`
