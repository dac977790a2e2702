/** In which language the tools are described: the client's, where the site has it, else English. */

/** The first of `Accept-Language` by weight that `known` has (RFC 9110, 12.5.4); a region counts as its language. */
export function clientLanguage(accepted: string | null, known: string[]): string {
  const asked = (accepted ?? '').slice(0, 500).split(',').map(weighed)
  const best = asked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return best.find(({ tag }) => known.includes(tag))?.tag ?? 'en'
}

function weighed(part: string): { tag: string; weight: number } {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
  return { tag: range.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 }
}
