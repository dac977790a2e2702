/** `/` before there is anything to show: what is going on and how far it has come; the page reloads itself. */
import { html } from '../../html/html.ts'
import { layout } from './layout.ts'
import type { SitePage } from './page.ts'

export interface FirstStartView {
  feeds: number
  tried: number
  failed: number
  offline: boolean
  articlesFound: number
}

export function firstStartPage(page: SitePage, view: FirstStartView): string {
  const { site, t } = page
  const done = view.feeds > 0 && view.tried >= view.feeds
  const refresh = done ? 60 : 5
  const head = { title: '', description: site.description, path: '/', section: 'news', refresh, noindex: true }
  const body = html`<div class="wrap narrow notice">
${page.mark}
<h1>${t('first.title')}</h1>
${
  view.feeds === 0
    ? html`<p>${t('first.no_feeds')}</p>`
    : html`<p>${t(done && view.articlesFound === 0 ? nothing(view) : 'first.text')}</p>
<p><progress max="${view.feeds}" value="${view.tried}" aria-label="${t('first.progress', { tried: view.tried, n: view.feeds })}"></progress></p>
<p class="small">${t('first.progress', { tried: view.tried, n: view.feeds })}<span class="dot"> · </span>${t('first.found', { n: view.articlesFound })}</p>
${view.failed > 0 && html`<p class="small">${view.offline ? t('first.offline') : t('first.failed', { n: view.failed })}</p>`}`
}
</div>`
  return layout(page, head, body)
}

/** That all sources are read is said only where they were. */
const nothing = ({ failed }: FirstStartView) => (failed > 0 ? 'first.nothing_of_some' : 'first.nothing')
