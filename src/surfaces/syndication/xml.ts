/** Writes XML 1.0: names are ours, text and attribute values may hold anything. */

export type XmlNode = { readonly xml: string } | null

// What no XML document may hold, escaped or not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

type Attributes = Record<string, string | number | undefined>

/** `content` is text, or elements of which null ones are left out. */
export function element(name: string, attributes: Attributes, content: string | XmlNode[] = []): XmlNode {
  const inside = typeof content === 'string' ? escaped(content) : content.map((node) => node?.xml ?? '').join('')
  const listed = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escaped(String(value))}"`,
  )
  return { xml: `<${name}${listed.join('')}${inside === '' ? '/>' : `>${inside}</${name}>`}\n` }
}

export const text = (name: string, content: string): XmlNode => element(name, {}, content)

/**
 * A title in RSS, which is plain text although readers disagree: character references in hexadecimal are what the RSS
 * Advisory Board's profile says most of them show as they are meant.
 */
export function title(content: string): XmlNode {
  const written = escaped(content).replace(/&amp;/g, '&#x26;').replace(/&lt;/g, '&#x3C;')
  return { xml: `<title>${written}</title>\n` }
}

export const document = (root: XmlNode): string => `<?xml version="1.0" encoding="utf-8"?>\n${root?.xml ?? ''}`
