/** Addresses of records. */
import type { Paths } from '../../platform/site/paths.ts'
import type { FigureName } from './figures.ts'

type Pages = Pick<Paths, 'publishers'>

export const recordPath = ({ publishers }: Pages, publisher: string): string =>
  `${publishers}/${encodeURIComponent(publisher)}`
/** Of the events behind a figure, those of a topic, of a month (YYYY-MM), or shared with another publisher. */
export interface Among {
  topic?: string
  month?: string
  other?: string
}

/** In place of a figure: the settled rumors of the guides. */
export const RUMORS = 'rumors' as const
export const behindPath = (
  paths: Pages,
  publisher: string,
  figure: FigureName | typeof RUMORS,
  among: Among = {},
): string => {
  const query = new URLSearchParams({ ...among }).toString()
  return `${recordPath(paths, publisher)}/${figure}${query && `?${query}`}`
}
export const monthPath = ({ publishers }: Pages, month: string): string => `${publishers}/months/${month}`
export const comparePath = ({ publishers }: Pages, one: string, other: string): string =>
  `${publishers}/compare?a=${encodeURIComponent(one)}&b=${encodeURIComponent(other)}`

/**
 * Publishers are registrable domains. Those whose sources have none are hosts with their ports, as "127.0.0.1:8080", and
 * a list of sources can name any text. Pages of other things lie beside theirs.
 */
const PUBLISHER = '(?!(?:compare|months)$)[^/\\x00-\\x1f\\x7f]{1,255}'
export const publisherPattern = new RegExp(`^${PUBLISHER}$`)
/** As a parameter of a route. */
export const publisherParameter = (name: string): string => `:${name}(^${PUBLISHER})`
