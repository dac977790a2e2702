/** Webhooks: addresses that are told of changes or alerted of happenings, how each is doing, and a form for one more. */
import { formatQuietHours } from '../../domain/alerts/quiet-time.ts'
import { usualRule } from '../../domain/alerts/rule.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { type Html, html } from '../../html/html.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { act, count, field, post, section, select, table, when } from './parts.ts'

export interface WebhooksView {
  webhooks: Webhook[]
  /** Just added: its secret is shown this once. */
  made: { id: number; secret: string } | null
  trouble: string | null
  /** What was typed, where it was not taken. */
  given: WebhookForm
}

/** By the names of the form's fields. */
export interface WebhookForm {
  adress: string
  vad: 'allt' | 'larm'
  typer: string
  tagg: string
  minst: string
  kalla: string
  tyst: string
}

export const blankWebhook: WebhookForm = {
  adress: '',
  vad: 'allt',
  typer: '',
  tagg: '',
  minst: '',
  kalla: '',
  tyst: '',
}

export function webhooksPage(page: AdminPage, { webhooks, made, trouble, given }: WebhooksView): string {
  const { t } = page
  const rows = webhooks.map((webhook) => [
    html`<span class="long">${webhook.url}</span><span class="small">${scopeOf(page, webhook)}</span>`,
    stateOf(page, webhook),
    html`${count(page, webhook.delivered)}<span class="small">${when(page, webhook.deliveredAt)}</span>`,
    html`<div class="line-up cluster">${buttons(page, webhook)}</div>`,
  ])
  const columns = ['address', 'state', 'delivered', 'act'].map((name) => t(`admin.webhooks.${name}`))
  const list = table({ caption: t('admin.nav.webhooks'), columns, rows, empty: t('admin.webhooks.none') })
  const secret =
    made &&
    html`<div class="said" role="status"><p>${t('admin.webhooks.secret')}</p><p><code>${made.secret}</code></p></div>`
  const fault = trouble && html`<p class="said" role="alert">${t('admin.webhooks.trouble')} ${trouble}</p>`
  const body = html`${secret}${fault}${list}${section(t('admin.webhooks.add'), form(page, given))}`
  return layout(page, { title: t('admin.nav.webhooks'), section: 'webhooks', intro: t('admin.webhooks.text') }, body)
}

function form(page: AdminPage, given: WebhookForm): Html {
  const { t } = page
  const words = (name: string, values = {}) => t(`admin.webhooks.${name}`, values)
  return post(
    page,
    '/admin/webhooks',
    html`${field('adress', words('address'), { type: 'url', max: 2000, value: given.adress })}
${select(
  'vad',
  words('what'),
  [
    ['allt', words('of_changes')],
    ['larm', words('of_alerts')],
  ],
  given.vad,
)}
${field('typer', words('types'), { value: given.typer, required: false, hint: words('types_hint') })}
${field('tagg', words('tag'), { value: given.tagg, required: false })}
${field('minst', words('least'), { value: given.minst, required: false, max: 2, hint: words('least_hint', { n: usualRule.minSources }) })}
${field('kalla', words('source'), { value: given.kalla, required: false, hint: words('source_hint') })}
${field('tyst', words('quiet'), { value: given.tyst, required: false, max: 11, hint: words('quiet_hint') })}
<p><button class="button button-main">${words('add')}</button></p>`,
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
    html`<span class="small">${t('admin.webhooks.since')} ${when(page, failingSince)}: ${lastError}</span>`
  if (state === 'paused') return html`<span class="state state-mild">${t('admin.webhooks.paused')}</span>${why}`
  return why
    ? html`<span class="state state-bad">${t('admin.webhooks.failing')}</span>${why}`
    : html`${t('admin.webhooks.active')}`
}

function buttons(page: AdminPage, { id, url, state }: Webhook): Html {
  const { t } = page
  const at = (name: string) => `/admin/webhooks/${id}/${name}`
  const other = state === 'paused' ? (['ateruppta', 'resume'] as const) : (['pausa', 'pause'] as const)
  return html`${act(page, at('prova'), t('admin.webhooks.try'), url)}${act(page, at(other[0]), t(`admin.webhooks.${other[1]}`), url)}${act(page, at('ta-bort'), t('admin.webhooks.remove'), url)}`
}
