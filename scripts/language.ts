/** Finds what the glossary has another word for: in declared names, in comments and in pages. Knows nothing of counts. */
import { beginnings, MAX_WORDS, terms, wireNames } from './language-rules.ts'

export type Kind = 'terms' | 'files' | 'beginnings' | 'sentences' | 'subjects'

export interface Violation {
  kind: Kind
  line: number
  /** The offending words, and what to write instead. */
  text: string
}

/** Lines of prose that belong together; code spans, quotations and addresses are a word each. */
interface Block {
  line: number
  lines: string[]
  isComment: boolean
}

export function findViolations(path: string, text: string): Violation[] {
  const lines = text.split('\n')
  if (path.endsWith('.md')) return pageBlocks(lines).flatMap(inProse)
  const hash = !/\.(ts|js|css)$/.test(path)
  const { code, blocks } = separate(lines, hash ? '#' : '//')
  const described = path.startsWith('src/') ? inDescriptions(text) : []
  return [...(hash ? [] : code.flatMap(inNames)), ...blocks.flatMap(inProse), ...described]
}

type Mark = '//' | '#'
type Open = 'line' | 'block' | null

/** Lines of code without their comments, and the comments. */
function separate(lines: string[], mark: Mark): { code: string[]; blocks: Block[] } {
  const blocks: Block[] = []
  let open: Open = null
  const code = lines.map((line, at) => {
    const comment = readComment(line.trim(), mark, open)
    const goesOn = open === 'block' || (open === 'line' && comment?.open === 'line')
    open = comment?.open ?? null
    if (comment) addLine(blocks, at, comment.text, goesOn)
    const [, before = line, after] = /^(.*\S)\s+\/\/\s([^'`"]*)$/.exec(line) ?? []
    if (!comment && after && mark === '//') addLine(blocks, at, after, false)
    return comment ? '' : before
  })
  return { code, blocks }
}

/** Comment that fills a line, and whether it may continue in the next line. */
function readComment(line: string, mark: Mark, open: Open): { text: string; open: Open } | null {
  const after = line.includes('*/') ? null : 'block'
  if (open === 'block') return { text: line, open: after }
  if (mark === '//' && line.startsWith('/*')) return { text: line.slice(2), open: after }
  if (line.startsWith(mark) && !line.startsWith('#!')) return { text: line.slice(mark.length), open: 'line' }
  return null
}

/** A list item or an empty line begins a block that is no comment's first. */
function addLine(blocks: Block[], at: number, text: string, goesOn: boolean): void {
  const clean = text.replace(/^[*\s]+|\*\/.*$/g, '')
  const last = blocks.at(-1)
  if (goesOn && last && clean && !/^[-|]\s/.test(clean)) last.lines.push(clean)
  else blocks.push({ line: at + 1, lines: [clean], isComment: !goesOn })
}

/** Paragraphs, list items, headings and cells of a page, without its code. */
function pageBlocks(lines: string[]): Block[] {
  const blocks: Block[] = []
  let fenced = false
  let goesOn = false
  lines.forEach((line, at) => {
    const text = line.trim()
    const isFence = text.startsWith('```')
    if (isFence) fenced = !fenced
    const isRow = text.startsWith('|')
    if (!fenced && !isFence)
      if (goesOn && !isRow && text && !/^([-*#]|\d+\.)\s/.test(text)) blocks.at(-1)?.lines.push(text)
      else
        for (const part of isRow ? text.split('|') : [text])
          blocks.push({ line: at + 1, lines: [part], isComment: false })
    goesOn = !fenced && !isFence && !isRow && text !== '' && !text.startsWith('#')
  })
  return blocks
}

const declared = /\b(?:const|let|var|function\*?|class|interface|type|enum)\s+(\w+)|(?<![.?\w'"])(\w+)\??:(?=\s)/g

function inNames(code: string, at: number): Violation[] {
  const names = [...code.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''").matchAll(declared)].map(
    ([, name, key = '']) => name ?? (wireNames.has(key) ? '' : key),
  )
  return names.flatMap((name) => {
    const words = name.split(/_|(?<=[a-z\d])(?=[A-Z])/)
    return terms
      .filter(({ name: pattern }) => pattern && [name, ...words].some((word) => pattern.test(word)))
      .map(({ write }) => ({ kind: 'terms' as const, line: at + 1, text: `${name}: ${write}` }))
  })
}

const description = /(?:\.describe\(|\b(?:description|summary):)\s*(['"`])(.*?)\1/g

/** Descriptions of the API, which readers of its documentation see. */
const inDescriptions = (text: string): Violation[] =>
  [...text.matchAll(description)].flatMap((match) => {
    const [first] = beginnings.exec(match[2] ?? '') ?? []
    const line = text.slice(0, match.index).split('\n').length
    return first ? [{ kind: 'beginnings' as const, line, text: rewrite(first) }] : []
  })

const rewrite = (first: string) => `${first} …: begin with the subject, a noun or a verb`

function inProse({ line, lines, isComment }: Block): Violation[] {
  if (/^\s*biome-ignore/.test(lines[0] ?? '')) return []
  const text = lines
    .join('\n')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^ *<\/?picture>$/gm, '')
    .replace(/`[^`\n]*`|"[^"\n]*"|https?:\S+/g, 'x')
  const at = (index: number, kind: Kind, rule: string): Violation => ({
    kind,
    text: rule,
    line: line + text.slice(0, index).split('\n').length - 1,
  })
  const [first] = (isComment && beginnings.exec(text.trimStart())) || []
  return [
    ...(first ? [at(text.indexOf(first), 'beginnings', rewrite(first))] : []),
    ...terms.flatMap(({ prose, write }) =>
      prose ? [...text.matchAll(prose)].map((match) => at(match.index, 'terms', `${match[0]}: ${write}`)) : [],
    ),
    ...longSentences(text).map(({ index, words }) =>
      at(index, 'sentences', `${words} words: at most ${MAX_WORDS}, one statement a sentence`),
    ),
  ]
}

function longSentences(text: string): { index: number; words: number }[] {
  let end = 0
  return text.split(/(?<=[.!?]["')]*)\s+(?=[A-ZÅÄÖ"('x\d])/).flatMap((sentence) => {
    const index = text.indexOf(sentence, end)
    end = index + sentence.length
    const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    return words > MAX_WORDS ? [{ index, words }] : []
  })
}
