/** Summaries that failed: what the model was refused for, and what waits because it was unavailable. */
import { html } from '../../html/html.ts'
import type { RefusalView } from '../../read/operator/overview.ts'
import type { RefusalCount } from '../../read/quality/refusals.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { count, post, section, table, when } from './parts.ts'

interface View {
  refusals: RefusalView[]
  refused: number
  /** Of the last 30 days. */
  kinds: RefusalCount[]
}

export function summariesPage(page: AdminPage, view: View): string {
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
    html`${all}${list}${section(t('admin.summaries.most'), mostRefused(page, view.kinds))}`,
  )
}

function mostRefused(page: AdminPage, kinds: RefusalCount[]) {
  const { t } = page
  const columns = ['kind', 'answers', 'sentences'].map((name) => t(`admin.summaries.${name}`))
  const rows = kinds.map(({ kind, answers, sentences }) => [
    t(`quality.kind.${kind}`),
    count(page, answers),
    count(page, sentences),
  ])
  return table({
    caption: t('admin.summaries.most'),
    columns,
    rows,
    empty: t('admin.summaries.most_none'),
    short: true,
  })
}
