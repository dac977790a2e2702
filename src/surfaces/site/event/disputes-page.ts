/** `/disputes`: events on which publishers disagree, by day, with their statements side by side. */

import type { SettledDispute } from '../../../news/events/queries/settled.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import type { Page } from '../../../platform/site/pages.ts'
import { disputesOf, pair } from '../components/disputes.ts'
import { byDay } from '../components/items.ts'
import { pager } from '../components/pager.ts'
import { layout } from '../layout.ts'
import { listHead, title, withFeeds } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'

interface DisputesView extends Page<EventView> {
  /** The last ones, of the first page. */
  settled: SettledDispute[]
}

export function disputesPage(page: SitePage, list: DisputesView): string {
  const { t, paths } = page
  const path = paths.disputes
  const days = byDay(
    page,
    2,
    list.items,
    ({ firstPublishedAt }) => firstPublishedAt,
    (event) => pairs(page, event),
  )
  const none = list.items.length === 0 && html`<p class="empty">${t('disputes.none')}</p>`
  const body = html`<div class="wrap narrow">${title(t('disputes.page_title'), t('disputes.page_text'))}
<p class="actions cluster bare"><a href="${path}.rss">${icon('feed')}${t('disputes.rss')}</a></p>
${days}${none}${pager(page, path, list)}${settledBlock(page, list.settled)}</div>`
  const head = listHead(path, list, t('disputes.page_title'), t('disputes.page_text'), 'disputes')
  return layout(page, withFeeds(head, path, t('disputes.page_title')), body)
}

/** By the day on which each was settled. */
function settledBlock(page: SitePage, settled: SettledDispute[]): Html | null {
  if (settled.length === 0) return null
  const days = byDay(
    page,
    3,
    settled,
    ({ point }) => point.settled.at,
    ({ event, point }) => pair(page, event, point),
  )
  return html`<section class="settled-since" aria-labelledby="avgjort"><h2 id="avgjort">${page.t('disputes.settled_title')}</h2>${days}</section>`
}

const pairs = (page: SitePage, event: EventView): Html =>
  html`${disputesOf(event).map((point) => pair(page, event, point))}`
