/** `/`: the day in a minute beside the leading event, a river of events that grows denser, and what else there is. */

import { lastReport } from '../../../news/events/queries/front.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import type { StoryView } from '../../../news/stories/queries/views.ts'
import { href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { late } from '../../../platform/html/late.ts'
import { clockAndDay, dayName, longDate, shortDate, timeAgo, timeOn } from '../../../platform/html/times.ts'
import { dayPath } from '../../../platform/site/paths.ts'
import { dayIn } from '../../../platform/time/days.ts'
import { popularBox, storiesBox } from '../components/aside.ts'
import { disputeBand, disputesOf } from '../components/disputes.ts'
import { eventHref, lang, languageLabel } from '../components/event-link.ts'
import { facts } from '../components/fact-line.ts'
import { byDay, cardItem, dayGroup, leadItem, lineItem, othersOf, reportedBy } from '../components/items.ts'
import { siteJsonLd } from '../components/json-ld.ts'
import { lineLabels, publisherName } from '../components/sources.ts'
import type { FrontPart } from '../feature-site.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'
import { type FrontChoice, isDated, isOfLastDay } from './front-choice.ts'

export interface FrontView extends FrontChoice {
  /** Drawings in place of images, by the id of the event. */
  drawings: ReadonlyMap<number, string>
  stories: StoryView[]
  popular: EventView[]
  /** Of features. */
  parts: FrontPart[]
  /** Sources, and how many of them were read once. */
  feeds: number
  tried: number
  /** Time of the last fetch, and the number of sources that do not answer. */
  readAt: Date | null
  failing: number
  offline: boolean
}

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
  const shown = shownEvents(view)
  const body = html`<div class="wrap front">
<h1 class="unseen">${t('front.heading', { topic: site.topic })}</h1>
<div class="front-top"><div class="front-main">${leadItem(page, view.lead, view.drawings.get(view.lead.id))}</div>
<div class="front-side">${minute(page, view)}</div></div>
${disputeBand(page, recent(page, shown)) ?? headlinesBand(page, recent(page, shown))}
${river(page, view)}
<div class="tail"><div>${earlier(page, view.earlier)}</div><aside>${boxes(page, view)}</aside></div>
</div>`
  return layout(page, head, body)
}

const shownEvents = (view: FrontView): EventView[] => [
  ...[view.lead, ...view.minute.events, ...view.cards],
  ...[...view.rows, ...view.earlier],
]

/** Those of the last week, without repetition. */
const recent = ({ now }: SitePage, events: EventView[]): EventView[] =>
  [...new Set(events)].filter((event) => now.getTime() - lastReport(event).getTime() < 7 * DAY_MS)

function minute(page: SitePage, view: FrontView): Html {
  const { t } = page
  const rows = view.minute.events.map(
    (event) =>
      html`<li data-of="${event.id}"${reportedBy(event)} data-original="${href(event.lead.url)}">${minuteRow(page, event)}</li>`,
  )
  const newest = latestOf(shownEvents(view).map(lastReport))
  const { timezone } = page.site
  const isOfToday = dayIn(newest, timezone) === dayIn(page.now, timezone)
  const firstReports = [view.lead, ...view.minute.events].filter(isDated).map((event) => event.firstPublishedAt)
  const dayLink =
    firstReports.length > 0 ? dayPath(page.paths, dayIn(latestOf(firstReports), timezone)) : page.paths.day
  const day = isOfToday ? dayName(page.now, page) : t('front.newest_of', { date: longDate(newest, page.site) })
  return html`<section class="minute" aria-labelledby="minute"><div class="minute-head"><h2 id="minute">${t(`front.minute_${view.minute.span}`)}</h2>
<div class="minute-when fine"><p class="capital">${day}</p>${listen(page, view)}</div>${readingStrip(page, view)}</div>
<ol>${rows}</ol><a class="more" href="${dayLink}">${t('front.whole_day')}</a>${readLine(page, view)}</section>`
}

const DAY_MS = 86_400_000

/** The sound that a feature has; else a button by which a browser that can speak reads the minute. */
function listen(page: SitePage, { parts }: FrontView): Html {
  const { t } = page
  for (const part of parts) {
    const shown = part.listen?.(page)
    if (shown) return shown
  }
  return late(
    html`<button type="button" class="choice listen" data-speak aria-pressed="false" hidden>${icon('play')}<span>${t('front.listen')}</span></button>`,
  )
}

