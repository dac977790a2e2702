/** Addresses of records. */
import type { FigureName } from './figures.ts'

export const PUBLISHERS = '/publishers'
export const recordPath = (publisher: string): string => `${PUBLISHERS}/${encodeURIComponent(publisher)}`
export const behindPath = (publisher: string, figure: FigureName): string => `${recordPath(publisher)}/${figure}`
export const monthPath = (month: string): string => `${PUBLISHERS}/months/${month}`
export const comparePath = (one: string, other: string): string =>
  `${PUBLISHERS}/compare?a=${encodeURIComponent(one)}&b=${encodeURIComponent(other)}`

/** Registrable. */
export const isDomain = (text: string): boolean => /^[a-z0-9-]{1,63}\.[a-z0-9.-]{1,190}$/.test(text)
