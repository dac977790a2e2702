/** Time of an article, for a line of a list. */

import type { ArticleView } from '../../../news/articles/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { timeAgo } from '../../../platform/html/times.ts'
import type { SitePage } from '../page.ts'

/** "för 3 minuter sedan", or "hittad för 3 minuter sedan" where the source gives no date. */
export function articleTime(
  page: SitePage,
  article: Pick<ArticleView, 'publishedAt' | 'discoveredAt' | 'sortAt'>,
): Html {
  if (article.publishedAt !== null) return timeAgo(article.sortAt, page)
  return html`<span>${page.t('article.undated')} ${timeAgo(article.discoveredAt, page)}</span>`
}
