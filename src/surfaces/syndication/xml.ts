/** Writes XML 1.0: names are ours, text and attribute values may hold anything. */
import { fitForXml } from '../../platform/text/text.ts'

export type XmlNode = { readonly xml: string } | null

const escaped = (text: string) =>
  fitForXml(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

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
 * A title in RSS, which is plain text although readers disagree. Character references are hexadecimal: by the RSS
 * Advisory Board's profile most readers show those as they are meant.
 */
export function title(content: string): XmlNode {
  const written = escaped(content).replace(/&amp;/g, '&#x26;').replace(/&lt;/g, '&#x3C;')
  return { xml: `<title>${written}</title>\n` }
}

export const document = (root: XmlNode): string => `<?xml version="1.0" encoding="utf-8"?>\n${root?.xml ?? ''}`
