/** Paths as robots.txt writes them (RFC 9309, 2.2.2 and 2.2.3): `*` for anything, a last `$` for the end. Pure. */

export interface PathPattern {
  /** Between the stars, in the form of `normalPath`. */
  parts: string[]
  anchored: boolean
  /** In octets, as the longest of several that match decides. */
  length: number
}

export function parsePattern(written: string): PathPattern {
  const anchored = written.endsWith('$')
  const text = /^[/*]/.test(written) ? written : `/${written}`
  const parts = (anchored ? text.slice(0, -1) : text).split('*').map(normalPath)
  return { parts, anchored, length: parts.join('*').length + Number(anchored) }
}

/** Unreserved ASCII as itself, all else that is no delimiter as `%XX`; `*` and `$` too, which are no wildcards here. */
export function normalPath(path: string): string {
  return path
    .replace(/%[\da-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase()
    })
    .replace(/[^\x21-\x7e]|["$*<>\\^`{|}]/gu, percentEncoded)
}

const percentEncoded = (character: string) =>
  [...Buffer.from(character)].map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** `path` is a `normalPath`. A dollar sign at its end may also be meant by the pattern's. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  return matchesFor(pattern, path) || (pattern.anchored && /%24$/.test(path) && matchesFor(pattern, path.slice(0, -3)))
}

function matchesFor({ parts, anchored }: PathPattern, path: string): boolean {
  const [first = '', ...rest] = parts
  if (!path.startsWith(first)) return false
  const last = anchored ? rest.pop() : ''
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return last === undefined ? at === path.length : path.endsWith(last) && path.length - last.length >= at
}
