/** Character and entity references of XML as publishers write it: HTML's names too, stray ampersands left alone. */
import { decodeHTMLStrict } from 'entities'
import { AppError } from '../../../platform/errors.ts'

const MAX_REPLACEMENT = 2_000
const MAX_EXPANDED = 200_000

/** Decodes each reference once. One decoder serves one document: it counts what declared entities grow to. */
export type Decode = (text: string) => string

/** Throws `unprocessable` where a document's entities are built from each other or grow without measure. */
export function buildDecoder(documentText: string): Decode {
  const declared = declaredEntities(documentText)
  let expanded = 0
  const replace = (reference: string, name: string): string => {
    const replacement = declared.get(name)
    if (replacement === undefined) return decodeHTMLStrict(reference.replace(/^&#X/, '&#x'))
    expanded += replacement.length
    if (expanded > MAX_EXPANDED) throw bomb()
    return replacement
  }
  return (text) => (text.includes('&') ? text.replace(/&(#x?[0-9a-f]{1,7}|[a-z][a-z0-9._-]{0,40});/gi, replace) : text)
}

/** Internal entities of the DOCTYPE. External ones are never fetched: their references stay as they are. */
function declaredEntities(documentText: string): Map<string, string> {
  const entities = new Map<string, string>()
  const start = documentText.search(/<!DOCTYPE/i)
  if (start < 0 || start > 10_000) return entities
  const doctype = documentText.slice(start, start + 100_000)
  for (const [, name, quoted] of doctype.matchAll(/<!ENTITY\s+([\w.:-]+)\s+("[^"]*"|'[^']*')\s*>/g)) {
    const value = decodeNumeric((quoted ?? '').slice(1, -1))
    const nested = [...value.matchAll(/&([\w.:-]+);/g)].some(([, other]) => other && entities.has(other))
    if (nested || value.length > MAX_REPLACEMENT || entities.size > 500) throw bomb()
    if (name && !entities.has(name)) entities.set(name, decodeHTMLStrict(value))
  }
  return entities
}

const decodeNumeric = (text: string) => text.replace(/&#x?[0-9a-f]{1,7};/gi, (reference) => decodeHTMLStrict(reference))

const bomb = () =>
  new AppError('unprocessable', 'The document declares entities that grow out of measure (an XML bomb)')
