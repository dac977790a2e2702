/** Webhooks: their health, adding, pausing, trying, removing. A refused form keeps its input. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../app/services.ts'
import { typesOf } from '../../news/changes/change-types.ts'
import { DEFAULT_CONFIRMING, MAX_CONFIRMING } from '../../news/events/rules/confirmed.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { formatQuietHours } from '../../platform/time/quiet-time.ts'
import { actionRoutes } from '../../surfaces/console/actions.ts'
import type { AdminContext } from '../../surfaces/console/admin-context.ts'
import type { AdminPage } from '../../surfaces/console/admin-page.ts'
import { layout } from '../../surfaces/console/layout.ts'
import { actionForm, count, field, listOf, post, section, select, when } from '../../surfaces/console/parts.ts'
import { type ById, idField, idOf, idParam, textField } from '../../surfaces/console/requests.ts'
import { addWebhook, tryWebhook } from './add.ts'
import { WebhookRefusal } from './refusal.ts'
import { listWebhooks, pauseWebhook, removeWebhook, resumeWebhook } from './store.ts'
import type { Webhook } from './webhook.ts'

const path = '/admin/webhooks'

export function consoleRoutes(app: FastifyInstance, admin: AdminContext, services: Services): void {
  const hasAlerts = services.config.features.has('alerts')

  async function list(request: FastifyRequest, reply: FastifyReply, view: Partial<WebhooksView> = {}) {
    const blank = {
      webhooks: await listWebhooks(services.database),
      made: null,
      errorState: null,
      given: blankWebhook,
      hasAlerts,
    }
    return admin.send(request, reply, webhooksPage(admin.page(request, reply), { ...blank, ...view }))
  }

  app.get(path, (request, reply) => list(request, reply))

  app.post(path, async (request, reply) => {
    const given = formIn(request)
    try {
      const wanted = wantedIn(request, hasAlerts, given)
      const { database, now } = admin.act(request)
      const made = await addWebhook(database, wanted, typesOf(admin.ctx.kinds), now)
      return await list(request, reply, { made })
    } catch (error) {
      if (!(error instanceof WebhookRefusal)) throw error
      const { t } = admin.page(request, reply)
      const errorState = t(`admin.webhooks.refused.${error.reason}`, { given: error.given, n: MAX_CONFIRMING })
      return list(request, reply.code(422), { errorState, given })
    }
  })

  actionRoutes(
    app,
    admin,
    `${path}/${idParam}`,
    {
      pause: { message: 'done', run: (request, { database, now }) => pauseWebhook(database, idOf(request), now) },
      resume: { message: 'done', run: (request, { database, now }) => resumeWebhook(database, idOf(request), now) },
      remove: { message: 'done', run: (request, { database, now }) => removeWebhook(database, idOf(request), now) },
    },
    () => path,
  )

  app.post(`${path}/${idParam}/try`, async (request: ById, reply) => {
    const { database } = admin.act(request)
    const errorState = await tryWebhook({ ...services, database }, idOf(request))
    return errorState === null ? admin.go(reply, path, 'webhook_taken') : list(request, reply.code(502), { errorState })
  })
}

const formIn = (request: FastifyRequest): WebhookForm => ({
  address: textField(request, 'address', 2000),
  what: textField(request, 'what') === 'alerts' ? 'alerts' : 'everything',
  types: textField(request, 'types'),
  tag: textField(request, 'tag'),
  least: textField(request, 'least'),
  source: textField(request, 'source'),
  quiet: textField(request, 'quiet'),
})

/** Throws for an invalid number of sources or an unknown source; `addWebhook` checks the rest. */
function wantedIn(
  request: FastifyRequest,
  hasAlerts: boolean,
  { address, what, types, tag, least, source, quiet }: WebhookForm,
) {
  if (least !== '' && !/^[1-9]\d?$/.test(least)) throw new WebhookRefusal('least', least)
  const feed = idField(request, 'source')
  if (feed === null && source !== '') throw new WebhookRefusal('source', source)
  return {
    url: address,
    alerts: hasAlerts && what === 'alerts',
    types,
    quiet,
    ...(tag && { tag }),
    ...(least && { minSources: Number(least) }),
    ...(feed !== null && { feed }),
  }
}

interface WebhooksView {
  webhooks: Webhook[]
  /** Just added: its secret is shown this once. */
  made: { id: number; secret: string } | null
  errorState: string | null
  /** A webhook can be alerted of events in place of changes. */
  hasAlerts: boolean
  /** The given values, where they were refused. */
  given: WebhookForm
}

