/** Text of several paragraphs, and the topics that it belongs to. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { tagPath } from '../../../platform/site/paths.ts'
import type { SitePage } from '../page.ts'

export const PARAGRAPH = /\n\s*\n/

export const paragraphs = (text: string): Html[] =>
  text.split(PARAGRAPH).map((paragraph) => html`<p>${paragraph.trim()}</p>`)

export function tagList({ t }: SitePage, { tags }: Pick<ArticleView, 'tags'>): Html | null {
  if (tags.length === 0) return null
  return html`<ul class="tags cluster" aria-label="${t('article.tags')}">${tags.map((tag) => html`<li><a href="${tagPath(tag)}">${tag.name}</a></li>`)}</ul>`
}
