/** Narrowing and ordering of a long list of sources, for the console and the command line. */
import { inNameOrder } from '../../../platform/text/collation.ts'
import { type HealthState, healthStates, isErrorState } from './feed-health.ts'

export const sourceOrders = ['need', 'name', 'latest', 'oldest'] as const
export type SourceOrder = (typeof sourceOrders)[number]

export interface SourceFilter {
  /** Part of a name, an address or a publisher. */
  search?: string
  /** One state, or `trouble` for all error states. */
  state?: HealthState | 'trouble'
  folder?: string
  language?: string
  order?: SourceOrder
}

interface Filterable {
  title: string
  url: string
  publisher: { domain: string; name: string }
  folder: string | null
  language: string | null
  state: HealthState
  lastNewAt: Date | null
}

export function filterSources<S extends Filterable>(sources: S[], filter: SourceFilter, language: string): S[] {
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (source: S) => {
    const text = `${source.title} ${source.url} ${source.publisher.domain} ${source.publisher.name}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) return false
    if (filter.state === 'trouble' && !isErrorState(source.state)) return false
    if (filter.state && filter.state !== 'trouble' && source.state !== filter.state) return false
    if (filter.folder !== undefined && (source.folder ?? '') !== filter.folder) return false
    return filter.language === undefined || source.language === filter.language
  }
  const named = inNameOrder(sources.filter(fits), language, ({ title }) => title)
  return filter.order === 'name' ? named : named.sort(orders[filter.order ?? 'need'])
}

const time = (at: Date | null) => at?.getTime() ?? 0

/** Of sources that are in the order of their names. */
const orders: Record<Exclude<SourceOrder, 'name'>, (a: Filterable, b: Filterable) => number> = {
  need: (a, b) => healthStates.indexOf(a.state) - healthStates.indexOf(b.state),
  latest: (a, b) => time(b.lastNewAt) - time(a.lastNewAt),
  oldest: (a, b) => time(a.lastNewAt) - time(b.lastNewAt),
}
