/** Page arithmetic for numbered lists, the same on every surface. */

export interface PageRequest {
  page: number
  perPage: number
}

export interface Page<T> extends PageRequest {
  items: T[]
  total: number
}
