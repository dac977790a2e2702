/**
 * Text from outside as markdown that shows it letter by letter. Nothing in it can become a heading, a link, markup or a
 * line of its own (CommonMark 0.31, and GFM's autolinks and tables).
 */
import { foldSpace } from '../text/text.ts'

/** One line of text; safe at the beginning of a line, in a heading, in a list item and in a link's words. */
export function inline(text: string): string {
  return (
    foldSpace(text)
      .replace(/[\\`*[\]<>&|~@#]/g, '\\$&')
      // Inside a word it is a letter like others (CommonMark 6.2), and names such as min_sources are read as they stand.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/:(?=\/\/)/g, '\\:')
      // Not of GFM, but of readers that make links of addresses without a scheme.
      .replace(/(?<!:)\/(?=\/)/g, '\\/')
      .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`)
      .replace(/^[+=-]/, '\\$&')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
      .replace(/!$/, '\\!')
  )
}

/** Paragraphs as they stand in the text (a blank line between them), each escaped. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map(inline)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** The same with each line on its own (a hard line break, CommonMark 6.7): for what was written as a list of lines. */
export function lines(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map(inline)
        .filter((line) => line !== '')
        .join('\\\n'),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** A link; the words alone where the address is no web address. */
export function link(label: string, address: string): string {
  const url = webAddress(address)
  const shown = inline(label) || (url ? inline(url) : '')
  return url ? `[${shown}](${destination(url)})` : shown
}

/** The address as a URL parser writes it; null for what is no http or https address. */
function webAddress(address: string): string | null {
  const url = URL.parse(address)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

const unsafe = /[()<>\\\s`*[\]|"'{}^]/g

/** An address that can end neither the link nor the line. */
const destination = (url: string): string => url.replace(unsafe, percent)

const percent = (char: string) =>
  [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
