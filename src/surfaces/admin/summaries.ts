/** Summaries that failed: the model's refusals, and those that wait because it was unavailable. */
import { html } from '../../html/html.ts'
import type { RefusalView } from '../../read/operator/overview.ts'
import type { RefusalCount } from '../../read/quality/refusals.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { actionForm, count, listOf, section, when } from './parts.ts'

export const summariesPath = '/admin/sammanfattningar'

interface View {
  refusals: RefusalView[]
  refused: number
  /** Of the last 30 days. */
  kinds: RefusalCount[]
}

export function summariesPage(page: AdminPage, view: View): string {
  const { t } = page
  const path = `${summariesPath}/forsok`
  const retry = ({ articleId, title }: RefusalView) =>
    actionForm(page, path, t('admin.summaries.retry'), { about: title, fields: { artikel: articleId } })
  const all = view.refused > 1 && actionForm(page, path, t('admin.summaries.retry_all', { n: view.refused }))
  const list = listOf(page, 'admin.summaries', t('admin.nav.summaries'), view.refusals, {
    article: ({ articleId, title, source }) =>
      html`<a href="/admin/artiklar/${articleId}">${title}</a><span class="row-small">${source}</span>`,
    reason: ({ reason, model, tries: n }) =>
      html`${reason ?? t('admin.summaries.no_reason')}${model && html`<span class="row-small">${t('admin.summaries.by', { model, n })}</span>`}`,
    last: ({ at }) => when(page, at),
    action: (refusal) => (refusal.state === 'refused' ? retry(refusal) : t('admin.summaries.by_itself')),
  })
  return layout(
    page,
    { title: t('admin.nav.summaries'), section: 'summaries', intro: t('admin.summaries.text') },
    html`${all}${list}${section(t('admin.summaries.most'), maxRefused(page, view.kinds))}`,
  )
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
