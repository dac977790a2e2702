/** Reads a guide's markdown for checks: its words, links and headings, each with its line. */
import MarkdownIt, { type Token } from 'markdown-it'
import { withoutCitations } from './citations.ts'

export interface BodyFacts {
  /** Words that a reader sees. */
  words: number
  links: { href: string; line: number }[]
  headings: { level: number; line: number }[]
  /** Lines with raw HTML; it would be shown as text. */
  html: number[]
}

const markdown = new MarkdownIt({ html: true })

/** `firstLine` is the line of the file on which the markdown begins. */
export function readBody(body: string, firstLine = 1): BodyFacts {
  const facts: BodyFacts = { words: 0, links: [], headings: [], html: [] }
  for (const token of markdown.parse(body, {})) {
    const line = firstLine + (token.map?.[0] ?? 0)
    if (token.type === 'heading_open') facts.headings.push({ level: Number(token.tag.slice(1)), line })
    if (token.type === 'html_block') facts.html.push(line)
    if (token.type === 'inline') readInline(token.children ?? [], line, facts)
  }
  return facts
}

function readInline(tokens: Token[], firstLine: number, facts: BodyFacts): void {
  let line = firstLine
  let text = ''
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') {
      line += 1
      text += ' '
    }
    if (token.type === 'text' || token.type === 'code_inline') text += token.content
    if (token.type === 'link_open') facts.links.push({ href: String(token.attrGet('href') ?? ''), line })
    if (token.type === 'image') facts.links.push({ href: String(token.attrGet('src') ?? ''), line })
    if (token.type === 'html_inline') facts.html.push(line)
  }
  facts.words += withoutCitations(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
