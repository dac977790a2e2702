/** Models: servers nearby, and one of their models for the settings. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordModelChoice } from '../../news/actions/writes/log.ts'
import { chooseModel } from '../../news/texts/choose-model.ts'
import { AppError } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { findModelServers } from '../../platform/models/model-servers.ts'
import type { ChoiceNote, ModelServer } from '../../platform/models/models.ts'
import type { AdminContext } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { actionForm, field, post, section } from './parts.ts'
import { textField } from './requests.ts'

const path = '/admin/models'

export function modelRoutes(app: FastifyInstance, admin: AdminContext): void {
  const blank: ModelsView = { servers: null, addresses: '', configured: null, errorState: null }
  const show = (request: FastifyRequest, reply: FastifyReply, view: Partial<ModelsView> = {}) =>
    admin.send(request, reply, modelsPage(admin.page(request, reply), { ...blank, ...view }))

  /** The page reports a failure beside the given values. */
  async function trying(request: FastifyRequest, reply: FastifyReply, given: Partial<ModelsView>, work: () => unknown) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'bad_request' && error.code !== 'unprocessable')) throw error
      return show(request, reply.code(422), { ...given, errorState: error.message })
    }
  }

  app.get(path, async (request, reply) => show(request, reply))

  app.post(`${path}/find`, async (request, reply) => {
    const addresses = textField(request, 'addresses', 2000)
    const servers = () => findModelServers(addresses.split(/[\s,]+/).filter(Boolean))
    return trying(request, reply, { addresses }, async () =>
      show(request, reply, { addresses, servers: await servers() }),
    )
  })

  app.post(`${path}/choose`, (request, reply) =>
    trying(request, reply, {}, async () => {
      const model = textField(request, 'model')
      const server = textField(request, 'server')
      const notes = await chooseModel(admin.ctx.config, server, model)
      const { database, now } = admin.act(request)
      await recordModelChoice(database, { baseUrl: server, model }, now)
      return show(request, reply, { configured: { model, notes } })
    }),
  )
}

interface ModelsView {
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
  const body = html`${errorMessage}${view.configured && configuredModel(page, view.configured)}
${section(t('admin.exams.near'), near(page, view), 'near')}`
  return layout(page, { title: t('admin.nav.models'), section: 'models' }, body)
}

function near(page: AdminPage, { servers, addresses }: ModelsView): Html {
  const { t } = page
  const searchForm = post(
    page,
    `${path}/find`,
    html`${field('addresses', t('admin.exams.addresses'), { value: addresses, rows: 2, max: 2000, required: false, hint: t('admin.exams.addresses_hint') })}<button class="button">${t('admin.exams.look')}</button>`,
    'form stack',
  )
  if (!servers) return searchForm
  if (servers.length === 0) return html`${searchForm}<p class="empty">${t('admin.exams.nobody')}</p>`
  return html`${searchForm}${servers.map((server) => serverLines(page, server))}`
}

function serverLines(page: AdminPage, { kind, baseUrl, models, errorState }: ModelServer): Html {
  const { t } = page
  const others = page.menu.flatMap(({ path, aboutModel: label }) => (label ? [{ path, label }] : []))
  const lines = models.map(
    (model) =>
      html`<li class="beside"><code class="grow">${model}</code><div class="line-up cluster">${others.map((one) => actionForm(page, one.path, t(one.label), { about: model, fields: { models: model, server: baseUrl } }))}${actionForm(page, `${path}/choose`, t('admin.exams.use'), { about: model, fields: { model: model, server: baseUrl } })}</div></li>`,
  )
  return html`<h3>${kind} <span class="small">${baseUrl}</span></h3>${errorState ? html`<p>${t(`admin.exams.trouble.${errorState}`)}</p>` : html`<ul class="rows">${lines}</ul>`}`
}

function configuredModel({ t }: AdminPage, { model, notes }: NonNullable<ModelsView['configured']>): Html {
  const lines = notes.map(({ note, name }) => html`<li>${t(`admin.exams.note.${note}`, { name })}</li>`)
  return html`<div class="said" role="status"><p>${t('admin.exams.written', { model })}</p><ul>${lines}</ul></div>`
}
