/** `/feeds`: every publisher that is read, with its feeds. */

import type { SourceState } from '../../../news/operator/queries/views.ts'
import type { FeedListing, FeedView } from '../../../news/sources/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { longDate, timeAgo, timeOn } from '../../../platform/html/times.ts'
import type { Page } from '../../../platform/site/pages.ts'
import { feedPath } from '../../../platform/site/paths.ts'
import { inNameOrder } from '../../../platform/text/collation.ts'
import { isNamed } from '../../../platform/text/titles.ts'
import { dayIn } from '../../../platform/time/days.ts'
import { sourceState } from '../../html/source-state.ts'
import { facts } from '../components/fact-line.ts'
import { neighbours, pagePath, pager } from '../components/pager.ts'
import { noted } from '../components/sources.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'
import { feedName, title } from './lists.ts'

/** Each publisher's feeds, in the order of the site's language. */
export function byPublisher<Feed extends FeedListing>(feeds: Feed[], language: string): Feed[][] {
  const groups = [...Map.groupBy(feeds, ({ publisher }) => publisher.domain).values()]
  return inNameOrder(groups, language, ([feed]) => feed?.publisher.name ?? '')
}

export interface FeedsPageView extends Page<FeedView[]> {
  /** On the first page. */
  troubled: SourceState[]
}

export function feedsPage(page: SitePage, publishers: FeedsPageView): string {
  const { t } = page
  const text = publishers.total > 0 ? t('feeds.text', { n: publishers.total }) : t('feeds.none')
  const body = html`<div class="wrap">${title(t('feeds.title'), text)}
<p class="actions cluster bare"><a href="/feeds.opml">${icon('feed')}${t('agents.link_opml')}</a></p>
${troubledList(page, publishers.troubled)}${allPublishers(page, publishers)}${pager(page, '/feeds', publishers, 'other')}</div>`
  const head = { title: t('feeds.title'), description: text, path: pagePath('/feeds', publishers.page) }
  const alternates = [{ type: 'text/x-opml', path: '/feeds.opml', title: t('agents.link_opml') }]
  return layout(page, { ...head, alternates, section: 'feeds', ...neighbours('/feeds', publishers) }, body)
}

/** Publishers of which news may be missing. */
function troubledList(page: SitePage, sources: SourceState[]): Html | null {
  if (sources.length === 0) return null
  const { t, paths } = page
  const rows = sources.map(
    (source) =>
      html`<li><a class="row-title" href="${feedPath(source)}">${feedName(source)}</a><span class="row-small">${sourceState(page, source)}</span></li>`,
  )
  return html`<section class="troubled" aria-labelledby="troubled"><h2 class="box-title" id="troubled">${t('feeds.troubled')}</h2><ul class="columns rows lined feed-list">${rows}</ul><p class="box-more"><a href="${paths.status}">${t('nav.status')}</a></p></section>`
}

/** Folded below those that fail. */
function allPublishers(page: SitePage, { items, troubled }: FeedsPageView): Html {
  const list = html`<ul class="columns rows lined feed-list">${items.map((feeds) => html`<li>${publisherRow(page, feeds)}</li>`)}</ul>`
  if (troubled.length === 0) return list
  return html`<details class="fold"><summary>${page.t('feeds.others')}</summary>${list}</details>`
}

/** A publisher of one feed leads to that; one of several shows them. */
function publisherRow(page: SitePage, feeds: FeedView[]): Html {
  const { t } = page
  const [only, second] = feeds
  if (!only) return html``
  const articles = feeds.reduce((sum, { entriesCount }) => sum + entriesCount, 0)
  const note = noted(page, only.publisher.domain)
  const name = second
    ? html`<span class="row-title"${note}>${only.publisher.name}</span>`
    : html`<a class="row-title" href="${feedPath(only)}"${note}>${only.publisher.name}</a>`
  return html`${name}<span class="row-small meta">${facts(only.publisher.domain, t('entries.count', { n: articles }))}</span><span class="row-small">${latest(page, feeds)}</span>${second && feedLinks(feeds)}`
}

const feedLinks = (feeds: FeedView[]): Html =>
  html`<ul class="feeds-of cluster">${feeds.map((feed) => html`<li><a href="${feedPath(feed)}">${isNamed(feed.title) ? feed.title : feed.publisher.name}</a></li>`)}</ul>`

function latest(page: SitePage, feeds: FeedView[]): Html | string {
  const times = feeds.flatMap(({ lastEntryPublishedAt }) => lastEntryPublishedAt?.getTime() ?? [])
  if (times.length === 0) return page.t('feeds.never')
  const newest = new Date(Math.max(...times))
  // Of another day a date is shown.
  const isToday = dayIn(newest, page.site.timezone) === dayIn(page.now, page.site.timezone)
  return html`${page.t('feeds.latest')} ${isToday ? timeAgo(newest, page) : timeOn(newest, page, longDate(newest, page.site))}`
}
