/** Writer of the text above: named at the text itself, with the model's name behind it. */

import type { ArticleView, SummaryBy } from '../../../news/articles/queries/views.ts'
import type { TextChecks } from '../../../news/texts/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import type { SitePage } from '../page.ts'
import { checkList } from './checks.ts'
import { withPublishers } from './sources.ts'

export interface Written {
  by: SummaryBy
  model: string | null
  /** Number of publishers whose texts it was written from; null where that is not known. */
  sources: number | null
  /** Article of an excerpt; null where there is none. */
  article: Pick<ArticleView, 'publisher' | 'feed'> | null
  /** Checks of a model's text, where they are not elsewhere on the page. */
  checks?: TextChecks | null
}

export function disclosure(page: SitePage, { by, model, sources, article, checks }: Written): Html {
  const { t, paths } = page
  if (by !== 'ai') {
    const named = article ? [{ publisher: article.publisher, name: article.feed.publisher.name }] : []
    const words = withPublishers(page, named, ([source = '']) => t(`ai.by_${by}`, { source }))
    return html`<p class="written fine">${words}</p>`
  }
  const label = sources === null ? t('ai.mark') : t('ai.from', { n: sources })
  const name = model === null ? t('ai.model_unknown') : t('ai.model', { model })
  return html`<details class="written written-ai fine"><summary>${label}</summary><p>${name} ${t('ai.checked')} <a href="${paths.about}#ai">${t('ai.more')}</a></p>${checks && checkList(page, checks)}</details>`
}
