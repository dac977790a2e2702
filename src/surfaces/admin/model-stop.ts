/** The switch that stops all text of models: what it says, and its button. */
import { type Html, html } from '../../html/html.ts'
import type { AdminPage } from './page.ts'
import { act, when } from './parts.ts'

/** `since` is null while models may write. */
export function modelStop(page: AdminPage, since: Date | null): Html {
  const { t } = page
  if (since === null)
    return html`<p>${t('admin.models.running')}</p>${act(page, '/admin/modeller/stoppa', t('admin.models.stop'))}<p class="small">${t('admin.models.stop_text')}</p>`
  return html`<p class="said" role="status">${t('admin.models.stopped')} ${when(page, since)}</p>${act(page, '/admin/modeller/slapp', t('admin.models.release'))}<p class="small">${t('admin.models.stop_text')}</p>`
}
