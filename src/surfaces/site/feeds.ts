/** `/feeds`: every source that is read. */

import { feedPath } from '../../domain/site/paths.ts'
import { hostOf } from '../../html/href.ts'
import { type Html, html } from '../../html/html.ts'
import { timeAgo } from '../../html/times.ts'
import type { FeedView } from '../../read/articles/views.ts'
import { layout } from './layout.ts'
import { title } from './lists.ts'
import type { SitePage } from './page.ts'

export function feedsPage(page: SitePage, feeds: FeedView[]): string {
  const { t } = page
  const text = feeds.length > 0 ? t('feeds.text', { n: feeds.length }) : t('feeds.none')
  const body = html`<div class="wrap">${title(t('feeds.title'), text)}
<ul class="feed-list">${feeds.map((feed) => html`<li>${feedRow(page, feed)}</li>`)}</ul></div>`
  return layout(page, { title: t('feeds.title'), description: text, path: '/feeds', section: 'feeds' }, body)
}

function feedRow(page: SitePage, feed: FeedView): Html {
  const { t } = page
  const last = feed.lastEntryPublishedAt
    ? html`${t('feeds.latest')} ${timeAgo(feed.lastEntryPublishedAt, page)}`
    : t('feeds.never')
  return html`<a class="row-title" href="${feedPath(feed)}">${feed.title}</a><span class="row-small">${hostOf(feed.url)}<span class="dot"> · </span>${t('entries.count', { n: feed.entriesCount })}</span><span class="row-small">${last}</span>`
}
