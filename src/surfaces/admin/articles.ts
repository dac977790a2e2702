/** Finding an article: by words, by id, or among those of a state. */
import { type Html, html } from '../../html/html.ts'
import { type ArticleLine, type ArticleState, articleStates } from '../../read/operator/articles.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { choices, table, when } from './parts.ts'

interface View {
  q: string
  state: ArticleState
  lines: ArticleLine[]
}

export function articlesPage(page: AdminPage, { q, state, lines }: View): string {
  const { t } = page
  const form = html`<form class="find" role="search" action="/admin/artiklar"><label for="q">${t('admin.articles.find')}</label><p class="line-up cluster"><input id="q" name="q" type="search" maxlength="500" value="${q}"><button class="button">${t('search.button')}</button></p></form>`
  const states = articleStates.map((name) => ({ name, words: t(`admin.articles.${name}`) }))
  const columns = ['title', 'source', 'state', 'time'].map((name) => t(`admin.articles.column_${name}`))
  const rows = lines.map((line) => [
    html`<a href="/admin/artiklar/${line.id}">${line.title}</a>`,
    line.source,
    articleState(page, line),
    when(page, line.sortAt),
  ])
  const body = html`${form}${choices(t('admin.articles.show'), '/admin/artiklar', states, q === '' ? state : null)}
${table({ caption: t('admin.nav.articles'), columns, rows, empty: t('admin.articles.none') })}`
  return layout(page, { title: t('admin.nav.articles'), section: 'articles' }, body)
}

/** Where the article stands and who wrote what is shown, in a few words. */
export function articleState({ t }: AdminPage, line: ArticleLine): Html {
  const words = [
    line.status === 'published' ? null : t(`admin.value.${line.status}`),
    line.relevant ? null : t('admin.articles.irrelevant'),
    t(`admin.articles.by_${line.by ?? 'excerpt'}`),
    line.enrichState === 'refused' ? t('admin.articles.refused_mark') : null,
  ]
  return html`${words.filter((word) => word !== null).join(' · ')}`
}
