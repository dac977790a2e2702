/** Rumors as readers see them: claim, publisher, outcome, and each publisher's share of right ones. */

import { href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { calendarDate } from '../../../platform/html/times.ts'
import { guidePath } from '../../../platform/site/paths.ts'
import { facts } from '../../../surfaces/site/components/fact-line.ts'
import type { SitePage } from '../../../surfaces/site/page.ts'
import { type RumorRecord, rumorRecords } from '../rules/rumor-record.ts'
import type { GuideView, RumorView } from '../views.ts'

type Rumor = GuideView['rumors'][number]

/** The record of a guide: its rumors, and below them a row a publisher. */
export function rumorSection(page: SitePage, rumors: readonly Rumor[]): Html | null {
  if (rumors.length === 0) return null
  const { t } = page
  return html`<section aria-labelledby="rumors"><h2 class="box-title" id="rumors">${t('rumors.title')}</h2>
<ol class="rows lined">${rumors.map((rumor) => html`<li>${rumorRow(page, rumor)}</li>`)}</ol>
${recordTable(page, rumorRecords(rumors))}</section>`
}

/** Of one publisher, for its page: its record in words, and its latest rumors. */
export function publisherRumors(page: SitePage, rumors: readonly RumorView[]): Html | null {
  const [record] = rumorRecords(rumors)
  if (!record) return null
  const { t } = page
  const rows = rumors
    .slice(0, MAX_ROWS)
    .map(
      (rumor) =>
        html`<li>${rumorRow(page, rumor)}<a class="row-small" href="${guidePath(rumor.guide)}">${rumor.guide.title}</a></li>`,
    )
  return html`<section class="box" aria-labelledby="rumors"><h2 class="box-title" id="rumors">${t('rumors.title')}</h2>
<p>${recordText(page, record)}</p><ul class="rows">${rows}</ul></section>`
}

const MAX_ROWS = 5

/** Those that are not settled, beside a product. */
export function openRumors(page: SitePage, rumors: readonly RumorView[]): Html | null {
  if (rumors.length === 0) return null
  const { t } = page
  const rows = rumors.map(
    (rumor) =>
      html`<li><a class="row-title" href="${guidePath(rumor.guide)}">${rumor.claim}</a><span class="row-small meta">${byline(page, rumor)}</span></li>`,
  )
  return html`<div class="open-rumors"><h3 class="small">${t('rumors.open')}</h3><ul class="rows">${rows}</ul></div>`
}

function rumorRow(page: SitePage, rumor: Rumor): Html {
  const { t } = page
  const { settled, verdict } = rumor
  const evidence = settled?.url && html` <a href="${href(settled.url)}" rel="noopener">${t('rumors.proof')}</a>`
  const outcome =
    settled &&
    html`<span class="row-small">${calendarDate(settled.on, page.site)}: ${settled.outcome}${evidence}</span>`
  return html`<p class="row-title"><span class="rumor-verdict rumor-${verdict}">${t(`rumors.verdict_${verdict}`)}</span> ${rumor.claim}</p><span class="row-small meta">${byline(page, rumor)}</span>${outcome}`
}

function byline(page: SitePage, { by, on, url }: Rumor): Html {
  const name = url ? html`<a href="${href(url)}" rel="noopener">${by.name}</a>` : by.name
  return facts(name, calendarDate(on, page.site))
}

/** "3 av 5 stämde, 1 är obekräftat". */
function recordText({ t }: SitePage, record: RumorRecord): string {
  const decided = record.true + record.wrong
  const parts = [
    decided > 0 ? t('rumors.record', { true: record.true, n: decided }) : '',
    record.open > 0 ? t('rumors.record_open', { n: record.open }) : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function recordTable(page: SitePage, records: readonly RumorRecord[]): Html {
  const { t } = page
  const columns = ['true', 'wrong', 'open'] as const
  const rows = records.map(
    (record) =>
      html`<tr><th scope="row">${record.name}</th>${columns.map((verdict) => html`<td>${record[verdict]}</td>`)}</tr>`,
  )
  return html`<div class="table" tabindex="0" role="group" aria-label="${t('rumors.records')}"><table><caption class="small">${t('rumors.records')}</caption>
<thead><tr><th scope="col">${t('rumors.publisher')}</th>${columns.map((verdict) => html`<th scope="col">${t(`rumors.verdict_${verdict}`)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}
