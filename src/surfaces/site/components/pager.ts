/** Addresses of the pages of a numbered list, and its pager. */

import type { Html } from '../../../platform/html/html.ts'
import { pager as drawPager, lastPage } from '../../../platform/html/pager.ts'
import { wordOf } from '../../../platform/site/addresses.ts'
import type { Page } from '../../../platform/site/pages.ts'
import type { SitePage } from '../page.ts'

export const pagePath = ({ paths }: Pick<SitePage, 'paths'>, path: string, number: number): string =>
  number <= 1 ? path : `${path}${path.includes('?') ? '&' : '?'}${wordOf(paths, 'sida')}=${number}`

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
