/** The neighbours of a page of the console's numbered lists, and its own number. */
import type { Page } from '../../domain/site/pages.ts'
import { type Html, html } from '../../html/html.ts'
import type { AdminPage } from './page.ts'

type Words = readonly ['newer', 'older'] | readonly ['previous_page', 'next_page']

/** `path` holds the rest of the query; `words` name the neighbours before and after. */
export function pager(
  { t }: AdminPage,
  { page, perPage, total }: Page<unknown>,
  path: string,
  [before, after]: Words,
): Html | null {
  const last = Math.max(1, Math.ceil(total / perPage))
  if (last === 1) return null
  const to = (n: number, word: Words[number]) => html`<a href="${`${path}&sida=${n}`}">${t(`entries.${word}`)}</a>`
  return html`<nav class="pager fine" aria-label="${t('entries.pages')}">${page > 1 && to(page - 1, before)}<span>${t('entries.page_of', { page, pages: last })}</span>${page < last && to(page + 1, after)}</nav>`
}
