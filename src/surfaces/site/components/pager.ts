/** Addresses of the pages of a numbered list, and its pager. */
import { wordOf } from '../../../domain/site/addresses.ts'
import type { Page } from '../../../domain/site/pages.ts'
import type { Html } from '../../../html/html.ts'
import { pager as drawPager, lastPage } from '../../../html/pager.ts'
import type { SitePage } from '../page.ts'

export const pagePath = ({ paths }: Pick<SitePage, 'paths'>, path: string, number: number): string =>
  number <= 1 ? path : `${path}?${wordOf(paths, 'sida')}=${number}`

/** Paths of the neighbours, where there are any. */
export function neighbours(
  page: Pick<SitePage, 'paths'>,
  path: string,
  list: Page<unknown>,
): { prev?: string; next?: string } {
  return {
    ...(list.page > 1 ? { prev: pagePath(page, path, list.page - 1) } : {}),
    ...(list.page < lastPage(list) ? { next: pagePath(page, path, list.page + 1) } : {}),
  }
}

export const pager = (page: SitePage, path: string, list: Page<unknown>, order?: 'time' | 'other'): Html | null =>
  drawPager(page, list, (number) => pagePath(page, path, number), order)
