/** Addresses of the pages of a numbered list, and its pager. */

import type { Html } from '../../../platform/html/html.ts'
import { pager as drawPager, lastPage } from '../../../platform/html/pager.ts'
import type { Page } from '../../../platform/site/pages.ts'
import type { SitePage } from '../page.ts'

export const pagePath = (path: string, number: number): string =>
  number <= 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${number}`

/** Paths of the neighbours, where there are any. */
export function neighbours(path: string, list: Page<unknown>): { prev?: string; next?: string } {
  return {
    ...(list.page > 1 ? { prev: pagePath(path, list.page - 1) } : {}),
    ...(list.page < lastPage(list) ? { next: pagePath(path, list.page + 1) } : {}),
  }
}

export const pager = (page: SitePage, path: string, list: Page<unknown>, order?: 'time' | 'other'): Html | null =>
  drawPager(page, list, (number) => pagePath(path, number), order)
