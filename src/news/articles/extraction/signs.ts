/**
 * Declarations of a page beside its text: not to be indexed, a login, another page to go on to, a body for machines.
 */
import { foldSpace, plainText } from '../../../platform/text/text.ts'

export interface PageSigns {
  noindex: boolean
  /** It has a field for a password or a code. */
  login: boolean
  /** Target of its immediate `meta refresh`, absolute; its own address where it loads itself again. */
  refresh: string | null
  /** Names of the page in its head: its titles; empty where it has none. */
  name: string
  /** `articleBody` of its JSON-LD; empty where it has none. */
  articleBody: string
}

type Attributes = Record<string, string>

const NOINDEX = /(^|,)\s*(noindex|none)\s*(,|$)/i
const SECRET = /^(current-password|one-time-code)$/i
const MAX_SCRIPT_LENGTH = 1024 * 1024

export const hasNoindex = (robots: string | undefined): boolean => NOINDEX.test(robots ?? '')

/** Of a `Refresh` header or its `meta`: the address, if it leads on within a second. */
export function refreshAddress(content: string | undefined, base: string): string | null {
  const found = /^\s*(\d*\.?\d*)\s*(?:[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*))?/i.exec(content ?? '')
  if (!found?.[1] || Number(found[1]) > 1) return null
  const url = URL.parse((found[2] ?? '').trim(), base)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

export function signsCollector(pageUrl: string) {
  const signs: PageSigns = { noindex: false, login: false, refresh: null, name: '', articleBody: '' }
  let script: string | null = null
  const meta = ({ name = '', property = name, content, 'http-equiv': header = '' }: Attributes) => {
    if (property.toLowerCase() === 'og:title') signs.name += ` ${content?.slice(0, 500) ?? ''}`
    if (name.toLowerCase() === 'robots' && hasNoindex(content)) signs.noindex = true
    if (header.toLowerCase() === 'refresh') signs.refresh ??= refreshAddress(content, pageUrl)
  }
  return {
    /** `inside` is the silent element around it. */
    open(name: string, attributes: Attributes, inside: string | null) {
      if (name === 'meta' && inside !== 'noscript') meta(attributes)
      if (
        name === 'input' &&
        (attributes.type?.toLowerCase() === 'password' || SECRET.test(attributes.autocomplete ?? ''))
      )
        signs.login = true
      if (name === 'script') script = /^\s*application\/ld\+json/i.test(attributes.type ?? '') ? '' : null
    },
    text(text: string) {
      if (script !== null && script.length + text.length <= MAX_SCRIPT_LENGTH) script += text
    },
    close(name: string) {
      if (name !== 'script' || script === null) return
      signs.articleBody ||= bodyOf(script)
      script = null
    },
    result: () => signs,
  }
}

/** The first `articleBody` of a JSON-LD document, as paragraphs. */
function bodyOf(json: string): string {
  try {
    const found = findBody(JSON.parse(json), 0)
    const paragraphs = found.split(/\n+|<\/p>/).map((line) => (line.includes('<') ? plainText(line) : foldSpace(line)))
    return paragraphs.filter(Boolean).join('\n\n')
  } catch {
    return ''
  }
}

const DEEPEST = 6

function findBody(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return ''
  if ('articleBody' in value && typeof value.articleBody === 'string') return value.articleBody
  for (const part of Object.values(value)) {
    const found = findBody(part, depth + 1)
    if (found) return found
  }
  return ''
}
