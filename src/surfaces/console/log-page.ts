/** The log of acts: actor, time, before and after, and undoing where there is a way. */

import type { FastifyInstance } from 'fastify'
import {
  type ActionFilter,
  type ActionView,
  listActionNames,
  pageActions,
} from '../../news/operator/queries/read-log.ts'
import { undoOperatorAction } from '../../news/operator/writes/undo.ts'
import { actorKinds } from '../../platform/database/actor.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { pager } from '../../platform/html/pager.ts'
import type { Page } from '../../platform/site/pages.ts'
import { actionRoutes } from './actions.ts'
import type { AdminContext } from './admin-context.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { actionForm, factLabels, section, select, when } from './parts.ts'
import { idOf, idParam, pageNumber, queryOf } from './requests.ts'

export function logRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { db } = admin.ctx

  app.get('/admin/log', async (request, reply) => {
    const filter = { q: queryOf(request, 'q'), action: queryOf(request, 'what'), by: queryOf(request, 'by') }
    const list = await pageActions(db, { page: pageNumber(request), perPage: 50 }, filter)
    const view = { list, filter, names: await listActionNames(db) }
    return admin.send(request, reply, logPage(admin.page(request, reply), view))
  })

  actionRoutes(
    app,
    admin,
    `/admin/log/${idParam}`,
    {
      undo: {
        message: 'undone',
        refused: { unprocessable: 'not_undoable' },
        run: (request, { database, now }) => undoOperatorAction(database, idOf(request), now, admin.undoHandlers),
      },
    },
    () => '/admin/log',
  )
}

interface LogView {
  list: Page<ActionView>
  filter: Required<ActionFilter>
  /** Acts of which there is any. */
  names: string[]
}

function logPage(page: AdminPage, view: LogView): string {
  const { t } = page
  const { items } = view.list
  const isNarrowed = Object.values(view.filter).some((value) => value !== '')
  const none = html`<p class="empty">${t(isNarrowed ? 'admin.search.none' : 'admin.log.none')}</p>`
  const retained = { q: view.filter.q, what: view.filter.action, by: view.filter.by }
  const more = pager(page, view.list, (number) => `/admin/log?${new URLSearchParams(retained)}&page=${number}`)
  const body = html`${filterForm(page, view)}${items.length === 0 ? none : actionList(page, items)}${more}`
  return layout(page, { title: t('admin.nav.log'), section: 'log', intro: t('admin.log.text') }, body)
}

function filterForm({ t }: AdminPage, { filter, names }: LogView): Html {
  const any = ['', t('admin.log.any')] as const
  const actions = names.map((name) => [name, t(`admin.action.${name}`)] as const)
  const actors = actorKinds.map((kind) => [kind, t(`admin.actor.${kind}`, { from: '' })] as const)
  return html`<form method="get" action="/admin/log" role="search" class="line-up cluster narrowing">
<div><label for="q">${t('admin.log.search')}</label><input type="search" id="q" name="q" value="${filter.q}" maxlength="200"></div>
${select('what', t('admin.log.what'), [any, ...actions], filter.action)}
${select('by', t('admin.log.who'), [any, ...actors], filter.by)}
<button class="button">${t('search.button')}</button></form>`
}

/** Actions on the thing of a page, where there were any. */
export const logSection = (page: AdminPage, log: ActionView[]): Html | null =>
  log.length === 0 ? null : section(page.t('admin.nav.log'), actionList(page, log))

function actionList(page: AdminPage, actions: ActionView[]): Html {
  return html`<ol class="rows">${actions.map((action) => entry(page, action))}</ol>`
}

function entry(page: AdminPage, action: ActionView): Html {
  const { t } = page
  const path = pathOf(action.target)
  const what = html`<strong>${t(`admin.action.${action.action}`)}</strong>`
  const subject = action.subject && (path ? html`<a href="${path}">${action.subject}</a>` : action.subject)
  const undo =
    action.undoable &&
    actionForm(page, `/admin/log/${action.id}/undo`, t('admin.log.undo'), {
      about: `${t(`admin.action.${action.action}`)} ${action.subject}`,
    })
  const undone = action.undoneAt && html`<p class="small">${t('admin.log.undone')} ${when(page, action.undoneAt)}</p>`
  return html`<li class="beside"><div class="grow"><p>${what} ${subject}</p><p class="small">${when(page, action.at)}${by(page, action)}</p>${factLabels(page, action.before, action.after)}${undone}</div>${undo}</li>`
}

/** At the console, by which address; on the command line, which user of the machine. */
function by({ t }: AdminPage, { actor }: ActionView): Html | null {
  if (actor === null) return null
  const [kind, ...from] = actor.split(':')
  return html` · ${t(`admin.actor.${kind}`, { from: from.join(':') }).trim()}`
}

const folders: Record<string, string> = {
  source: 'sources',
  article: 'articles',
  event: 'events',
  story: 'stories',
}

/** Null where there is no page of one thing. */
function pathOf(target: string): string | null {
  const [kind = '', id = ''] = target.split(':')
  return folders[kind] && /^[1-9]\d*$/.test(id) ? `/admin/${folders[kind]}/${id}` : null
}
