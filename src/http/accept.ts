/** Content negotiation between HTML and markdown. */

/** True when the client asks for markdown and does not say that anything will do (interface.md, 4.3). */
export function wantsMarkdown(accept: string | undefined): boolean {
  if (!accept || accept.includes('*/*')) return false
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.trim().split(';')
    const q = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean)
    weights.set(type.trim(), q === undefined ? 1 : Number(q))
  }
  const markdown = weights.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0)
}