/** By the names of the form's fields. */
interface WebhookForm {
  address: string
  what: 'everything' | 'alerts'
  types: string
  tag: string
  least: string
  source: string
  quiet: string
}

const blankWebhook: WebhookForm = {
  address: '',
  what: 'everything',
  types: '',
  tag: '',
  least: '',
  source: '',
  quiet: '',
}

function webhooksPage(page: AdminPage, { webhooks, made, errorState, given, hasAlerts }: WebhooksView): string {
  const { t } = page
  const columns = {
    address: (webhook: Webhook) =>
      html`<span class="long">${webhook.url}</span><span class="row-small">${scopeOf(page, webhook)}</span>`,
    state: (webhook: Webhook) => stateOf(page, webhook),
    delivered: ({ delivered, deliveredAt }: Webhook) =>
      html`${count(page, delivered)}<span class="row-small">${when(page, deliveredAt)}</span>`,
    act: (webhook: Webhook) => html`<div class="line-up cluster">${buttons(page, webhook)}</div>`,
  }
  const list = listOf(page, 'admin.webhooks', t('admin.nav.webhooks'), webhooks, columns)
  const secret =
    made &&
    html`<div class="said" role="status"><p>${t('admin.webhooks.secret')}</p><p><code>${made.secret}</code></p></div>`
  const errorMessage = errorState && html`<p class="said" role="alert">${t('admin.webhooks.trouble')} ${errorState}</p>`
  const body = html`${secret}${errorMessage}${list}${section(t('admin.webhooks.add'), form(page, given, hasAlerts))}`
  return layout(page, { title: t('admin.nav.webhooks'), section: 'webhooks', intro: t('admin.webhooks.text') }, body)
}

function form(page: AdminPage, given: WebhookForm, hasAlerts: boolean): Html {
  const { t } = page
  const label = (name: string, values = {}) => t(`admin.webhooks.${name}`, values)
  const typesHint = `${label('types_hint')}${hasAlerts ? ` ${label('refused.alerts_types')}` : ''}`
  return post(
    page,
    path,
    html`${field('address', label('address'), { type: 'url', max: 2000, value: given.address })}
${
  hasAlerts &&
  select(
    'what',
    label('what'),
    [
      ['everything', label('of_changes')],
      ['alerts', label('of_alerts')],
    ],
    given.what,
  )
}
${field('types', label('types'), { value: given.types, required: false, hint: typesHint })}
${field('tag', label('tag'), { value: given.tag, required: false })}
${field('least', label('least'), { value: given.least, required: false, max: 2, ...(hasAlerts && { hint: label('least_hint', { n: DEFAULT_CONFIRMING }) }) })}
${field('source', label('source'), { value: given.source, required: false, hint: label('source_hint') })}
${hasAlerts && field('quiet', label('quiet'), { value: given.quiet, required: false, max: 11, hint: label('quiet_hint') })}
<p><button class="button button-main">${label('add')}</button></p>`,
    'form stack',
  )
}

function scopeOf({ t }: AdminPage, { kind, types, tag, minSources, feedId, quiet }: Webhook): string {
  const parts = [
    kind === 'alerts' && t('admin.webhooks.alerts'),
    types?.join(', '),
    tag && `${t('admin.webhooks.tag')}: ${tag}`,
    minSources && t('sources.count', { n: minSources }),
    feedId && `${t('admin.webhooks.source')}: ${feedId}`,
    quiet && `${t('admin.webhooks.quiet')}: ${formatQuietHours(quiet)}`,
  ]
  return parts.filter(Boolean).join(' · ') || t('admin.webhooks.everything')
}

function stateOf(page: AdminPage, { state, failingSince, lastError }: Webhook): Html {
  const { t } = page
  const why =
    failingSince &&
    html`<span class="row-small">${t('admin.webhooks.since')} ${when(page, failingSince)}: ${lastError}</span>`
  if (state === 'paused') return html`<span class="state state-mild">${t('admin.webhooks.paused')}</span>${why}`
  return why
    ? html`<span class="state state-bad">${t('admin.webhooks.failing')}</span>${why}`
    : html`${t('admin.webhooks.active')}`
}

function buttons(page: AdminPage, { id, url, state }: Webhook): Html {
  const { t } = page
  const at = (name: string) => `${path}/${id}/${name}`
  const other = state === 'paused' ? 'resume' : 'pause'
  return html`${actionForm(page, at('try'), t('admin.webhooks.try'), { about: url })}${actionForm(page, at(other), t(`admin.webhooks.${other}`), { about: url })}${actionForm(page, at('remove'), t('admin.webhooks.remove'), { about: url })}`
}
