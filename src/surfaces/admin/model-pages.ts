/** Models: exams side by side, a form for more, servers nearby, and one of their models for the settings. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { ChoiceNote, ExamRequest, ExamsPlan, ModelServer } from '../../domain/models.ts'
import { EXAM_ROLES, type Exam, type Volume, volumeOf } from '../../domain/quality/exam.ts'
import { type Html, html } from '../../html/html.ts'
import { articlesADay, listExams } from '../../read/operator/exams.ts'
import type { AdminContext } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { examTables } from './exam-pages.ts'
import { layout } from './layout.ts'
import { actionForm, count, field, money, post, section, select } from './parts.ts'
import { textField } from './requests.ts'

const path = '/admin/modeller'

export function modelRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db, clock } = admin.ctx

  async function show(request: FastifyRequest, reply: FastifyReply, view: Partial<ModelsView> = {}) {
    const blank = {
      exams: await listExams(db),
      volume: volumeOf(await articlesADay(db, clock.now())),
      given: blankExam,
      state: await admin.commands(request).models.examsState(),
      plan: null,
      servers: null,
      addresses: '',
      configured: null,
      errorState: null,
    }
    return admin.send(request, reply, modelsPage(admin.page(request, reply), { ...blank, ...view }))
  }

  /** The page reports a failure beside the given values. */
  async function trying(request: FastifyRequest, reply: FastifyReply, given: Partial<ModelsView>, work: () => unknown) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'unprocessable')) throw error
      return show(request, reply.code(422), { ...given, errorState: error.message })
    }
  }

  app.get(path, (request, reply) => show(request, reply))

  app.post(path, async (request, reply) => {
    const given = formIn(request)
    return trying(request, reply, { given }, async () => {
      const { models } = admin.commands(request)
      const wanted = requestOf(given, limitOf(given))
      const plan = await models.planExams(wanted)
      if (textField(request, 'vad') !== 'kor') return show(request, reply, { given, plan })
      return admin.after(reply, path, await models.startExams(wanted), 'examining')
    })
  })

  app.post(`${path}/leta`, async (request, reply) => {
    const addresses = textField(request, 'adresser', 2000)
    const servers = () => admin.commands(request).models.findServers(addresses.split(/[\s,]+/).filter(Boolean))
    return trying(request, reply, { addresses }, async () =>
      show(request, reply, { addresses, servers: await servers() }),
    )
  })

  app.post(`${path}/valj`, (request, reply) =>
    trying(request, reply, {}, async () => {
      const model = textField(request, 'modell')
      const notes = await admin.commands(request).models.chooseModel(textField(request, 'server'), model)
      return show(request, reply, { configured: { model, notes } })
    }),
  )
}

const formIn = (request: FastifyRequest): ExamForm => ({
  modeller: textField(request, 'modeller'),
  server: textField(request, 'server'),
  roll: textField(request, 'roll'),
  antal: textField(request, 'antal'),
})

function limitOf({ antal, server }: ExamForm): number | null {
  if (server !== '' && !/^https?:$/.test(URL.parse(server)?.protocol ?? ''))
    throw new AppError('bad_request', `"${server}" is no address, as http://127.0.0.1:11434/v1.`)
  if (antal === '') return null
  if (!/^[1-9]\d{0,3}$/.test(antal)) throw new AppError('bad_request', `"${antal}" is no number from 1 to 9999.`)
  return Number(antal)
}

/** By the names of the form's fields. */
interface ExamForm {
  /** One a line. */
  modeller: string
  server: string
  roll: string
  antal: string
}

const blankExam: ExamForm = { modeller: '', server: '', roll: '', antal: '' }

interface ModelsView {
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
  configured: { model: string; notes: ChoiceNote[] } | null
  errorState: string | null
}

function modelsPage(page: AdminPage, view: ModelsView): string {
  const { t } = page
  const errorMessage =
    view.errorState && html`<p class="said" role="alert">${t('admin.exams.cannot')} <code>${view.errorState}</code></p>`
  const body = html`${errorMessage}${view.configured && configuredModel(page, view.configured)}${state(page, view)}
${section(t(view.plan ? 'admin.exams.plan' : 'admin.exams.ask'), view.plan ? planned(page, view.plan, view.given) : form(page, view.given))}
${examTables(page, view.exams, view.volume)}
${section(t('admin.exams.near'), near(page, view), 'nara')}`
  return layout(page, { title: t('admin.nav.models'), section: 'models', intro: t('admin.exams.text') }, body)
}

function state(page: AdminPage, { state: { isRunning, error }, exams }: ModelsView): Html | null {
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
  return html`<p>${t('admin.exams.size', size)} ${price}${left}</p>
<div class="line-up cluster">${actionForm(page, path, t('admin.exams.run'), { fields, main: true })}<a class="button" href="${path}">${t('admin.rerun.back')}</a></div>`
}

function near(page: AdminPage, { servers, addresses }: ModelsView): Html {
  const { t } = page
  const searchForm = post(
    page,
    `${path}/leta`,
    html`${field('adresser', t('admin.exams.addresses'), { value: addresses, rows: 2, max: 2000, required: false, hint: t('admin.exams.addresses_hint') })}<button class="button">${t('admin.exams.look')}</button>`,
    'form stack',
  )
  if (!servers) return searchForm
  if (servers.length === 0) return html`${searchForm}<p class="empty">${t('admin.exams.nobody')}</p>`
  return html`${searchForm}${servers.map((server) => serverLines(page, server))}`
}

function serverLines(page: AdminPage, { kind, baseUrl, models, errorState }: ModelServer): Html {
  const { t } = page
  const lines = models.map(
    (model) =>
      html`<li class="beside"><code class="grow">${model}</code><div class="line-up cluster">${actionForm(page, path, t('admin.exams.examine'), { about: model, fields: { modeller: model, server: baseUrl } })}${actionForm(page, `${path}/valj`, t('admin.exams.use'), { about: model, fields: { modell: model, server: baseUrl } })}</div></li>`,
  )
  return html`<h3>${kind} <span class="small">${baseUrl}</span></h3>${errorState ? html`<p>${t(`admin.exams.trouble.${errorState}`)}</p>` : html`<ul class="rows">${lines}</ul>`}`
}

function configuredModel({ t }: AdminPage, { model, notes }: NonNullable<ModelsView['configured']>): Html {
  const lines = notes.map(({ note, name }) => html`<li>${t(`admin.exams.note.${note}`, { name })}</li>`)
  return html`<div class="said" role="status"><p>${t('admin.exams.written', { model })}</p><ul>${lines}</ul></div>`
}

const requestOf = ({ modeller, server, roll }: ExamForm, limit: number | null): ExamRequest => ({
  models: modeller.split('\n').flatMap((line) => line.trim() || []),
  baseUrl: server === '' ? null : server.replace(/\/+$/, ''),
  roles: EXAM_ROLES.filter((role) => roll === '' || role === roll),
  limit,
})
