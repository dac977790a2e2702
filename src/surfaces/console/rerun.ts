/** `/admin/rerun`: shows how many articles a stage would run for again and at what cost, then queues the run for the worker. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  REPROCESS_STAGES,
  type ReprocessPlan,
  type ReprocessRequest,
  type StageReport,
} from '../../news/articles/rules/reprocess-request.ts'
import type { ReprocessState } from '../../news/stages/ordered-reprocess.ts'
import { orderReprocess, reprocessState } from '../../news/stages/ordered-reprocess.ts'
import { planReprocess } from '../../news/stages/reprocess.ts'
import { AppError } from '../../platform/errors.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import { daySpan, isDay } from '../../platform/time/days.ts'
import type { AdminContext } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { actionForm, count, field, form, listOf, money, section, when } from './parts.ts'
import { textField } from './requests.ts'

export function rerunRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { clock, site } = admin.ctx
  const { queue, reprocessing } = admin.services
  const blank = { entered: { stage: '', since: '' }, plan: null, errorState: null }

  /** Throws `bad_request` for an invalid or future day. */
  function requestOf({ stage, since }: Entered): ReprocessRequest {
    const existing = REPROCESS_STAGES.find((name) => name === stage)
    const from = since === '' ? null : isDay(since) ? daySpan(since, site.timezone).from : undefined
    if (from === undefined || (from && from > clock.now())) throw new AppError('bad_request', `"${since}" is no day.`)
    return { since: from, ...(existing ? { stages: [existing] } : {}) }
  }

  const enteredOf = (request: FastifyRequest): Entered => ({
    stage: textField(request, 'stage'),
    since: textField(request, 'since'),
  })

  app.get('/admin/rerun', async (request, reply) => {
    const state = await reprocessState(admin.act(request).database, await queue())
    return admin.send(request, reply, rerunPage(admin.page(request, reply), { ...blank, state }))
  })

  app.post('/admin/rerun', async (request, reply) => {
    const { database, now } = admin.act(request)
    const entered = enteredOf(request)
    const state = await reprocessState(database, await queue())
    try {
      const plan = await planReprocess(reprocessing, requestOf(entered))
      if (textField(request, 'what') !== 'run')
        return await admin.send(
          request,
          reply,
          rerunPage(admin.page(request, reply), { ...blank, state, entered, plan }),
        )
      const outcome = await orderReprocess(database, await queue(), requestOf(entered), now)
      return admin.after(reply, '/admin/rerun', outcome, 'running')
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'unprocessable')) throw error
      const page = admin.page(request, reply)
      return admin.send(
        request,
        reply.code(422),
        rerunPage(page, { ...blank, state, entered, errorState: error.message }),
      )
    }
  })
}

interface Entered {
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
  errorState: string | null
}

function rerunPage(page: AdminPage, { entered, plan, state, errorState }: View): string {
  const { t } = page
  const body = html`${errorState && html`<p class="said" role="alert">${t('admin.rerun.cannot')} <code>${errorState}</code></p>`}
${stateOf(page, state)}
${plan ? section(t('admin.rerun.plan'), planOf(page, plan, entered)) : section(t('admin.rerun.choose'), choiceForm(page, entered))}`
  return layout(page, { title: t('admin.nav.rerun'), section: 'rerun', intro: t('admin.rerun.text') }, body)
}

function choiceForm(page: AdminPage, entered: Entered): Html {
  const { t } = page
  const options = ['', ...REPROCESS_STAGES].map(
    (name) =>
      html`<option value="${name}"${name === entered.stage && trusted(' selected')}>${name === '' ? t('admin.rerun.all') : t(`admin.stage.${name}`)}</option>`,
  )
  const fields = html`<label for="stage">${t('admin.rerun.stage')}</label><select id="stage" name="stage">${options}</select>${field('since', t('admin.rerun.since'), { type: 'date', required: false, hint: t('admin.rerun.since_hint'), value: entered.since })}`
  return form(page, '/admin/rerun', fields, t('admin.rerun.show'))
}

function planOf(page: AdminPage, plan: ReprocessPlan, entered: Entered): Html {
  const { t } = page
  type Stage = ReprocessPlan['stages'][number]
  const columns = {
    column_stage: ({ stage }: Stage) => t(`admin.stage.${stage}`),
    column_articles: ({ articles }: Stage) => count(page, articles),
    column_tokens: ({ basis, inputTokens, outputTokens }: Stage) =>
      basis === 'free' ? '–' : `${count(page, inputTokens)} + ${count(page, outputTokens)}`,
    column_cost: ({ basis, cost }: Stage) => (basis === 'free' ? t('admin.rerun.free') : money(page, cost)),
  }
  const fields = { stage: entered.stage, since: entered.since, what: 'run' }
  const left = plan.budget === null ? null : plan.budget - plan.spent
  const about = { cost: money(page, plan.cost), spent: money(page, plan.spent) }
  const budget =
    left === null
      ? t('admin.rerun.no_budget', about)
      : t('admin.rerun.budget', { ...about, left: money(page, Math.max(0, left)) })
  return html`${plan.continues && html`<p>${t('admin.rerun.continues')} ${when(page, plan.continues)}</p>`}
${listOf(page, 'admin.rerun', t('admin.rerun.plan'), plan.stages, columns, { empty: t('admin.rerun.nothing') })}
<p>${budget}</p>${left !== null && plan.cost > left && html`<p>${t('admin.rerun.too_dear')}</p>`}
<div class="line-up cluster">${actionForm(page, '/admin/rerun', t('admin.rerun.run'), { fields, main: true })}<a class="button" href="/admin/rerun">${t('admin.rerun.back')}</a></div>`
}

function stateOf(page: AdminPage, { running, ended }: ReprocessState): Html | null {
  const { t } = page
  if (running) {
    const message = t('admin.rerun.running', {
      stage: t(`admin.stage.${running.stage}`),
      done: running.done,
      total: running.total,
    })
    return html`<p class="said" role="status">${message} <a href="/admin/rerun">${t('admin.rerun.refresh')}</a></p>`
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
  const message = report.stage === 'enrich' ? t('admin.rerun.report_enrich', values) : t('admin.rerun.report', values)
  return `${stage}: ${message}${left > 0 ? ` ${t('admin.rerun.left', values)}` : ''}`
}
