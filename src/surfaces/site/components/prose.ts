/** Text of several paragraphs, and the topics that it belongs to. */
import { tagPath } from '../../../domain/site/paths.ts'
import { type Html, html } from '../../../html/html.ts'
import type { ArticleView } from '../../../read/articles/views.ts'
import type { SitePage } from '../page.ts'

export const PARAGRAPH = /\n\s*\n/

export const paragraphs = (text: string): Html[] =>
  text.split(PARAGRAPH).map((paragraph) => html`<p>${paragraph.trim()}</p>`)

export function tagList({ t }: SitePage, { tags }: Pick<ArticleView, 'tags'>): Html | null {
  if (tags.length === 0) return null
  return html`<ul class="tags cluster" aria-label="${t('article.tags')}">${tags.map((tag) => html`<li><a href="${tagPath(tag)}">${tag.name}</a></li>`)}</ul>`
}
