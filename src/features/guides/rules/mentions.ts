/** Products of the guides that a sentence is about, by link or by name. Pure. */
import type { Guide } from './guide.ts'

export interface Named {
  slug: string
  pattern: RegExp
}

/** Titles and names of products, the longest first: "Model 4 Pro" is no mention of "Model 4". */
export function namedProducts(guides: readonly Guide[]): Named[] {
  return guides
    .filter(({ pageType }) => pageType === 'product_hub')
    .flatMap(({ slug, title, names }) => [...new Set([title, ...names])].map((name) => ({ slug, name })))
    .sort((a, b) => b.name.length - a.name.length)
    .map(({ slug, name }) => ({
      slug,
      pattern: new RegExp(`(?<![\\p{L}\\p{N}])${quote(name)}(?![\\p{L}\\p{N}-])`, 'gu'),
    }))
}

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Slugs; a name within a longer one does not count. */
export function mentionsOf({ text, links }: { text: string; links: string[] }, names: readonly Named[]): string[] {
  const products = new Set(names.map(({ slug }) => slug))
  const mentioned = new Set(links.filter((slug) => products.has(slug)))
  let rest = text
  for (const { slug, pattern } of names)
    rest = rest.replace(pattern, () => {
      mentioned.add(slug)
      return '\n'
    })
  return [...mentioned]
}
