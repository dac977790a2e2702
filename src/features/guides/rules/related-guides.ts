/** Guides above, below and beside a guide. Follows from family and generation, so it holds both ways. */
import { nameOrder } from '../../../platform/text/collation.ts'
import type { PageType } from './guide.ts'

/** Fields that decide a guide's place among the others. */
export interface Placed {
  slug: string
  title: string
  pageType: PageType
  family: string | null
  generation: string | null
  tags: string[]
}

export interface Related<T> {
  /** Family hub first, then generation hub. */
  parents: T[]
  /** Generation hubs, products, rumors, each by title. */
  children: T[]
  /** Neither above nor below, nearest first, at most six. */
  related: T[]
}

const order: Record<PageType, number> = { family_hub: 0, generation_hub: 1, product_hub: 2, rumor: 3 }

export function relatedOf<T extends Placed>(page: Placed, all: readonly T[], language: string): Related<T> {
  const byHierarchy = hierarchyOrder(language)
  const others = all.filter((other) => other.slug !== page.slug)
  const parents = others.filter((other) => isAbove(other, page)).sort(byHierarchy)
  const children = others.filter((other) => isAbove(page, other)).sort(byHierarchy)
  const near = new Set([...parents, ...children])
  const related = others
    .filter((other) => !near.has(other))
    .map((other) => ({ other, score: nearness(page, other) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byHierarchy(a.other, b.other))
    .slice(0, 6)
    .map(({ other }) => other)
  return { parents, children, related }
}

/** True when `hub` is the family or generation hub of `page`. */
export function isAbove(hub: Placed, page: Placed): boolean {
  if (hub.pageType === 'family_hub') return page.pageType !== 'family_hub' && page.family === hub.slug
  if (hub.pageType !== 'generation_hub') return false
  return page.pageType !== 'generation_hub' && page.generation === hub.slug
}

/** Hubs first, then by title. */
export function hierarchyOrder(language: string): (a: Placed, b: Placed) => number {
  const byName = nameOrder(language)
  return (a, b) => order[a.pageType] - order[b.pageType] || byName(a.title, b.title)
}

function nearness(a: Placed, b: Placed): number {
  const generation = a.generation !== null && a.generation === b.generation ? 4 : 0
  const family = a.family === b.family ? 2 : 0
  const tags = a.tags.filter((tag) => b.tags.includes(tag)).length
  return generation + family + tags
}
