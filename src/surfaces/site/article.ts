/** `/entries/:id-slug`: the summary, the way to the original, who else covers it, where it belongs. */

import { articlePath, feedPath, storyPath, tagPath } from '../../domain/site/paths.ts'
import { href } from '../../html/href.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icons.ts'
import { exactTime } from '../../html/times.ts'
import type { ArticleView, EventView, StoryView } from '../../read/articles/views.ts'
import { articleJsonLd } from './json-ld.ts'
import { layout } from './layout.ts'
import type { SitePage } from './page.ts'
import { articleTime } from './parts/article-time.ts'
import { storySpark } from './parts/aside.ts'
import { lang } from './parts/items.ts'
import { leadShape, picture, picturePath } from './parts/picture.ts'
import { kicker } from './parts/sources.ts'

export interface ArticlePageView {
  article: ArticleView
  event: EventView | null
  story: StoryView | null
}

export function articlePage(page: SitePage, view: ArticlePageView): string {
  const { article } = view
  const path = articlePath(article)
  const head = {
    title: article.title,
    description: article.summary || article.title,
    path,
    type: 'article' as const,
    jsonLd: articleJsonLd(page, article),
    alternates: [{ type: 'text/markdown', path: `${path}.md`, title: article.title }],
    ...(article.publishedAt ? { publishedAt: article.publishedAt } : {}),
    ...(article.imageUrl ? { image: picturePath(article, 1280, 'jpg') } : {}),
    noindex: !article.relevant,
  }
  const body = html`<div class="wrap reading">
<article class="article" data-item data-original="${href(article.url)}">
${kicker(page, article)}
<h1${lang(page, article)}>${article.title}</h1>
${picture(article, leadShape)}
${article.summary && html`<div class="prose"${lang(page, article)}>${paragraphs(article.summary)}</div>`}
${readLink(page, article)}
${elsewhere(page, view)}
${storyLink(page, view.story)}
${tagList(page, article)}
${aboutSummary(page, article)}
</article>
</div>`
  return layout(page, head, body)
}

export const paragraphs = (text: string): Html[] =>
  text.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph.trim()}</p>`)

function readLink({ t }: SitePage, article: ArticleView): Html {
  return html`<p class="read"><a class="button button-main" href="${href(article.url)}" rel="noopener">${t('article.read_at', { source: article.feed.title })}${icon('out')}</a>${article.author && html`<span class="small">${t('article.by', { author: article.author })}</span>`}</p>`
}

function elsewhere(page: SitePage, { article, event }: ArticlePageView): Html | null {
  const members = event?.entries.filter((member) => member.id !== article.id) ?? []
  if (members.length === 0) return null
  const rows = members.map(
    (member) =>
      html`<li><a class="source first" href="${href(member.url)}" rel="noopener">${member.feed.title}</a> <a class="row-title" href="${articlePath(member)}"${lang(page, member)}>${member.title}</a> <span class="row-small">${articleTime(page, member)}</span></li>`,
  )
  return html`<section class="elsewhere" aria-labelledby="elsewhere"><h2 class="box-title" id="elsewhere">${page.t('article.elsewhere')}</h2><ul class="members">${rows}</ul></section>`
}

function storyLink(page: SitePage, story: StoryView | null): Html | null {
  if (story === null) return null
  const { t } = page
  return html`<section class="belongs" aria-labelledby="belongs"><h2 class="box-title" id="belongs">${t('article.story')}</h2><a class="row-title" href="${storyPath(story)}">${story.title}</a><span class="row-small"><span>${t('entries.count', { n: story.entriesCount })}<span class="dot"> · </span>${t('front.days', { n: Math.max(1, story.days.length) })}</span>${storySpark(page, story)}</span></section>`
}

export function tagList({ t }: SitePage, { tags }: Pick<ArticleView, 'tags'>): Html | null {
  if (tags.length === 0) return null
  return html`<ul class="tags" aria-label="${t('article.tags')}">${tags.map((tag) => html`<li><a href="${tagPath(tag)}">${tag.name}</a></li>`)}</ul>`
}

function aboutSummary(page: SitePage, article: ArticleView): Html {
  const { t, site } = page
  const source = article.feed.title
  const times = [
    article.publishedAt && t('article.published', { source, time: exactTime(article.publishedAt, site) }),
    t('article.found', { time: exactTime(article.discoveredAt, site) }),
    article.summarisedAt && t('article.summarised', { time: exactTime(article.summarisedAt, site) }),
  ]
  return html`<details class="fold"><summary>${t('article.about_summary')}</summary>
<p>${t(`article.by_${article.summaryBy}`, { source })}</p>
<p>${originalLanguage(page, article)}${times.filter(Boolean).join(' ')}</p>
${article.original.title !== article.title && html`<p>${t('article.original_title')}: <a href="${href(article.url)}" rel="noopener"${lang(page, article.original)}>${article.original.title}</a></p>`}
<p><a href="${feedPath(article.feed)}">${source}</a></p>
${reportForm(page, article)}
</details>`
}

function originalLanguage({ t, site }: SitePage, { original }: ArticleView): string | null {
  if (original.language === null) return null
  const name = new Intl.DisplayNames(site.language, { type: 'language' }).of(original.language)
  return name ? `${t('article.language', { language: name })} ` : null
}

function reportForm({ t }: SitePage, article: ArticleView): Html {
  return html`<form class="report" method="post" action="/entries/${article.id}/fel">
<h2>${t('article.report')}</h2>
<label for="report">${t('article.report_label')}</label>
<textarea id="report" name="text" rows="3" maxlength="1000" required aria-describedby="report-hint"></textarea>
<p class="small" id="report-hint">${t('article.report_hint')}</p>
<button class="button">${t('article.report_send')}</button>
</form>`
}
