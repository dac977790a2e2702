/** Finding an article: by words, by id, or among those of a state. */

import { type ArticleLine, type ArticleState, articleStates } from '../../news/operator/queries/console-articles.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { choices, listOf, when } from './parts.ts'

interface View {
  q: string
  state: ArticleState
  lines: ArticleLine[]
}

export function articlesPage(page: AdminPage, { q, state, lines }: View): string {
  const { t } = page
  const form = html`<form class="find" role="search" action="/admin/articles"><label for="q">${t('admin.articles.find')}</label><p class="line-up cluster"><input id="q" name="q" type="search" maxlength="500" value="${q}"><button class="button">${t('search.button')}</button></p></form>`
  const states = articleStates.map((name) => ({ name, label: t(`admin.articles.${name}`) }))
  const columns = {
    column_title: ({ id, title }: ArticleLine) => html`<a href="/admin/articles/${id}">${title}</a>`,
    column_source: ({ source }: ArticleLine) => source,
    column_state: (line: ArticleLine) => articleState(page, line),
    column_time: ({ sortAt }: ArticleLine) => when(page, sortAt),
  }
  const body = html`${form}${choices(t('admin.articles.show'), '/admin/articles', states, q === '' ? state : null)}
${listOf(page, 'admin.articles', t('admin.nav.articles'), lines, columns)}`
  return layout(page, { title: t('admin.nav.articles'), section: 'articles' }, body)
}

/** State of the article and the writer of its shown text, in a few words. */
export function articleState({ t }: AdminPage, line: ArticleLine): Html {
  const labels = [
    line.status === 'published' ? null : t(`admin.value.${line.status}`),
    line.relevant ? null : t('admin.articles.irrelevant'),
    t(`admin.articles.by_${line.by ?? 'excerpt'}`),
    line.enrichState === 'refused' ? t('admin.articles.refused_mark') : null,
  ]
  return html`${labels.filter((word) => word !== null).join(' · ')}`
}
