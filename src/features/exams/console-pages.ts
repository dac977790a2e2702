/** Exams side by side, and a form for more: the price first. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../app/services.ts'
import { articlesADay } from '../../news/operator/queries/article-volume.ts'
import { AppError } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { AdminContext } from '../../surfaces/console/admin-context.ts'
import type { AdminPage } from '../../surfaces/console/admin-page.ts'
import { layout } from '../../surfaces/console/layout.ts'
import { actionForm, count, field, money, post, section, select } from '../../surfaces/console/parts.ts'
import { textField } from '../../surfaces/console/requests.ts'
import { EXAM_ROLES, type Exam, type Volume, volumeOf } from './exam.ts'
import { examTables } from './exam-tables.ts'
import { examinedModels } from './examined-models.ts'
import { listExams } from './list-exams.ts'
import { examsState, startExams } from './ordered-exams.ts'
import { type ExamRequest, type ExamsPlan, planExams } from './run-exams.ts'

const path = '/admin/exams'

export function consoleRoutes(app: FastifyInstance, admin: AdminContext, services: Services): void {
  const { db, clock } = admin.ctx

  async function show(request: FastifyRequest, reply: FastifyReply, view: Partial<ExamsView> = {}) {
    const state = await examsState(services)
    const blank = {
      exams: await listExams(db),
      missing: state.isRunning || view.plan ? [] : await missingExams(services),
      volume: volumeOf(await articlesADay(db, clock.now())),
      given: blankExam,
      state,
      plan: null,
      errorState: null,
    }
    return admin.send(request, reply, examsPage(admin.page(request, reply), { ...blank, ...view }))
  }

  app.get(path, (request, reply) => show(request, reply))

  app.post(path, async (request, reply) => {
    const given = formIn(request)
    try {
      const wanted = requestOf(given, limitOf(given))
      const plan = await planExams(services, wanted)
      if (textField(request, 'what') !== 'run') return await show(request, reply, { given, plan })
      const { database } = admin.act(request)
      return admin.after(reply, path, await startExams({ ...services, database }, wanted), 'examining')
    } catch (error) {
      // The page reports it beside the given values.
      if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'unprocessable')) throw error
      return show(request, reply.code(422), { given, errorState: error.message })
    }
  })
}

interface MissingExam {
  given: ExamForm
  /** Null where none can be made now. */
  plan: ExamsPlan | null
}

/** Of the models of the settings, those without an exam in a role of theirs. */
async function missingExams(services: Services): Promise<MissingExam[]> {
  const { config, database } = services
  const missing = (await examinedModels(config, database.db)).filter(({ exam }) => exam === null)
  return Promise.all(
    [...Map.groupBy(missing, ({ model }) => model)].map(async ([model, roles]) => {
      const role = roles.length < EXAM_ROLES.length ? (roles[0]?.role ?? '') : ''
      const given = { ...blankExam, models: model, role }
      const plan = await planExams(services, requestOf(given, null)).catch((error) => {
        if (error instanceof AppError) return null
        throw error
      })
      return { given, plan }
    }),
  )
}

const formIn = (request: FastifyRequest): ExamForm => ({
  models: textField(request, 'models'),
  server: textField(request, 'server'),
  role: textField(request, 'role'),
  count: textField(request, 'count'),
})

function limitOf({ count, server }: ExamForm): number | null {
  if (server !== '' && !/^https?:$/.test(URL.parse(server)?.protocol ?? ''))
    throw new AppError('bad_request', `"${server}" is no address, as http://127.0.0.1:11434/v1.`)
  if (count === '') return null
  if (!/^[1-9]\d{0,3}$/.test(count)) throw new AppError('bad_request', `"${count}" is no number from 1 to 9999.`)
  return Number(count)
}

/** By the names of the form's fields. */
interface ExamForm {
  /** One a line. */
  models: string
  server: string
  role: string
  count: string
}

const blankExam: ExamForm = { models: '', server: '', role: '', count: '' }

