/** Addresses of records. */
import type { FigureName } from './figures.ts'

export const PUBLISHERS = '/publishers'
export const recordPath = (publisher: string): string => `${PUBLISHERS}/${encodeURIComponent(publisher)}`
/** Of the events behind a figure, those of a topic, of a month (YYYY-MM), or shared with another publisher. */
export interface Among {
  topic?: string
  month?: string
  other?: string
}

/** In place of a figure: the settled rumors of the guides. */
export const RUMORS = 'rumors' as const
export const behindPath = (publisher: string, figure: FigureName | typeof RUMORS, among: Among = {}): string => {
  const query = new URLSearchParams({ ...among }).toString()
  return `${recordPath(publisher)}/${figure}${query && `?${query}`}`
}
export const monthPath = (month: string): string => `${PUBLISHERS}/months/${month}`
export const comparePath = (one: string, other: string): string =>
  `${PUBLISHERS}/compare?a=${encodeURIComponent(one)}&b=${encodeURIComponent(other)}`

/** Registrable. */
export const isDomain = (text: string): boolean => /^[a-z0-9-]{1,63}\.[a-z0-9.-]{1,190}$/.test(text)
