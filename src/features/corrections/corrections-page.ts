/** `/corrections`: each correction with its date, the former text and the present one. */

import { html } from '../../platform/html/html.ts'
import type { Page } from '../../platform/site/pages.ts'
import { neighbours, pagePath, pager } from '../../surfaces/site/components/pager.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { correction } from './correction-note.ts'
import type { CorrectionView } from './queries.ts'

export function correctionsPage(page: SitePage, list: Page<CorrectionView>): string {
  const { t } = page
  const rows = list.items.map((one) => html`<li>${correction(page, one)}</li>`)
  const body = html`<div class="wrap narrow">${title(t('corrections.title'), t('corrections.text'))}
<ul class="rows lined corrections">${rows}</ul>
${list.items.length === 0 && html`<p class="empty">${t('corrections.none')}</p>`}
${pager(page, page.paths.corrections, list)}</div>`
  const head = { title: t('corrections.title'), description: t('corrections.text') }
  return layout(
    page,
    {
      ...head,
      path: pagePath(page.paths.corrections, list.page),
      ...neighbours(page.paths.corrections, list),
    },
    body,
  )
}
