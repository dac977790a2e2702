/** Frame of a guide's text: its image, the date of its last check, specifications, sources. */

import { href } from '../../../platform/html/href.ts'
import { type Html, html, trusted } from '../../../platform/html/html.ts'
import { calendarDate, dateSpan, monthName } from '../../../platform/html/times.ts'
import type { SitePage } from '../../../surfaces/site/page.ts'
import { filledKeys, type GuideSpec, missingPrice, readingDays, type SpecKey } from '../rules/guide.ts'
import { formatPrice } from '../rules/price.ts'
import type { GuideView } from '../views.ts'
import { sourceId, sourceLinks } from './guide-text.ts'

export function image({ picture: drawn }: GuideView): Html | null {
  if (!drawn) return null
  const label = html`<svg role="img" aria-label="${drawn.alt}" `
  return html`<div class="guide-picture drawing">${trusted(drawn.svg.replace(/^<svg /, () => String(label)))}</div>`
}

/** Dates of the text, of its last check, and of its latest facts. */
export function dates(page: SitePage, guide: GuideView): Html {
  const { t } = page
  const [first, last] = readingDays(guide).map((day) => new Date(day))
  const span = first && last && dateSpan(first, last, { ...page.site, timezone: 'UTC' })
  const checked = span ? t('guides.checked', { date: span }) : t('guides.never_checked')
  const reach = guide.factsUntil && t('guides.facts_until', { date: dateOf(page, guide.factsUntil) })
  return html`<p class="small">${t('guides.updated', { date: dateOf(page, guide.updated) })}. ${checked}${reach && ` ${reach}`}</p>`
}

/** A table with a row a model; a column that is mostly empty is left out. */
export function specifications(page: SitePage, guide: GuideView): Html | null {
  const { specs, title } = guide
  if (specs.length === 0) return null
  const { t } = page
  const keys = filledKeys(specs)
  const head = keys.map((key) => html`<th scope="col">${t(`guides.spec_${key}`)}</th>`)
  const rows = specs.map(
    (spec) =>
      html`<tr><th scope="row">${spec.model}${sourceLinks(spec.sources, page)}</th>${keys.map(
        (key) =>
          html`<td>${specText(page, spec, key) ?? html`<span aria-label="${t('guides.unknown')}" role="img">–</span>`}</td>`,
      )}</tr>`,
  )
  return html`<section aria-labelledby="specs"><h2 class="box-title" id="specs">${t('guides.specs')}</h2>
<div class="table" tabindex="0" role="group" aria-label="${t('guides.specs_of', { title })}"><table><thead><tr><th scope="col">${t('guides.spec_model')}</th>${head}</tr></thead>
<tbody>${rows}</tbody></table></div>${noPrice(page, guide)}</section>`
}

function noPrice({ t }: SitePage, guide: GuideView): Html | null {
  const missing = missingPrice(guide)
  if (!missing) return null
  return html`<p class="small">${missing === 'all' ? t('guides.no_price') : t('guides.no_price_of', { model: missing.model })}</p>`
}

function specText(page: SitePage, spec: GuideSpec, key: SpecKey): Html | string | undefined {
  if (key !== 'price') return spec[key]?.toString()
  if (!spec.price) return undefined
  const { amount, currency, at } = spec.price
  const price = formatPrice(amount, currency, page.site.language)
  return html`<span class="price">${price}</span> (${at.length === 'YYYY-MM'.length ? monthName(at, page.site) : dateOf(page, at)})`
}

export function sources(page: SitePage, guide: GuideView): Html | null {
  if (guide.sources.length === 0) return null
  const { t } = page
  const rows = guide.sources.map(
    ({ title, url, read, supports }, index) =>
      html`<li id="${sourceId(index + 1)}"><a href="${href(url)}" rel="noopener">${title}</a><span class="row-small">${supports}. ${t('guides.read', { date: dateOf(page, read) })}.</span></li>`,
  )
  return html`<section aria-labelledby="sources"><h2 class="box-title" id="sources">${t('guides.sources')}</h2>
<p class="small">${t('guides.sources_text')}</p><ol class="guide-sources">${rows}</ol></section>`
}

const dateOf = ({ site }: SitePage, day: string) => calendarDate(day.slice(0, 10), site)
