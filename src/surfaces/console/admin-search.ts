/** One search over sources, articles, events, stories and the log. */

import type { ArticleLine } from '../../news/operator/queries/console-articles.ts'
import type { Found, FoundThings } from '../../news/operator/queries/find.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { section, when } from './parts.ts'

interface View {
  q: string
  /** Null before anything was asked for. */
  found: (FoundThings & { articles: ArticleLine[] }) | null
}

export function searchPage(page: AdminPage, { q, found }: View): string {
  const { t } = page
  const body = html`${searchForm(page, q)}${found && results(page, found)}`
  return layout(page, { title: t('admin.nav.search'), section: 'search' }, body)
}

function searchForm({ t }: AdminPage, q = ''): Html {
  return html`<form class="find" role="search" action="/admin/search"><label for="q">${t('admin.search.label')}</label><p class="line-up cluster"><input id="q" name="q" type="search" maxlength="200" value="${q}"><button class="button">${t('search.button')}</button></p></form>`
}

function results(page: AdminPage, { sources, articles, events, stories, actions }: NonNullable<View['found']>): Html {
  const { t } = page
  const parts: [string, Html[]][] = [
    [t('admin.nav.sources'), sources.map((each) => line(page, `/admin/sources/${each.id}`, each))],
    [
      t('admin.nav.articles'),
      articles.map(({ id, title, source, sortAt }) =>
        line(page, `/admin/articles/${id}`, { title, at: sortAt }, source),
      ),
    ],
    [t('admin.nav.events'), events.map((each) => line(page, `/admin/events/${each.id}`, each))],
    [t('admin.nav.stories'), stories.map((each) => line(page, `/admin/stories/${each.id}`, each))],
    [t('admin.nav.log'), actions.map((each) => line(page, '/admin/log', each, t(`admin.action.${each.action}`)))],
  ]
  const shown = parts.filter(([, lines]) => lines.length > 0)
  if (shown.length === 0) return html`<p class="empty">${t('admin.search.none')}</p>`
  return html`${shown.map(([heading, lines]) => section(heading, html`<ul class="rows">${lines}</ul>`))}`
}

function line(page: AdminPage, path: string, { title, at }: Pick<Found, 'title' | 'at'>, about?: string): Html {
  return html`<li><p><a href="${path}">${title}</a></p><p class="small">${about && html`${about} · `}${when(page, at)}</p></li>`
}
