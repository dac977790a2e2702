/** Pages of a few words: `/om`, 404, errors, offline, a received report. */
import { type Html, html } from '../../html/html.ts'
import { layout } from './layout.ts'
import { title } from './lists.ts'
import type { SitePage } from './page.ts'
import { markdown } from './prose.ts'

/** `text`: markdown written by the site's owner, with `{name}`, `{topic}` and `{base_url}` filled in. */
export function aboutPage(page: SitePage, text: string): string {
  const { t, site, baseUrl } = page
  const values: Record<string, string> = { name: site.name, topic: site.topic, base_url: baseUrl }
  const filled = text.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
  const words = t('about.title', { name: site.name })
  const body = html`<div class="wrap reading"><div class="article">${title(words, site.tagline)}<div class="prose">${markdown(filled)}</div></div></div>`
  return layout(page, { title: words, description: site.description, path: '/om' }, body)
}

/** The 404 page: independent of the request, so that it is rendered once. */
export function notFoundPage(page: SitePage): string {
  const { t } = page
  const links = html`<p><a class="button button-main" href="/">${t('lost.home')}</a></p><p><a href="/sok">${t('lost.search')}</a></p>`
  return notice(page, t('lost.title'), html`<p>${t('lost.text')}</p>${links}`)
}

/** The offline page, cached by the service worker (assets/sw.js). */
export function offlinePage(page: SitePage): string {
  const { t } = page
  const again = html`<p><a class="button button-main" href="/">${t('offline.again')}</a></p>`
  return notice(page, t('offline.title'), html`<p>${t('offline.text')}</p>${again}`)
}

export type Trouble = 'broken' | 'busy' | 'away' | 'refused'

export function troublePage(page: SitePage, trouble: Trouble): string {
  const { t } = page
  const [words, text] =
    trouble === 'broken'
      ? [t('broken.title'), t('broken.text')]
      : [t(`broken.${trouble}_title`), t(`broken.${trouble}_text`)]
  const refresh = trouble === 'away' ? 10 : undefined
  return notice(page, words, html`<p>${text}</p>`, refresh)
}

/** What is said after a report was sent. */
export function reportedPage(page: SitePage, articleAddress: string, text: string): string {
  const back = html`<p><a class="button button-main" href="${articleAddress}">${page.t('article.back')}</a></p>`
  return notice(page, text, back)
}

function notice(page: SitePage, words: string, content: Html, refresh?: number): string {
  const head = { title: words, description: page.site.description, path: null, noindex: true }
  const body = html`<div class="wrap narrow notice">${page.mark}<h1>${words}</h1>${content}</div>`
  return layout(page, refresh ? { ...head, refresh } : head, body)
}
