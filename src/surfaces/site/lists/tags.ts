/** `/tags`: every subject, the most written about largest. */

import { tagPath } from '../../../domain/site/paths.ts'
import { isNamed } from '../../../domain/text/titles.ts'
import { type Html, html } from '../../../html/html.ts'
import type { TagView } from '../../../read/articles/views.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'
import { title } from './lists.ts'

export function tagsPage(page: SitePage, tags: TagView[]): string {
  const { t } = page
  const named = tags.filter(({ name }) => isNamed(name))
  const most = Math.max(1, ...tags.map((tag) => tag.entriesCount))
  const text = tags.length > 0 ? t('tags.text') : t('tags.none')
  const body = html`<div class="wrap">${title(t('tags.title'), text)}
<ul class="cloud cluster bare">${named.map((tag) => html`<li>${tagLink(page, tag, most)}</li>`)}</ul></div>`
  return layout(page, { title: t('tags.title'), description: text, path: '/tags', section: 'tags' }, body)
}

/** Four sizes, by the logarithm of the count. */
function tagLink({ t }: SitePage, tag: TagView, most: number): Html {
  const size = Math.ceil((4 * Math.log(tag.entriesCount + 1)) / Math.log(most + 1))
  return html`<a class="size-${Math.max(1, size)}" href="${tagPath(tag)}">${tag.name}</a> <span class="small" title="${t('entries.count', { n: tag.entriesCount })}">${tag.entriesCount}</span>`
}
