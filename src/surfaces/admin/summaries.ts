/** Summaries that failed: what the model was refused for, and what waits because it was unavailable. */
import { html } from '../../html/html.ts'
import type { RefusalView } from '../../read/operator/overview.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { post, table, when } from './parts.ts'

export function summariesPage(page: AdminPage, view: { refusals: RefusalView[]; refused: number }): string {
  const { t } = page
  const path = '/admin/sammanfattningar/forsok'
  const rows = view.refusals.map((refusal) => [
    html`<a href="/admin/artiklar/${refusal.articleId}">${refusal.title}</a><span class="small">${refusal.source}</span>`,
    html`${refusal.reason ?? t('admin.summaries.no_reason')}${refusal.model && html`<span class="small">${t('admin.summaries.by', { model: refusal.model, n: refusal.tries })}</span>`}`,
    when(page, refusal.at),
    refusal.state === 'refused'
      ? post(
          page,
          path,
          html`<button class="button" name="artikel" value="${refusal.articleId}">${t('admin.summaries.retry')}<span class="unseen"> ${refusal.title}</span></button>`,
          'act',
        )
      : t('admin.summaries.by_itself'),
  ])
  const columns = ['article', 'reason', 'last', 'action'].map((name) => t(`admin.summaries.${name}`))
  const all =
    view.refused > 1 &&
    post(
      page,
      path,
      html`<button class="button">${t('admin.summaries.retry_all', { n: view.refused })}</button>`,
      'act',
    )
  const list = table({ caption: t('admin.nav.summaries'), columns, rows, empty: t('admin.summaries.none') })
  return layout(
    page,
    { title: t('admin.nav.summaries'), section: 'summaries', intro: t('admin.summaries.text') },
    html`${all}${list}`,
  )
}
