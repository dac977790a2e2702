/** `/quality`: three counters of this month in words, in a fold the figures of every month, and the checks of texts. */

import { type Html, html } from '../../platform/html/html.ts'
import { longDate, monthName } from '../../platform/html/times.ts'
import { judgeRecord } from '../../surfaces/site/components/judge-record.ts'
import { split } from '../../surfaces/site/components/split.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { calibrationText } from './calibration-text.ts'
import { figuresOf, type KindCount, type QualityMonth, type QualityView } from './views.ts'

export function qualityPage(page: SitePage, view: QualityView): string {
  const { t } = page
  const [current] = view.months
  const months = view.months.map((month, at) => section(page, month, at === 0))
  const main = current
    ? html`${counters(page, current)}<details class="fold"><summary>${t('quality.all')}</summary>${months}</details>`
    : html`<p class="empty">${t('quality.none')}</p>`
  const body = html`<div class="wrap">${title(t('quality.title'), t('quality.text'))}${split(main, how(page, view), t('quality.how'))}</div>`
  const head = {
    title: t('quality.title'),
    description: t('quality.text'),
    path: page.paths.quality,
    alternates: [{ type: 'text/markdown', path: `${page.paths.quality}.md`, title: t('quality.title') }],
  }
  return layout(page, head, body)
}

/** Figures that a reader asks for first; without a model the later ones are the first that are there. */
const COUNTED = ['summarised', 'refused', 'corrections', 'reports', 'events_split']
const MAX_COUNTERS = 3

function counters({ t, site }: SitePage, month: QualityMonth): Html {
  const figures = new Map(figuresOf(month).map(({ name, value }) => [name, value]))
  const counted = COUNTED.flatMap((name) => {
    const n = figures.get(name)
    return typeof n === 'number' ? [html`<li>${t(`quality.count.${name}`, { n })}</li>`] : []
  })
  return html`<section class="quality-month"><h2 class="capital">${monthName(month.month, site)} <span class="small">${t('quality.so_far')}</span></h2>
<ul class="counters bare">${counted.slice(0, MAX_COUNTERS)}</ul></section>`
}

function section(page: SitePage, month: QualityMonth, isCurrent: boolean): Html {
  const { t, site } = page
  const name = monthName(month.month, site)
  const count = new Intl.NumberFormat(site.language)
  const rows = figuresOf(month).map(
    ({ name, value }) =>
      html`<div><dt class="fine">${t(`quality.${name}`)}</dt><dd>${typeof value === 'number' ? count.format(value) : t('quality.of', value)}</dd></div>`,
  )
  return html`<section class="quality-month"><h3 class="capital">${name}${isCurrent && html` <span class="small">${t('quality.so_far')}</span>`}</h3>
<dl class="figures">${rows}</dl>
${reasons(page, 'refused', month.refused)}${reasons(page, 'dropped', month.dropped)}</section>`
}

function reasons({ t, site }: SitePage, what: 'refused' | 'dropped', kinds: KindCount[] | null): Html | null {
  if (!kinds || kinds.length === 0) return null
  const count = new Intl.NumberFormat(site.language)
  const rows = kinds.map(
    ({ kind, n }) => html`<li><span>${t(`quality.kind.${kind}`)}</span><span>${count.format(n)}</span></li>`,
  )
  return html`<details class="fold"><summary>${t(`quality.why_${what}`)}</summary><ul class="reasons">${rows}</ul></details>`
}

function how(page: SitePage, { model, judge, stoppedSince, calibration }: QualityView): Html {
  const { t, site, paths } = page
  const judged = model?.judge
    ? [model.isSecond ? 'how_judge' : 'how_judge_same', 'how_controls', 'how_counted']
    : ['how_no_judge']
  const paragraphs = (...keys: string[]) => keys.map((key) => html`<p>${t(`quality.${key}`)}</p>`)
  return html`<section class="box" aria-labelledby="how"><h2 class="box-title" id="how">${t('quality.how')}</h2>
${stoppedSince && html`<p><strong>${t('status.models_stopped', { date: longDate(stoppedSince, site) })}</strong></p>`}
${model ? [paragraphs('how_gates', ...judged), judge && judgeRecord(page, judge), paragraphs('how_refused')] : paragraphs('how_no_model')}
${paragraphs('how_joins')}
${calibration && html`<p>${calibrationText(calibration, t)}</p>`}
<ul class="links bare">${page.aboutSite.filter(([name]) => name !== 'quality').map(([name, path]) => html`<li><a href="${path}">${t(`${name}.title`)}</a></li>`)}<li><a href="${paths.about}#ai">${t('about.ai')}</a></li><li><a href="${paths.quality}.md">${t('quality.markdown')}</a></li><li><a href="/api/v1/quality">${t('quality.json')}</a></li></ul></section>`
}
