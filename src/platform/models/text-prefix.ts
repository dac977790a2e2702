/** Prefix that an embedding model expects before each text. */

/** Models of the E5 family are trained with these words before each text. */
export function prefixFor(model: string, kind: 'query' | 'passage'): string {
  return /(^|[/_-])e5([_-]|$)/i.test(model) ? `${kind}: ` : ''
}
