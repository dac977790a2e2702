/** Page arithmetic for numbered lists, the same on every surface. */

export interface PageRequest {
  page: number
  perPage: number
}

export interface Page<T> extends PageRequest {
  items: T[]
  total: number
}

/** A page of a list that is short enough to be had whole. */
export function pageOf<T>(all: T[], { page, perPage }: PageRequest): Page<T> {
  return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length, page, perPage }
}