interface ExamsView {
  exams: Exam[]
  missing: MissingExam[]
  volume: Volume
  state: { isRunning: boolean; error: string | null }
  given: ExamForm
  /** Before it is ordered. */
  plan: ExamsPlan | null
  errorState: string | null
}

function examsPage(page: AdminPage, view: ExamsView): string {
  const { t } = page
  const errorMessage =
    view.errorState && html`<p class="said" role="alert">${t('admin.exams.cannot')} <code>${view.errorState}</code></p>`
  const body = html`${errorMessage}${state(page, view)}
${view.missing.map((one) => section(t('admin.exams.missing', { model: one.given.models }), offered(page, one)))}
${section(t(view.plan ? 'admin.exams.plan' : 'admin.exams.ask'), view.plan ? planned(page, view.plan, view.given) : form(page, view.given))}
${examTables(page, view.exams, view.volume)}`
  return layout(page, { title: t('admin.nav.exams'), section: 'exams', intro: t('admin.exams.text') }, body)
}

function state(page: AdminPage, { state: { isRunning, error }, exams }: ExamsView): Html | null {
  const { t } = page
  if (!isRunning)
    return error ? html`<p class="said" role="status">${t('admin.exams.stopped')} <code>${error}</code></p>` : null
  const [newest] = exams
  const message =
    newest?.endedAt === null
      ? t('admin.exams.running', { model: newest.model, done: newest.answers.length, total: newest.items })
      : t('admin.exams.waiting')
  return html`<p class="said" role="status">${message} <a href="${path}">${t('admin.rerun.refresh')}</a></p>`
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
    html`${field('models', t('admin.exams.models'), { value: given.models, rows: 3, required: false, hint: t('admin.exams.models_hint') })}
${field('server', t('admin.exams.server'), { value: given.server, type: 'url', required: false, hint: t('admin.exams.server_hint') })}
${select('role', t('admin.exams.role'), roles, given.role)}
${field('count', t('admin.exams.limit'), { value: given.count, max: 4, required: false, hint: t('admin.exams.limit_hint') })}
<button class="button button-main">${t('admin.rerun.show')}</button>`,
    'form stack',
  )
}

/** The missing roles, their cost, and one button. */
function offered(page: AdminPage, { given, plan }: MissingExam): Html {
  const roles = EXAM_ROLES.filter((role) => given.role === '' || given.role === role)
  const named = roles.map((role) => page.t(`admin.exams.${role}`)).join(', ')
  return html`<p>${named}</p>${plan && html`<p>${sizeOf(page, plan)}</p>${runForm(page, given)}`}`
}

const runForm = (page: AdminPage, given: ExamForm): Html =>
  actionForm(page, path, page.t('admin.exams.run'), { fields: { ...given, what: 'run' }, main: true })

function planned(page: AdminPage, plan: ExamsPlan, given: ExamForm): Html {
  return html`<p>${sizeOf(page, plan)}</p>
<div class="line-up cluster">${runForm(page, given)}<a class="button" href="${path}">${page.t('admin.rerun.back')}</a></div>`
}

function sizeOf(page: AdminPage, plan: ExamsPlan): string {
  const { t } = page
  const size = { n: plan.calls, in: count(page, plan.inputTokens), out: count(page, plan.outputTokens) }
  const left = plan.left !== null && ` ${t('admin.exams.left', { left: money(page, plan.left) })}`
  const price = plan.isPriced ? t('admin.exams.price', { cost: money(page, plan.cost) }) : t('admin.exams.unpriced')
  return `${t('admin.exams.size', size)} ${price}${left || ''}`
}

const requestOf = ({ models, server, role }: ExamForm, limit: number | null): ExamRequest => ({
  models: models.split('\n').flatMap((line) => line.trim() || []),
  baseUrl: server === '' ? null : server.replace(/\/+$/, ''),
  roles: EXAM_ROLES.filter((one) => role === '' || one === role),
  limit,
})
