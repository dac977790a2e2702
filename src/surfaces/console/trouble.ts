/** The console's error page. */
import { html } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'

/** `detail`: the error's own words, which are English. */
export function errorPage(page: AdminPage, kind: string, detail: string): string {
  const { t } = page
  const body = html`<p>${t(`admin.trouble.${kind}`)}</p><p class="small"><code>${detail}</code></p><p><a class="button" href="/admin">${t('admin.to_overview')}</a></p>`
  return layout(page, { title: t('admin.trouble.title') }, body)
}
