/** Buy now or wait: days since a product was renewed against the usual interval, on its guide and on a page of all products. */

import { meterBar } from '../../../platform/html/charts.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { calendarDate, daySpan, daysAgo } from '../../../platform/html/times.ts'
import { guidePath } from '../../../platform/site/paths.ts'
import { dayIn } from '../../../platform/time/days.ts'
import { layout } from '../../../surfaces/site/layout.ts'
import { title } from '../../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../../surfaces/site/page.ts'
import { type ReleaseInterval, releaseInterval } from '../rules/release-interval.ts'
import type { BuyingView, GuideView } from '../views.ts'
import { sourceLinks } from './guide-text.ts'
import { openRumors } from './rumor-sections.ts'

const intervalOf = (page: SitePage, { releases }: Pick<GuideView, 'releases'>) =>
  releaseInterval(
    releases.map(({ date }) => date),
    dayIn(page.now, page.site.timezone),
  )

/** Below the facts of a guide; null for one without releases. */
export function buyingSection(page: SitePage, guide: GuideView): Html | null {
  const interval = intervalOf(page, guide)
  if (!interval) return null
  const { t, paths } = page
  const numbers = [...new Set(guide.releases.flatMap(({ sources }) => sources))].sort((a, b) => a - b)
  return html`<section aria-labelledby="buying"><h2 class="box-title" id="buying">${t('buying.title')}</h2>
${bar(page, interval)}<p class="small">${t('buying.basis', { n: guide.releases.length })}${sourceLinks(numbers, page)} <a href="${paths.buying}">${t('buying.all')}</a></p>
${openRumors(page, guide.openRumors)}</section>`
}

/** The most overdue first; those without a typical interval last. */
export function buyingPage(page: SitePage, products: BuyingView[]): string {
  const { t } = page
  const rows = products
    .flatMap((product) => {
      const interval = intervalOf(page, product)
      return interval ? [{ ...product, interval, share: interval.typical ? interval.days / interval.typical : -1 }] : []
    })
    .sort((a, b) => b.share - a.share)
    .map(
      ({ guide, interval, openRumors: open }) =>
        html`<li><h2 class="row-title"><a href="${guidePath(guide)}">${guide.title}</a></h2>${bar(page, interval)}${openRumors(page, open)}</li>`,
    )
  const body = html`<div class="wrap narrow">${title(t('buying.title'), t('buying.text'))}
<ol class="rows lined buying-list">${rows}</ol>${rows.length === 0 && html`<p class="empty">${t('buying.none')}</p>`}</div>`
  const head = { title: t('buying.title'), description: t('buying.text'), path: page.paths.buying, section: 'guides' }
  return layout(page, head, body)
}

function bar(page: SitePage, interval: ReleaseInterval): Html {
  const { t, site } = page
  const { days, typical, latest, advice } = interval
  const since = t(interval.intervals > 0 ? 'buying.since' : 'buying.released', {
    ago: daysAgo(days, site),
    date: calendarDate(latest, site),
  })
  const span = typical !== null && daySpan(typical, site)
  const rhythm = span ? t('buying.usual', { span, of: interval.intervals }) : t('buying.no_interval')
  const drawn = typical !== null && meterBar(days, typical, t('buying.bar', { days, typical }), 320)
  return html`<p class="advice"><strong>${t(`buying.${advice}`)}</strong></p><div class="buying-bar">${drawn}</div><p class="small">${since} ${rhythm}</p>`
}
