/** Pages of a few words: `/about`, 404, errors, offline, a received report. */

import type { JudgedBy, JudgeView } from '../../../news/texts/queries/views.ts'
import { href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { late } from '../../../platform/html/late.ts'
import { contactUri } from '../../../platform/site/contact.ts'
import { markdown } from '../components/from-markdown.ts'
import { judgeRecord } from '../components/judge-record.ts'
import { split } from '../components/split.ts'
import { layout } from '../layout.ts'
import { title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'

export interface About {
  /** The owner's words, markdown with `{name}`, `{topic}`, `{base_url}` and the names of pages (`{events}`) filled in. */
  text: string
  /** Person or organisation responsible for the publication. */
  publisher: string | null
  /** A mail address, the address of a page, or a postal address. */
  contact: string | null
  /** The model that writes; null without one. */
  model: string | null
  /** The model that judges its sentences: another one, or the same; null without a judge. */
  judgedBy: JudgedBy | null
}

interface AboutView extends About {
  judge: JudgeView | null
  /** Names of pages that this site does not have: a paragraph that names one is left out. */
  absent: readonly string[]
}

export function aboutPage(page: SitePage, about: AboutView): string {
  const { t, site, baseUrl } = page
  const values: Record<string, string> = { ...page.paths, name: site.name, topic: site.topic, base_url: baseUrl }
  const present = about.text.split(/\n{2,}/).filter((part) => !about.absent.some((name) => part.includes(`{${name}}`)))
  const filled = present.join('\n\n').replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
  const heading = t('about.title', { name: site.name })
  const main = html`<div class="article"><div class="prose">${markdown(filled)}</div></div>`
  const body = html`<div class="wrap">${title(heading, site.tagline)}${split(main, responsible(page, about), t('about.responsible'))}</div>`
  return layout(page, { title: heading, description: site.description, path: page.paths.about }, body)
}

/** The publisher of the site, the texts that a model writes here, and their checks. */
function responsible(page: SitePage, { publisher, contact, model, judgedBy, judge }: AboutView): Html {
  const { t } = page
  const checked = { another: 'checked_judge', same: 'checked_judge_same' }
  return html`<section class="box" aria-labelledby="responsible"><h2 class="box-title" id="responsible">${t('about.responsible')}</h2><p>${publisher ?? t('about.no_publisher')}</p>${contact && html`<p>${contactLink(contact)}</p>`}</section>
<section class="box" aria-labelledby="ai"><h2 class="box-title" id="ai">${t('about.ai')}</h2><p>${model === null ? t('about.no_model') : t('about.model', { model })}</p>
${model !== null && html`<h3>${t('about.checked')}</h3><p>${t(`about.${judgedBy ? checked[judgedBy] : 'checked_text'}`)}</p>${judge && judgeRecord(page, judge)}`}<h3>${t('about.unchecked')}</h3><p>${model !== null && `${t('about.unchecked_model')} `}${t('about.unchecked_text')}</p>
${page.aboutSite.length > 0 && html`<p class="box-more">${page.aboutSite.map(([name, path], at) => html`${at > 0 && ' · '}<a href="${path}">${t(`${name}.title`)}</a>`)}</p>`}</section>`
}

function contactLink(contact: string): Html {
  const address = contactUri(contact)
  return address === null ? html`${contact}` : html`<a href="${href(address)}">${contact}</a>`
}

/** The 404 page: independent of the request, so that it is rendered once. */
export function notFoundPage(page: SitePage): string {
  const { t } = page
  const links = html`<p><a class="button button-main" href="/">${t('lost.home')}</a></p><p><a href="${page.paths.search}">${t('lost.search')}</a></p>`
  return notice(page, t('lost.title'), html`<p>${t('lost.text')}</p>${links}`)
}

/** The offline page, cached by the service worker (assets/sw.js). */
export function offlinePage(page: SitePage): string {
  const { t } = page
  const again = html`<p><a class="button button-main" href="">${t('offline.again')}</a></p>`
  const cachedList = late(
    html`<section class="kept" data-kept-list hidden aria-labelledby="kept"><h2 class="box-title" id="kept">${t('offline.kept')}</h2><ul class="rows"></ul></section>`,
  )
  return notice(page, t('offline.title'), html`<p>${t('offline.text')}</p>${again}${cachedList}`)
}

export type ErrorState = 'broken' | 'unclear' | 'method' | 'refused' | 'busy' | 'away' | 'full'

export function errorPage(page: SitePage, errorState: ErrorState): string {
  const { t } = page
  const [heading, text] =
    errorState === 'broken'
      ? [t('broken.title'), t('broken.text')]
      : [t(`broken.${errorState}_title`), t(`broken.${errorState}_text`)]
  const refresh = errorState === 'away' ? 10 : undefined
  return notice(page, heading, html`<p>${text}</p>`, refresh)
}

/** Confirmation of a report. */
export function reportedPage(page: SitePage, articleAddress: string, text: string): string {
  const back = html`<p><a class="button button-main" href="${articleAddress}">${page.t('article.back')}</a></p>`
  return notice(page, text, back)
}

function notice(page: SitePage, heading: string, content: Html, refresh?: number): string {
  const head = { title: heading, description: page.site.description, path: null, noindex: true }
  const body = html`<div class="wrap narrow notice">${page.logo}<h1>${heading}</h1>${content}</div>`
  return layout(page, refresh ? { ...head, refresh } : head, body)
}
