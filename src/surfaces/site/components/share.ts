/** The address of the page itself, as a link; with script a button that shares or copies it. */
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import type { SitePage } from '../page.ts'

export function shareLink({ t, baseUrl }: SitePage, path: string, title: string): Html {
  const labels = html` data-share="${t('share.share')}" data-copy="${t('share.copy')}" data-copied="${t('share.copied')}"`
  return html`<a class="choice" href="${baseUrl}${path}" data-title="${title}"${labels}>${icon('link')}<span>${t('share.link')}</span></a><span class="shared fine" id="shared" role="status"></span>`
}
