/** Summaries that failed, all that wait for one, and what was left out. */

import type { RefusalView } from '../../news/operator/queries/overview.ts'
import type { LostSentence, RefusalCount } from '../../news/texts/queries/refusals.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { actionForm, count, listOf, section, when } from './parts.ts'

export const summariesPath = '/admin/summaries'

interface View {
  refusals: RefusalView[]
  waiting: RefusalView[]
  refused: number
  /** Of the last 30 days. */
  kinds: RefusalCount[]
  lost: LostSentence[]
}

export function summariesPage(page: AdminPage, view: View): string {
  const { t } = page
  const path = `${summariesPath}/retry`
  const retry = ({ articleId, title }: RefusalView) =>
    actionForm(page, path, t('admin.summaries.retry'), { about: title, fields: { article: articleId } })
  const all = view.refused > 1 && actionForm(page, path, t('admin.summaries.retry_all', { n: view.refused }))
  const list = (title: string, lines: RefusalView[], action: (line: RefusalView) => Html) =>
    listOf(page, 'admin.summaries', title, lines, {
      article: ({ articleId, title, source }) =>
        html`<a href="/admin/articles/${articleId}">${title}</a><span class="row-small">${source}</span>`,
      reason: ({ reason, model, tries: n }) =>
        html`${reason ?? t('admin.summaries.no_reason')}${model && html`<span class="row-small">${t('admin.summaries.by', { model, n })}</span>`}`,
      last: ({ at }) => when(page, at),
      action,
    })
  const waits = t('admin.summaries.waiting', { n: count(page, view.waiting.length) })
  const waiting = view.waiting.length > 0 && list(waits, view.waiting, () => html`${t('admin.summaries.by_itself')}`)
  return layout(
    page,
    { title: t('admin.nav.summaries'), section: 'summaries', intro: t('admin.summaries.text') },
    html`${all}${list(t('admin.nav.summaries'), view.refusals, retry)}${waiting && section(waits, waiting, 'waiting')}${section(t('admin.summaries.most'), maxRefused(page, view.kinds))}${view.lost.length > 0 && section(t('admin.lost.last'), lostSentences(page, view.lost), 'dropped')}`,
  )
}

const FOLDERS = { article: 'articles', event: 'events', story: 'stories' } as const

/** Each with a link to its text, where its evidence is and it can be accepted. */
function lostSentences(page: AdminPage, lost: readonly LostSentence[]) {
  const { t } = page
  const lines = lost.map(
    ({ sentence, kind, reason, at, owner, id }) =>
      html`<li><a href="/admin/${FOLDERS[owner]}/${id}#claims">${sentence}</a> <span class="row-small">${t(`quality.kind.${kind}`)}${reason && html`: ${reason}`} · ${when(page, at)}</span></li>`,
  )
  return html`<p class="small">${t('admin.lost.text')}</p><ul class="rows">${lines}</ul>`
}

function maxRefused(page: AdminPage, kinds: RefusalCount[]) {
  const { t } = page
  const columns = {
    kind: ({ kind }: RefusalCount) => t(`quality.kind.${kind}`),
    answers: ({ answers }: RefusalCount) => count(page, answers),
    sentences: ({ sentences }: RefusalCount) => count(page, sentences),
  }
  const options = { empty: t('admin.summaries.most_none'), short: true }
  return listOf(page, 'admin.summaries', t('admin.summaries.most'), kinds, columns, options)
}
