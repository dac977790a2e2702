/** What operators have done: when, what, before and after, and the way back where there is one. */
import type { Page } from '../../domain/site/pages.ts'
import { type Html, html } from '../../html/html.ts'
import type { ActionView } from '../../read/operator/log.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { act, factWords, when } from './parts.ts'

export function logPage(page: AdminPage, list: Page<ActionView>): string {
  const { t } = page
  const body = html`${list.items.length === 0 ? html`<p class="empty">${t('admin.log.none')}</p>` : actionList(page, list.items)}${pager(page, list)}`
  return layout(page, { title: t('admin.nav.log'), section: 'log', intro: t('admin.log.text') }, body)
}

export function actionList(page: AdminPage, actions: ActionView[]): Html {
  return html`<ol class="log">${actions.map((action) => entry(page, action))}</ol>`
}

function entry(page: AdminPage, action: ActionView): Html {
  const { t } = page
  const path = pathOf(action.target)
  const what = html`<strong>${t(`admin.action.${action.action}`)}</strong>`
  const subject = action.subject && (path ? html`<a href="${path}">${action.subject}</a>` : action.subject)
  const undo =
    action.undoable &&
    act(
      page,
      `/admin/logg/${action.id}/angra`,
      t('admin.log.undo'),
      `${t(`admin.action.${action.action}`)} ${action.subject}`,
    )
  const undone = action.undoneAt && html`<p class="small">${t('admin.log.undone')} ${when(page, action.undoneAt)}</p>`
  return html`<li class="split"><div><p>${what} ${subject}</p><p class="small">${when(page, action.at)}</p>${factWords(page, action.before, action.after)}${undone}</div>${undo}</li>`
}

const folders: Record<string, string> = {
  source: 'kallor',
  article: 'artiklar',
  event: 'handelser',
  story: 'foljetonger',
}

/** Null where there is no page of one thing. */
function pathOf(target: string): string | null {
  const [kind = '', id = ''] = target.split(':')
  return folders[kind] && /^[1-9]\d*$/.test(id) ? `/admin/${folders[kind]}/${id}` : null
}

function pager({ t }: AdminPage, { page, perPage, total }: Page<unknown>): Html | null {
  const last = Math.max(1, Math.ceil(total / perPage))
  if (last === 1) return null
  const to = (n: number, words: string) => html`<a href="/admin/logg?sida=${n}">${words}</a>`
  return html`<nav class="pager" aria-label="${t('entries.pages')}">${page > 1 && to(page - 1, t('entries.newer'))}<span>${t('entries.page_of', { page, pages: last })}</span>${page < last && to(page + 1, t('entries.older'))}</nav>`
}
