/** `/` before the first news, which reloads itself: the operator sees the progress of the first reading. */
import { type Html, html } from '../../../platform/html/html.ts'
import { facts } from '../components/fact-line.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'

export interface FirstStartView {
  feeds: number
  tried: number
  failed: number
  offline: boolean
  articlesFound: number
}

/** For readers, who need not know how many sources failed. */
export function soonPage(page: SitePage): string {
  const { site, t } = page
  const body = html`<div class="wrap narrow notice">
${page.logo}
<h1>${t('first.soon')}</h1>
<p>${t('first.soon_text')}</p>
</div>`
  const head = { title: '', description: site.description, path: '/', refresh: 60, noindex: true, isAlone: true }
  return layout(page, head, body)
}

/** `hasConsole`: there is one to go to. */
export function firstStartPage(page: SitePage, view: FirstStartView, hasConsole = false): string {
  const { site, t } = page
  const done = view.feeds > 0 && view.tried >= view.feeds
  const read = Math.max(0, view.tried - view.failed)
  const progress = t('first.progress', { tried: read, n: view.feeds })
  const failureMessage = view.failed > 0 && t(view.offline ? 'first.offline' : 'first.failed', { n: view.failed })
  const refresh = done ? 60 : 5
  const head = { title: '', description: site.description, path: '/', section: 'news', refresh, noindex: true }
  const body = html`<div class="wrap narrow notice">
${page.logo}
<h1>${t(view.feeds === 0 ? 'first.soon' : 'first.title')}</h1>
${
  view.feeds === 0
    ? html`<p>${t('first.no_feeds')}</p>`
    : html`<p>${done && read === 0 ? failureMessage : t(done && view.articlesFound === 0 ? nothing(view) : 'first.text')}</p>
<p><progress max="${view.feeds}" value="${read}" aria-label="${progress}"></progress></p>
<p class="small meta">${facts(progress, t('first.found', { n: view.articlesFound }))}</p>
${failureMessage && !(done && read === 0) && html`<p class="small">${failureMessage}</p>`}`
}
${hasConsole && toConsole(page)}
</div>`
  return layout(page, head, body)
}

const toConsole = ({ t }: SitePage): Html =>
  html`<p><a class="button button-main" href="/admin">${t('first.to_console')}</a></p>`

/** The text claims that all sources were read only where they were. */
const nothing = ({ failed }: FirstStartView) => (failed > 0 ? 'first.nothing_of_some' : 'first.nothing')
