/** Texts and addresses that would run as script where they are not escaped, and what became more than text, by the rules of each format. */
import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import { SaxesParser } from 'saxes'

export const hostileTexts = [
  '<script>window.pwned=1</script>',
  '"><img src=x onerror="window.pwned=1">',
  "'><svg onload=window.pwned=1>",
  '</title><script>window.pwned=1</script>',
  '</script><script>window.pwned=1</script>',
  '<!--<script>window.pwned=1</script>-->',
  ']]><script>window.pwned=1</script>',
  '" autofocus onfocus="window.pwned=1" x="',
  "' onmouseover='window.pwned=1",
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<a href="javascript:window.pwned=1">klicka</a>',
  '<style>@import url(//evil.example/x.css)</style>',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<form action="//evil.example"><input name=q autofocus></form>',
  '{{constructor.constructor("window.pwned=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as text it must stay text
  '${window.pwned=1}',
  '\u2028window.pwned=1\u2029',
  '&lt;script&gt;window.pwned=1&lt;/script&gt;',
  '\\u003cscript\\u003ewindow.pwned=1\\u003c/script\\u003e',
]

const hostileAddresses = [
  'javascript:window.pwned=1',
  'JaVaScRiPt:window.pwned=1',
  ' java\nscript:window.pwned=1',
  'data:text/html,<script>parent.pwned=1</script>',
  'vbscript:window.pwned=1',
  '//evil.example/"onmouseover="window.pwned=1',
  'https://a.example/"><script>window.pwned=1</script>',
]

const xml = (text: string) =>
  text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replace(/[\u2028\u2029]/g, '')

/** A feed whose every field is hostile, once as plain text and once as markup that a reader would decode. */
export function hostileFeed(origin: string): string {
  const items = hostileTexts.flatMap((text, i) => [item(origin, text, `${i}a`), item(origin, xml(text), `${i}b`)])
  const links = hostileAddresses.map((address, i) => linked(address, i))
  return `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>${xml(hostileTexts[1] ?? '')}</title><link>javascript:window.pwned=1</link><description>${xml(hostileTexts[0] ?? '')}</description>${items.join('')}${links.join('')}</channel></rss>`
}

const item = (origin: string, text: string, id: string) =>
  `<item><guid isPermaLink="false">${id}</guid><link>${origin}/${id}</link><title>Iphone ${id} ${xml(text)}</title><description>${xml(text)} Iphone</description><dc:creator>${xml(text)}</dc:creator><category>${xml(text)}</category></item>`

const linked = (address: string, i: number) =>
  `<item><guid isPermaLink="false">l${i}</guid><link>${xml(address)}</link><title>Iphone länk ${i}</title><description>Iphone</description><media:content url="${xml(address)}" medium="image"/></item>`

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
