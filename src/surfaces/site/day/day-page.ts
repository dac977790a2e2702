/** `/day/:day`: the edition of a day, which has an end, with the days before and after it. */

import type { DayView, NewsOfDay } from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { dayName } from '../../../platform/html/times.ts'
import { dayPath } from '../../../platform/site/paths.ts'
import { dayIn, daySpan } from '../../../platform/time/days.ts'
import { facts } from '../components/fact-line.ts'
import { lineItem, riverItem } from '../components/items.ts'
import { feedAlternates, layout } from '../layout.ts'
import type { SitePage } from '../page.ts'

/** With their summaries; the others are a line each. */
const MAX_LONG = 10

export function dayPage(page: SitePage, view: NewsOfDay): string {
  const { t, paths, baseUrl, site } = page
  const { day, events } = view
  const path = dayPath(paths, day)
  const name = nameOf(page, day)
  const counts = facts(t('events.count', { n: view.total }), t('sources.count', { n: publishersOf(view) }))
  const [long, rest] = [events.slice(0, MAX_LONG), events.slice(MAX_LONG)]
  const body = html`<div class="wrap narrow edition"><header class="title"><p class="kicker">${t('day.title')}</p><h1 class="capital">${name}</h1><p class="meta">${counts}</p></header>
${arrows(page, view)}
${long.map((event) => riverItem(page, event, 2))}
${rest.length > 0 && html`<section class="edition-more" aria-labelledby="more"><h2 class="box-title" id="more">${t('day.more')}</h2><div>${rest.map((event) => lineItem(page, event, 3))}</div></section>`}
<p class="edition-end">${ending(page, view)}</p>
<div class="arrows spread">${arrowLinks(page, view)}</div>
<p class="actions cluster bare"><a href="${paths.day}.rss">${icon('feed')}${t('day.rss')}</a></p>
<p class="colophon">${site.name} · ${baseUrl}${path}</p></div>`
  const head = {
    title: name.charAt(0).toLocaleUpperCase(site.language) + name.slice(1),
    description: t('day.description', { date: name }),
    path,
    section: 'news',
    alternates: [
      { type: 'text/markdown', path: `${path}.md`, title: name },
      { type: 'application/feed+json', path: `${path}.json`, title: name },
      ...feedAlternates(t('day.rss'), (form) => `${paths.day}.${form}`),
    ],
    ...(view.previous ? { prev: dayPath(paths, view.previous) } : {}),
    ...(view.next ? { next: dayPath(paths, view.next) } : {}),
  }
  return layout(page, head, body)
}

/** A day without news, one to come, or none at all: the nearest days that have some. */
export function noDayPage(page: SitePage, view: DayView): string {
  const { t, paths } = page
  const message = t('day.none')
  const newest = view.previous === null && view.next === null ? '/' : paths.day
  const body = html`<div class="wrap narrow notice"><h1>${message}</h1><p>${t('day.none_text')}</p>
${arrows(page, view)}<p><a class="button button-main" href="${newest}">${t('day.newest')}</a></p></div>`
  return layout(page, { title: message, description: page.site.description, path: null, noindex: true }, body)
}

const nameOf = (page: SitePage, day: string): string => dayName(daySpan(day, page.site.timezone).from, page)

const publishersOf = ({ events }: DayView): number =>
  new Set(events.flatMap(({ sources }) => sources.map(({ publisher }) => publisher))).size

const arrows = (page: SitePage, view: DayView): Html =>
  html`<nav class="arrows spread" aria-label="${page.t('day.others')}">${arrowLinks(page, view)}</nav>`

function arrowLinks(page: SitePage, { previous, next }: DayView): Html {
  const { t, paths } = page
  const link = (day: string, direction: 'before' | 'after') => {
    const name = nameOf(page, day)
    const label = direction === 'before' ? html`← ${name}` : html`${name} →`
    return html`<a class="${direction}" rel="${direction === 'before' ? 'prev' : 'next'}" href="${dayPath(paths, day)}" aria-label="${t(`day.${direction}`, { date: name })}">${label}</a>`
  }
  return html`${previous && link(previous, 'before')}${next && link(next, 'after')}`
}

function ending(page: SitePage, { day, events, total }: NewsOfDay): string {
  const { t } = page
  if (total > events.length) return t('day.end_of', { n: events.length, all: total })
  return day === dayIn(page.now, page.site.timezone) ? t('day.end_today') : t('day.end', { date: nameOf(page, day) })
}
