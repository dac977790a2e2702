/** Header fields of weighted preferences (RFC 9110, 12.4.2), and the choice between HTML and markdown by one of them. */

export interface Preference {
  /** In lower case. */
  name: string
  /** Names in lower case, with values out of their quotation marks; without the weight. */
  parameters: [name: string, value: string][]
  weight: number
}

/** Members of `Accept`, `Accept-Encoding` and the like, in their order. Those without a readable weight are left out. */
export function preferencesIn(header: string): Preference[] {
  return pieces(header, ',').flatMap((member) => {
    const [name = '', ...rest] = pieces(member, ';')
    const all = rest.map(parameterIn)
    const q = all.find(([name]) => name === 'q')?.[1]
    const weight = q === undefined ? 1 : q === '' ? -1 : Number(q)
    const parameters = all.filter(([name]) => name !== 'q')
    return name !== '' && weight >= 0 && weight <= 1 ? [{ name: name.toLowerCase(), parameters, weight }] : []
  })
}

const between = { ',': /(?:[^,"]|"(?:[^"\\]|\\.?)*"?)+/g, ';': /(?:[^;"]|"(?:[^"\\]|\\.?)*"?)+/g }

/** A separator within quotation marks separates nothing. */
function pieces(text: string, separator: ',' | ';'): string[] {
  return (text.match(between[separator]) ?? []).map((piece) => piece.trim())
}

function parameterIn(piece: string): [name: string, value: string] {
  const at = piece.includes('=') ? piece.indexOf('=') : piece.length
  const value = piece.slice(at + 1).trim()
  const bare = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
  return [piece.slice(0, at).trim().toLowerCase(), bare]
}

/** True when the client weighs markdown as high as HTML. */
export function wantsMarkdown(accept: string | undefined): boolean {
  // A client to which any type will do gets HTML, whatever else it names (interface.md, 4.3).
  if (!accept || accept.includes('*/*')) return false
  const accepted = preferencesIn(accept)
  const [markdown, html] = [weightOf('text/markdown', accepted), weightOf('text/html', accepted)]
  return markdown > html || (markdown > 0 && markdown === html && accepted.some(({ name }) => name === 'text/markdown'))
}

/** By the most specific range that covers the type (RFC 9110, 12.5.1). */
function weightOf(type: string, accepted: Preference[]): number {
  const [best] = accepted
    .map((range) => ({ rank: specificity(range, type), weight: range.weight }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || b.weight - a.weight)
  return best?.weight ?? 0
}

/** 0 where the range does not cover the type, which is always in UTF-8. Parameters that it does not have count for little. */
function specificity({ name, parameters }: Preference, type: string): number {
  if (name !== type) return name === 'text/*' ? 1 : 0
  const charset = parameters.find(([name]) => name === 'charset')?.[1]
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') return 0
  if (parameters.length > (charset === undefined ? 0 : 1)) return 2
  return charset === undefined ? 3 : 4
}
