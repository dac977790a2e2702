/** Newer and older pages of a numbered list, and the page's own number. */
import type { Page } from '../../../domain/site/pages.ts'
import { type Html, html } from '../../../html/html.ts'
import type { SitePage } from '../page.ts'

const lastPage = (list: Page<unknown>): number => Math.max(1, Math.ceil(list.total / list.perPage))

export const pagePath = (path: string, number: number): string => (number <= 1 ? path : `${path}?sida=${number}`)

/** Paths of the neighbours, where there are any. */
export function neighbours(path: string, list: Page<unknown>): { prev?: string; next?: string } {
  return {
    ...(list.page > 1 ? { prev: pagePath(path, list.page - 1) } : {}),
    ...(list.page < lastPage(list) ? { next: pagePath(path, list.page + 1) } : {}),
  }
}

/** `order`: a list in the order of time goes on to what is older, any other to its next page. */
export function pager(
  { t }: SitePage,
  path: string,
  list: Page<unknown>,
  order: 'time' | 'other' = 'time',
): Html | null {
  const { prev, next } = neighbours(path, list)
  if (!prev && !next) return null
  const [back, on] = order === 'time' ? (['newer', 'older'] as const) : (['previous_page', 'next_page'] as const)
  return html`<nav class="pager fine" aria-label="${t('entries.pages')}">${prev && html`<a rel="prev" href="${prev}">${t(`entries.${back}`)}</a>`}<span>${t('entries.page_of', { page: list.page, pages: lastPage(list) })}</span>${next && html`<a rel="next" href="${next}">${t(`entries.${on}`)}</a>`}</nav>`
}
