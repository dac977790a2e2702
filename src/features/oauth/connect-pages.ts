/** A program that asks to act for a reader, and the list of those that may. */

import { type Account, type Agent, type KeyAccess, scopesOf } from '../../news/accounts/rules/account.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { timeAgo } from '../../platform/html/times.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { Permission } from '../../surfaces/site/account/account-part.ts'
import { type FormToken, hidden } from '../../surfaces/site/components/form-token.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import type { ParsedRequest } from './authorization-request.ts'
import type { OAuthClient } from './grant.ts'
import { redirectHost } from './redirects.ts'

interface ConnectView extends FormToken {
  client: OAuthClient
  redirectUri: string
  request: ParsedRequest
  /** Of the request, to be sent again with the answer. */
  fields: [name: string, value: string][]
  account: Account
  /** Of features. */
  permissions: readonly Permission[]
}

/** The program, its scopes, and the address of the answer. A request with a violation can only be sent back. */
export function connectPage(page: SitePage, view: ConnectView): string {
  const { t, paths } = page
  const { client, request, fields } = view
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  const host = redirectHost(view.redirectUri)
  const leads = host === null ? t('connect.leads_here') : t('connect.leads_to', { host })
  const button = (answer: string, main: boolean) =>
    html`<button class="button${main ? ' button-main' : ''}" name="answer" value="${answer}">${t(`connect.${answer}`)}</button>`
  const question =
    'error' in request
      ? html`<p class="said" role="status">${t('connect.wrong')} <code>${request.error}</code></p>`
      : html`<p>${t('connect.may')}</p><ul>${mayList(page, view, request.access)}</ul>`
  const body = html`<p>${t('connect.unchecked')}</p>${question}<p>${leads}</p>
<p class="small">${view.account.email && t('account.signed_in_as', { email: view.account.email })} ${t('connect.end', { page: t('mine.apps_title') })}</p>
<form method="post" action="${addressOf(paths, '/account/connect')}">${hidden(view)}${inputs}<p class="actions cluster bare">${!('error' in request) && button('yes', true)} ${button('no', 'error' in request)}</p></form>`
  return connectLayout(page, t('connect.title', { name: client.name }), body)
}

const mayList = ({ t }: SitePage, { permissions }: ConnectView, access: KeyAccess): Html[] =>
  scopesOf(access).flatMap((scope) =>
    [`connect.may_${scope}`, ...permissions.map((one) => one[scope])].map((key) => html`<li>${t(key)}</li>`),
  )

export const unknownClientPage = (page: SitePage): string =>
  connectLayout(page, page.t('connect.unknown'), html`<p>${page.t('connect.unknown_text')}</p>`)

function connectLayout(page: SitePage, heading: string, content: Html): string {
  const body = html`<div class="wrap narrow account" data-account="in">${title(heading, '')}${content}</div>`
  return layout(page, { title: heading, description: heading, path: null, noindex: true }, body)
}

/** Of a reader's page, each with a button that ends what it may. */
export function agentSection(page: SitePage, view: FormToken, agents: readonly Agent[]): Html {
  const { t, paths } = page
  const rows = agents.map(
    ({ clientId, name, access, lastUsedAt }) =>
      html`<li>${name} <span class="row-small">${t(`connect.short_${access}`)}${lastUsedAt && html`, ${t('mine.last_used')} ${timeAgo(lastUsedAt, page)}`}</span><form class="wish push" method="post" action="${addressOf(paths, '/account/connect/remove')}">${hidden(view)}<input type="hidden" name="agent" value="${clientId}"><button class="button">${t('mine.revoke')}</button></form></li>`,
  )
  return html`<section class="box" aria-labelledby="agents"><h3 class="box-title" id="agents">${t('connect.agents')}</h3><p class="small">${t('connect.agents_text', { site: page.site.name, address: `${page.baseUrl}/mcp/me` })}</p>
${rows.length > 0 && html`<ul class="rows wishes">${rows}</ul>`}</section>`
}
