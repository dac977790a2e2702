/** Models: exams side by side, a form for more, servers nearby, and the choice of a model for the settings. */
import type { ChoiceNote, ExamRequest, ExamsPlan, ModelServer } from '../../domain/models.ts'
import { EXAM_ROLES, type Exam, type Volume } from '../../domain/quality/exam.ts'
import { type Html, html } from '../../html/html.ts'
import { examTables } from './exams.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { count, field, money, post, section, select } from './parts.ts'

/** By the names of the form's fields. */
export interface ExamForm {
  /** One a line. */
  modeller: string
  server: string
  roll: string
  antal: string
}

export const blankExam: ExamForm = { modeller: '', server: '', roll: '', antal: '' }

export interface ModelsView {
  exams: Exam[]
  volume: Volume
  state: { isRunning: boolean; error: string | null }
  given: ExamForm
  /** Before it is ordered. */
  plan: ExamsPlan | null
  /** Null before they are looked for. */
  servers: ModelServer[] | null
  addresses: string
  /** After a model was written into the settings. */
  chosen: { model: string; notes: ChoiceNote[] } | null
  trouble: string | null
}

const path = '/admin/modeller'

export function modelsPage(page: AdminPage, view: ModelsView): string {
  const { t } = page
  const trouble =
    view.trouble && html`<p class="said" role="alert">${t('admin.exams.cannot')} <code>${view.trouble}</code></p>`
  const body = html`${trouble}${view.chosen && chosen(page, view.chosen)}${state(page, view)}
${section(t(view.plan ? 'admin.exams.plan' : 'admin.exams.ask'), view.plan ? planned(page, view.plan, view.given) : form(page, view.given))}
${examTables(page, view.exams, view.volume)}
${section(t('admin.exams.near'), near(page, view), 'nara')}`
  return layout(page, { title: t('admin.nav.models'), section: 'models', intro: t('admin.exams.text') }, body)
}

function state(page: AdminPage, { state: { isRunning, error }, exams }: ModelsView): Html | null {
  const { t } = page
  if (!isRunning)
    return error ? html`<p class="said" role="status">${t('admin.exams.stopped')} <code>${error}</code></p>` : null
  const open = exams.find(({ endedAt }) => endedAt === null)
  const words = open
    ? t('admin.exams.running', { model: open.model, done: open.answers.length, total: open.items })
    : t('admin.exams.waiting')
  return html`<p class="said" role="status">${words} <a href="${path}">${t('admin.rerun.refresh')}</a></p>`
}

function form(page: AdminPage, given: ExamForm): Html {
  const { t } = page
  const roles = [
    ['', t('admin.exams.both')],
    ...EXAM_ROLES.map((role) => [role, t(`admin.exams.${role}`)] as const),
  ] as const
  return post(
    page,
    path,
    html`${field('modeller', t('admin.exams.models'), { value: given.modeller, rows: 3, required: false, hint: t('admin.exams.models_hint') })}
${field('server', t('admin.exams.server'), { value: given.server, type: 'url', required: false, hint: t('admin.exams.server_hint') })}
${select('roll', t('admin.exams.role'), roles, given.roll)}
${field('antal', t('admin.exams.limit'), { value: given.antal, max: 4, required: false, hint: t('admin.exams.limit_hint') })}
<button class="button button-main">${t('admin.rerun.show')}</button>`,
    'form stack',
  )
}

function planned(page: AdminPage, plan: ExamsPlan, given: ExamForm): Html {
  const { t } = page
  const size = { n: plan.calls, in: count(page, plan.inputTokens), out: count(page, plan.outputTokens) }
  const left = plan.left !== null && ` ${t('admin.exams.left', { left: money(page, plan.left) })}`
  const price = plan.isPriced ? t('admin.exams.price', { cost: money(page, plan.cost) }) : t('admin.exams.unpriced')
  const fields = { ...given, vad: 'kor' }
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<p>${t('admin.exams.size', size)} ${price}${left}</p>
<div class="line-up cluster">${post(page, path, html`${hidden}<button class="button button-main">${t('admin.exams.run')}</button>`, 'act')}<a class="button" href="${path}">${t('admin.rerun.back')}</a></div>`
}

function near(page: AdminPage, { servers, addresses }: ModelsView): Html {
  const { t } = page
  const look = post(
    page,
    `${path}/leta`,
    html`${field('adresser', t('admin.exams.addresses'), { value: addresses, rows: 2, max: 2000, required: false, hint: t('admin.exams.addresses_hint') })}<button class="button">${t('admin.exams.look')}</button>`,
    'form stack',
  )
  if (!servers) return look
  if (servers.length === 0) return html`${look}<p class="empty">${t('admin.exams.nobody')}</p>`
  return html`${look}${servers.map((server) => serverLines(page, server))}`
}

function serverLines(page: AdminPage, { kind, baseUrl, models, trouble }: ModelServer): Html {
  const { t } = page
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`
  const button = (words: string, about: string) =>
    html`<button class="button">${words}<span class="unseen"> ${about}</span></button>`
  const lines = models.map(
    (model) =>
      html`<li class="beside"><code>${model}</code><div class="line-up cluster">${post(page, path, html`${hidden('modeller', model)}${hidden('server', baseUrl)}${button(t('admin.exams.examine'), model)}`, 'act')}${post(page, `${path}/valj`, html`${hidden('modell', model)}${hidden('server', baseUrl)}${button(t('admin.exams.use'), model)}`, 'act')}</div></li>`,
  )
  return html`<h3>${kind} <span class="small">${baseUrl}</span></h3>${trouble ? html`<p>${t(`admin.exams.trouble.${trouble}`)}</p>` : html`<ul class="rows">${lines}</ul>`}`
}

function chosen({ t }: AdminPage, { model, notes }: NonNullable<ModelsView['chosen']>): Html {
  const lines = notes.map(({ note, name }) => html`<li>${t(`admin.exams.note.${note}`, { name })}</li>`)
  return html`<div class="said" role="status"><p>${t('admin.exams.written', { model })}</p><ul>${lines}</ul></div>`
}

export const requestOf = ({ modeller, server, roll }: ExamForm, limit: number | null): ExamRequest => ({
  models: modeller.split('\n').flatMap((line) => line.trim() || []),
  baseUrl: server === '' ? null : server.replace(/\/+$/, ''),
  roles: EXAM_ROLES.filter((role) => roll === '' || role === roll),
  limit,
})
