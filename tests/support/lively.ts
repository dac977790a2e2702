/** Texts named `pwn` that have become more than text: elements, attributes, addresses, lines, by the rules of each format. */
import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import { SaxesParser } from 'saxes'

/** Markup to a browser or mail program, and addresses that lead to script or elsewhere. */
export function livelyInHtml(html: string): string[] {
  const found: string[] = []
  const check = (name: string, attributes: Record<string, string>) => {
    if (/^(?:pwn|base|iframe)/.test(name)) found.push(`<${name}>`)
    for (const [key, value] of Object.entries(attributes)) {
      if (/^(?:pwn|on[a-z]+$)/.test(key)) found.push(`<${name} ${key}>`)
      const isAddress = /^(?:href|src|srcset|action|formaction|data-original|poster)$/.test(key)
      if (
        isAddress &&
        (/^\s*(?:javascript|data|vbscript):|^(?:https?:)?\/\/evil\.example/i.test(value) || value === 'x')
      )
        found.push(`<${name} ${key}=${value}>`)
    }
  }
  const parser = new Parser({ onopentag: check }, { lowerCaseTags: true })
  parser.end(html)
  return found
}

/** Data for search engines, within a script. */
function brokenDataIn(html: string): string[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  return scripts.flatMap(([, text = '']) => {
    try {
      JSON.parse(text)
      return []
    } catch {
      return [`no JSON: ${text.slice(0, 100)}`]
    }
  })
}

function livelyInXml(xml: string): string[] {
  const found: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => found.push(error.message))
  let inItem = false
  parser.on('opentag', ({ name }) => {
    inItem ||= name === 'item'
    if (name.startsWith('pwn')) found.push(`<${name}>`)
  })
  const inside: string[] = []
  parser.on('text', (text) => inside.push(text))
  parser.on('cdata', (text) => inside.push(text))
  parser.on('closetag', ({ name }) => {
    const text = inside.splice(0).join('')
    // An item's description is HTML, a channel's is text (RSS 2.0).
    if (inItem && ['content:encoded', 'description'].includes(name)) found.push(...livelyInHtml(text))
  })
  parser.write(xml).close()
  return found
}

/** Fields that clients show as HTML. */
export function livelyInJson(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'content_html' || value.startsWith('<p>') ? livelyInHtml(value) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => livelyInJson(one, name))
}

const reading = new MarkdownIt({ html: true, linkify: true })
reading.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })

export function livelyInMarkdown(text: string): string[] {
  const [, matter = '', body = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const html = reading.render(body)
  return [...livelyInHtml(html), ...(/<h1>pwn/.exec(html) ?? []), ...(/^title: pwn/m.exec(matter) ?? [])]
}

export function livelyInAnswer({ type, body, headers }: Record<'type' | 'body' | 'headers', string>): string[] {
  const kind = type.split(';')[0] ?? ''
  const inHeaders = headers.includes('pwn@') ? ['header'] : []
  if (kind === 'application/yaml') return inHeaders
  if (kind === 'text/html') return [...inHeaders, ...livelyInHtml(body), ...brokenDataIn(body)]
  if (kind === 'text/markdown') return [...inHeaders, ...livelyInMarkdown(body)]
  if (/json\b/.test(kind)) return [...inHeaders, ...livelyInJson(JSON.parse(body))]
  if (/xml$|opml/.test(kind)) return [...inHeaders, ...livelyInXml(body)]
  return kind.startsWith('text/') ? inHeaders : [`unknown type ${kind}`]
}
