/** Running stages again: the form, what it will cost, and how it goes. */

import { REPROCESS_STAGES, type ReprocessPlan, type StageReport } from '../../domain/articles/reprocess.ts'
import type { ReprocessState } from '../../domain/operator.ts'
import { type Html, html, trusted } from '../../html/html.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { count, field, money, post, section, table, when } from './parts.ts'

export interface Entered {
  /** Empty for all. */
  stage: string
  /** A day, or empty. */
  since: string
}

interface View {
  entered: Entered
  plan: ReprocessPlan | null
  state: ReprocessState
  /** Reason why the stages cannot run with these choices. */
  trouble: string | null
}

export function rerunPage(page: AdminPage, { entered, plan, state, trouble }: View): string {
  const { t } = page
  const body = html`${trouble && html`<p class="said" role="alert">${t('admin.rerun.cannot')} <code>${trouble}</code></p>`}
${stateOf(page, state)}
${plan ? section(t('admin.rerun.plan'), planOf(page, plan, entered)) : section(t('admin.rerun.choose'), form(page, entered))}`
  return layout(page, { title: t('admin.nav.rerun'), section: 'rerun', intro: t('admin.rerun.text') }, body)
}

function form(page: AdminPage, entered: Entered): Html {
  const { t } = page
  const options = ['', ...REPROCESS_STAGES].map(
    (name) =>
      html`<option value="${name}"${name === entered.stage && trusted(' selected')}>${name === '' ? t('admin.rerun.all') : t(`admin.stage.${name}`)}</option>`,
  )
  const fields = html`<label for="steg">${t('admin.rerun.stage')}</label><select id="steg" name="steg">${options}</select>${field('sedan', t('admin.rerun.since'), { type: 'date', required: false, hint: t('admin.rerun.since_hint'), value: entered.since })}<button class="button button-main">${t('admin.rerun.show')}</button>`
  return post(page, '/admin/kor-om', fields, 'form stack')
}

function planOf(page: AdminPage, plan: ReprocessPlan, entered: Entered): Html {
  const { t } = page
  const rows = plan.stages.map((stage) => [
    t(`admin.stage.${stage.stage}`),
    count(page, stage.articles),
    stage.basis === 'free' ? '–' : `${count(page, stage.inputTokens)} + ${count(page, stage.outputTokens)}`,
    stage.basis === 'free' ? t('admin.rerun.free') : money(page, stage.cost),
  ])
  const columns = ['stage', 'articles', 'tokens', 'cost'].map((name) => t(`admin.rerun.column_${name}`))
  const left = plan.budget === null ? null : plan.budget - plan.spent
  const about = { cost: money(page, plan.cost), spent: money(page, plan.spent) }
  const budget =
    left === null
      ? t('admin.rerun.no_budget', about)
      : t('admin.rerun.budget', { ...about, left: money(page, Math.max(0, left)) })
  const hidden = html`<input type="hidden" name="steg" value="${entered.stage}"><input type="hidden" name="sedan" value="${entered.since}"><input type="hidden" name="vad" value="kor">`
  return html`${plan.continues && html`<p>${t('admin.rerun.continues')} ${when(page, plan.continues)}</p>`}
${table({ caption: t('admin.rerun.plan'), columns, rows, empty: t('admin.rerun.nothing') })}
<p>${budget}</p>${left !== null && plan.cost > left && html`<p>${t('admin.rerun.too_dear')}</p>`}
<div class="line-up cluster">${post(page, '/admin/kor-om', html`${hidden}<button class="button button-main">${t('admin.rerun.run')}</button>`, 'act')}<a class="button" href="/admin/kor-om">${t('admin.rerun.back')}</a></div>`
}

function stateOf(page: AdminPage, { running, ended }: ReprocessState): Html | null {
  const { t } = page
  if (running) {
    const words = t('admin.rerun.running', {
      stage: t(`admin.stage.${running.stage}`),
      done: running.done,
      total: running.total,
    })
    return html`<p class="said" role="status">${words} <a href="/admin/kor-om">${t('admin.rerun.refresh')}</a></p>`
  }
  if (!ended) return null
  const lines = ended.reports.map((report) => html`<li>${reportOf(page, report)}</li>`)
  return section(
    t('admin.rerun.ended'),
    html`<p class="small">${when(page, ended.at)}</p>${ended.error && html`<p><code>${ended.error}</code></p>`}<ul class="rows">${lines}</ul>`,
  )
}

function reportOf(page: AdminPage, report: StageReport): string {
  const { t } = page
  const { articles, left, accepted, refused } = report
  const values = { n: articles, left, accepted, refused, cost: money(page, report.cost) }
  const stage = t(`admin.stage.${report.stage}`)
  const words = report.stage === 'enrich' ? t('admin.rerun.report_enrich', values) : t('admin.rerun.report', values)
  return `${stage}: ${words}${left > 0 ? ` ${t('admin.rerun.left', values)}` : ''}`
}
