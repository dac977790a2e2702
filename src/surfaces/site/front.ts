/** `/`: the leading event, a river of events that grows denser, and the narrow column. */

import { type Html, html } from '../../html/html.ts'
import { timeAgo } from '../../html/times.ts'
import type { ArticleView, EpisodeView, EventView, GuideRef, StoryView } from '../../read/articles/views.ts'
import { siteJsonLd } from './json-ld.ts'
import { layout } from './layout.ts'
import type { SitePage } from './page.ts'
import { episodeBox, guidesBox, popularBox, storiesBox } from './parts/aside.ts'
import { byDay, cardItem, leadItem, lineItem, riverItem } from './parts/items.ts'

export interface FrontView {
  lead: EventView
  /** The next in rank. */
  cards: EventView[]
  /** Newest first, without those. */
  river: EventView[]
  stories: StoryView[]
  popular: ArticleView[]
  episode: EpisodeView | null
  guides: GuideRef[]
  /** When a source was last read, and how many do not answer. */
  readAt: Date | null
  failing: number
  offline: boolean
}

/** How many stand below the lead with an image of their own. */
export const cardCount = 2
const rows = 8

export function frontPage(page: SitePage, view: FrontView): string {
  const { site, t } = page
  const head = {
    title: '',
    description: site.description,
    path: '/',
    section: 'news',
    jsonLd: siteJsonLd(page),
    alternates: [
      { type: 'application/feed+json', path: '/feed.json', title: site.name },
      { type: 'text/markdown', path: '/index.md', title: site.name },
    ],
  }
  const body = html`<div class="wrap front">
<h1 class="unseen">${t('front.heading', { topic: site.topic })}</h1>
${leadItem(page, view.lead)}
<div class="columns">
<div class="river" id="river">${river(page, view)}${readLine(page, view)}</div>
<aside class="side">${storiesBox(page, view.stories)}${popularBox(page, view.popular)}${episodeBox(page, view.episode)}${guidesBox(page, view.guides)}</aside>
</div>
</div>`
  return layout(page, head, body)
}

function river(page: SitePage, { cards, river: events }: FrontView): Html {
  const { t } = page
  const dense = events.slice(rows)
  return html`<h2 class="unseen">${t('front.latest')}</h2>
<div class="cards">${cards.map((event) => cardItem(page, event))}</div>
<div class="rows-river">${events.slice(0, rows).map((event) => riverItem(page, event))}</div>
${
  dense.length > 0 &&
  html`<h2 class="box-title dense-title">${t('front.earlier')}</h2>
<div class="dense">${byDay(
    page,
    3,
    dense,
    (event) => event.lead.sortAt,
    (event) => lineItem(page, event),
  )}</div>`
}`
}

function readLine(page: SitePage, view: FrontView): Html | null {
  if (view.readAt === null) return null
  const { t } = page
  const failing =
    (view.offline || view.failing > 0) &&
    html`<span class="dot"> · </span><a href="/status">${view.offline ? t('front.offline') : t('front.read_failing', { n: view.failing })}</a>`
  return html`<p class="read-line">${t('front.read_at')} ${timeAgo(view.readAt, page)}${failing}</p>`
}
