/** `/entries/:id-slug`: the summary, the way to the original, other publishers, and the subjects. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import type { StoryView } from '../../../news/stories/queries/views.ts'
import type { TextChecks } from '../../../news/texts/queries/views.ts'
import { href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { exactTime } from '../../../platform/html/times.ts'
import { languageNames } from '../../../platform/languages/language-names.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { articlePath, eventPath, feedPath } from '../../../platform/site/paths.ts'
import { isNamed } from '../../../platform/text/titles.ts'
import { storyBox } from '../components/aside.ts'
import { checkList } from '../components/checks.ts'
import { disclosure } from '../components/disclosure.ts'
import { lang } from '../components/event-link.ts'
import { articleJsonLd } from '../components/json-ld.ts'
import { eventImage, imagePath, leadShape, shownImage } from '../components/picture.ts'
import { paragraphs, tagList } from '../components/prose.ts'
import { actionForm, actionForms } from '../components/reader-actions.ts'
import { shareLink } from '../components/share.ts'
import { kicker, report } from '../components/sources.ts'
import { split } from '../components/split.ts'
import type { TextNote } from '../feature-site.ts'
import { layout } from '../layout.ts'
import { feedName } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'

export interface ArticlePageView {
  article: ArticleView
  /** Drawing in place of an image. */
  drawing: string | undefined
  event: EventView | null
  story: StoryView | null
  /** The model that wrote the summary, where one did and it is on record. */
  model: string | null
  notes: readonly TextNote[]
  /** Checks of a model's text; null for another's. */
  checks: TextChecks | null
}

export function articlePage(page: SitePage, view: ArticlePageView): string {
  const { article, notes } = view
  const main = html`<article class="article" data-item data-original="${href(article.url)}">
${kicker(page, article)}
<h1${lang(page, article)}>${shownTitle(page, article)}</h1>
${notes.map((note) => note.above(page))}
${eventImage(page, article, leadShape, view.drawing)}
${article.summary && html`<div class="prose"${lang(page, article)}>${paragraphs(article.summary)}</div>`}
${disclosure(page, { by: article.summaryBy, model: view.model, sources: 1, article })}
${readLink(page, article)}
${tagList(page, article)}
${aboutSummary(page, view)}
</article>`
  const side = html`${buttons(page, article)}${elsewhere(page, view)}${view.story && storyBox(page, view.story)}${sourceBox(page, article)}`
  const body = html`<div class="wrap">${split(main, side, page.t('article.around'))}</div>`
  return layout(page, headOf(page, view), body)
}

function headOf(page: SitePage, { article, notes }: ArticlePageView) {
  const path = articlePath(article)
  const shown = shownImage(page, article)
  return {
    title: shownTitle(page, article),
    description: article.summary || article.title,
    path,
    type: 'article' as const,
    jsonLd: articleJsonLd(page, article, notes),
    alternates: [{ type: 'text/markdown', path: `${path}.md`, title: article.title }],
    ...(article.publishedAt ? { publishedAt: article.publishedAt } : {}),
    ...(shown ? { image: imagePath(shown, 1280, 'jpg') } : {}),
    noindex: !article.relevant || !isNamed(article.title),
  }
}

function readLink({ t }: SitePage, article: ArticleView): Html {
  return html`<p class="read cluster"><a class="button button-main" href="${href(article.url)}" rel="noopener">${t('article.read_at', { source: article.feed.publisher.name })}${icon('out')}</a>${article.author && html`<span class="small">${t('article.by', { author: article.author })}</span>`}</p>`
}

/** A page has a heading, whatever its publisher left out. */
const shownTitle = ({ t }: SitePage, { title, feed }: ArticleView): string =>
  isNamed(title) ? title : t('article.untitled', { source: feed.publisher.name })

const maxElsewhere = 6

function elsewhere(page: SitePage, { article, event }: ArticlePageView): Html | null {
  const members = event ? event.entries.filter((member) => member.id !== article.id && isNamed(member.title)) : []
  if (!event || members.length === 0) return null
  const { t } = page
  const rows = members.slice(0, maxElsewhere).map((member) => html`<li>${report(page, member)}</li>`)
  return html`<section class="box elsewhere" aria-labelledby="elsewhere"><h2 class="box-title" id="elsewhere">${t('article.elsewhere')}</h2><ul class="rows members">${rows}</ul><p class="box-more"><a href="${eventPath(page.paths, event)}">${t('article.to_event')}</a></p></section>`
}

function sourceBox({ t }: SitePage, { feed }: ArticleView): Html {
  return html`<section class="box" aria-labelledby="source"><h2 class="box-title" id="source">${t('status.source')}</h2><p><a class="row-title" href="${feedPath(feed)}">${feedName(feed)}</a></p></section>`
}

function aboutSummary(page: SitePage, { article, checks }: ArticlePageView): Html {
  const { t, site } = page
  const source = article.feed.publisher.name
  const times = [
    article.publishedAt && t('article.published', { source, time: exactTime(article.publishedAt, site) }),
    t('article.found', { time: exactTime(article.discoveredAt, site) }),
    article.summarisedAt && t('article.summarised', { time: exactTime(article.summarisedAt, site) }),
  ]
  const heading = t(article.summaryBy === 'excerpt' ? 'article.about_excerpt' : 'article.about_summary')
  return html`<details class="fold about-summary"><summary>${heading}</summary>
<p>${t(`article.by_${article.summaryBy}`, { source })}</p>
${checks && checkList(page, checks)}
<p>${originalLanguage(page, article)}${times.filter(Boolean).join(' ')}</p>
${article.original.title !== article.title && html`<p>${t('article.original_title')}: <a href="${href(article.url)}" rel="noopener"${lang(page, article.original)}>${article.original.title}</a></p>`}
${reportForm(page, article)}
</details>`
}

function originalLanguage({ t, site }: SitePage, { original }: ArticleView): string | null {
  if (original.language === null) return null
  const name = languageNames(site.language).of(original.language)
  return name ? `${t('article.language', { language: name })} ` : null
}

function reportForm({ t, paths }: SitePage, article: ArticleView): Html {
  return html`<form class="form report" method="post" action="${addressOf(paths, `/entries/${article.id}/report`)}">
<h2>${t('article.report')}</h2>
<label for="report">${t('article.report_label')}</label>
<textarea id="report" name="text" rows="3" maxlength="1000" required aria-describedby="report-hint"></textarea>
<p class="small" id="report-hint">${t('article.report_hint')}</p>
<button class="button">${t('article.report_send')}</button>
</form>`
}

/** An article is saved and read as its event. */
function buttons(page: SitePage, article: ArticleView): Html {
  const { event, title } = article
  const back = articlePath(article)
  const target = event && ({ kind: 'event', key: String(event.id), title, back } as const)
  const forms = target ? [actionForm(page, 'save', target), actionForm(page, 'read', target)] : []
  return actionForms(page, [...forms, shareLink(page, back, title)])
}