const latestOf = (times: Date[]): Date => new Date(Math.max(...times.map((at) => at.getTime())))

/** While sources are read for the first time. */
const readingStrip = ({ t }: SitePage, { tried, feeds }: FrontView): Html | null =>
  tried < feeds ? html`<p class="fine" role="status">${t('front.reading', { tried, n: feeds })}</p>` : null

/** Time, headline, the number of sources or the only publisher, and whether they disagree. */
function minuteRow(page: SitePage, event: EventView): Html {
  const source =
    event.sourceCount > 1 ? page.t('sources.count', { n: event.sourceCount }) : publisherName(page, event.lead)
  const parting =
    disputesOf(event).length > 0 && html` <small class="parting">≠ ${page.t('nav.disputes').toLowerCase()}</small>`
  return html`${minuteTime(page, event)}<p><a href="${eventHref(page, event)}"${lang(page, event)}>${event.title}</a>${languageLabel(page, event)} <small>${source}</small>${lineLabels(page, event)}${parting}</p>`
}

/** The time; of what is older than a day its date. */
function minuteTime(page: SitePage, event: EventView): Html {
  const at = lastReport(event)
  return timeOn(at, page, isOfLastDay(event, page.now) ? clockAndDay(at, page) : shortDate(at, page))
}

/** Without a dispute: headlines of the events that most publishers report, side by side. */
function headlinesBand(page: SitePage, events: EventView[]): Html | null {
  const { t } = page
  const several = events
    .filter(({ sourceCount }) => sourceCount >= MIN_COMPARED)
    .toSorted((a, b) => b.sourceCount - a.sourceCount)
    .slice(0, 3)
  if (several.length === 0) return null
  const clusters = several.map(
    (event) =>
      html`<article class="cluster-item"><h3 class="pair-event"><a href="${eventHref(page, event)}">${t('sources.count', { n: event.sourceCount })}</a></h3>${othersOf(page, event, 4)}</article>`,
  )
  return html`<section class="band" aria-labelledby="headlines"><div class="section-head"><h2 id="headlines">${t('disputes.headlines')}</h2><p class="fine">${t('disputes.headlines_text')}</p></div><div class="disputes-pairs">${clusters}</div></section>`
}

/** Of fewer reports nothing is to be compared. */
const MIN_COMPARED = 3

/** Cards fill columns of their own heights, so that nothing depends on images. */
function river(page: SitePage, { cards, rows, drawings }: FrontView): Html | null {
  const all = [...cards, ...rows]
  if (all.length === 0) return null
  const items = all.map((event, at) => cardItem(page, event, drawings.get(event.id), at === 0))
  return html`<section class="river" aria-labelledby="river"><h2 class="unseen" id="river">${page.t('front.latest')}</h2>${items}</section>`
}

function boxes(page: SitePage, view: FrontView): Html[] {
  return [
    storiesBox(page, view.stories),
    popularBox(page, view.popular),
    ...view.parts.map((part) => part.box(page)),
  ].filter((box) => box !== null)
}

/** One line each, by day and time. */
function earlier(page: SitePage, events: EventView[]): Html | null {
  if (events.length === 0) return null
  const { t } = page
  const [dated, undated] = [events.filter(isDated), events.filter((event) => !isDated(event))]
  const line = (event: EventView) => lineItem(page, event, 4)
  const days = byDay(page, 3, dated, (event) => event.firstPublishedAt, line)
  const rest = undated.length > 0 && dayGroup(3, t('front.undated'), undated.map(line))
  return html`<section class="lines" aria-labelledby="earlier"><h2 class="box-title" id="earlier">${t('front.earlier')}</h2>${days}${rest}<p class="box-more"><a href="${page.paths.events}">${t('events.all')}</a></p></section>`
}

function readLine(page: SitePage, view: FrontView): Html | null {
  if (view.readAt === null) return null
  const { t } = page
  const failing =
    (view.offline || view.failing > 0) &&
    html`<a href="${page.paths.status}">${view.offline ? t('front.offline') : t('front.read_failing', { n: view.failing })}</a>`
  return html`<p class="read-line fine meta">${facts(html`${t('front.read_at')} ${timeAgo(view.readAt, page)}`, failing)}</p>`
}
