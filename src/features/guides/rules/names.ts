/** Pattern of news about a guide's subject, for PostgreSQL's `~*`. */

export interface Named {
  slug: string
  names: string[]
}

/**
 * Null for a guide without names. A name that begins another guide's longer name does not count within that longer
 * name: "Model 4 Pro" is no mention of "Model 4".
 */
export function newsPattern(guide: Named, all: readonly Named[]): string | null {
  if (guide.names.length === 0) return null
  const others = all.filter(({ slug }) => slug !== guide.slug).flatMap(({ names }) => names)
  const guideNames = new Set(guide.names.map(lower))
  const one = (name: string) => {
    const longer = others
      .filter((other) => lower(other).startsWith(`${lower(name)} `) && !guideNames.has(lower(other)))
      .map((other) => quote(other.slice(name.length)))
    const unless = longer.length > 0 ? `(?!(?:${longer.join('|')})(?![[:alnum:]]))` : ''
    return `${quote(name)}(?![[:alnum:]])${unless}`
  }
  return `(^|[^[:alnum:]])(?:${guide.names.map(one).join('|')})`
}

const lower = (text: string) => text.toLowerCase()

const quote = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&').replace(/\s+/g, '\\s+')
