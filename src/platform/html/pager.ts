/** The neighbours of a page of a numbered list, and its own number. */
import type { Page } from '../site/pages.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './page.ts'

export const lastPage = ({ total, perPage }: Page<unknown>): number => Math.max(1, Math.ceil(total / perPage))

/** `order`: a list in the order of time goes on to what is older, any other to its next page. */
export function pager(
  { t }: PageContext,
  list: Page<unknown>,
  address: (page: number) => string,
  order: 'time' | 'other' = 'time',
): Html | null {
  const [page, pages] = [list.page, lastPage(list)]
  if (pages === 1 && page === 1) return null
  const [back, on] = order === 'time' ? (['newer', 'older'] as const) : (['previous_page', 'next_page'] as const)
  const to = (rel: string, n: number, word: string) =>
    html`<a rel="${rel}" href="${address(n)}">${t(`entries.${word}`)}</a>`
  return html`<nav class="pager fine" aria-label="${t('entries.pages')}">${page > 1 && to('prev', page - 1, back)}<span>${t('entries.page_of', { page, pages })}</span>${page < pages && to('next', page + 1, on)}</nav>`
}
