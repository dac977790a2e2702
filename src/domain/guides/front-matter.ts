/** Splits a file into its YAML front matter and its body, and reads the YAML. Runs nothing that the file says. */
import { LineCounter, parseDocument } from 'yaml'

export interface FrontMatter {
  data: unknown
  /** Line of the file on which each top-level key stands. */
  lines: Record<string, number>
  body: string
  bodyLine: number
}

export interface LineFault {
  line: number
  message: string
}

const fence = /^---[ \t]*$/

/** Line numbers count from 1 in the whole file; `\r\n` and a byte order mark are accepted. */
export function readFrontMatter(text: string): { matter: FrontMatter } | { faults: LineFault[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!fence.test(lines[0] ?? '')) return fault(1, 'the file must begin with front matter between two lines of "---"')
  const end = lines.findIndex((line, index) => index > 0 && fence.test(line))
  if (end < 0) return fault(1, 'the front matter has no closing line of "---"')
  const counter = new LineCounter()
  const document = parseDocument(lines.slice(1, end).join('\n'), { lineCounter: counter, logLevel: 'silent' })
  const complaints = [...document.errors, ...document.warnings]
  if (complaints.length > 0) {
    const told = new Map(complaints.map((error) => [lineOf(error.pos[0], counter), firstSentence(error.message)]))
    return { faults: Array.from(told, ([line, why]) => ({ line, message: `front matter is not valid YAML: ${why}` })) }
  }
  try {
    return {
      matter: {
        data: document.toJS({ maxAliasCount: 0 }),
        lines: keyLines(document.contents, counter),
        body: lines.slice(end + 1).join('\n'),
        bodyLine: end + 2,
      },
    }
  } catch {
    return fault(1, 'front matter may not use YAML aliases')
  }
}

function keyLines(contents: unknown, counter: LineCounter): Record<string, number> {
  const items = (contents as { items?: unknown[] } | null)?.items ?? []
  const entries = items.flatMap((item) => {
    const key = (item as { key?: { value?: unknown; range?: [number, number, number] } }).key
    if (typeof key?.value !== 'string' || !key.range) return []
    return [[key.value, lineOf(key.range[0], counter)] as const]
  })
  return Object.fromEntries(entries)
}

function lineOf(offset: number, counter: LineCounter): number {
  return counter.linePos(offset).line + 1
}

function firstSentence(message: string): string {
  return message.replace(/\n.*$/s, '').replace(/ at line \d+.*$/, '')
}

function fault(line: number, message: string): { faults: LineFault[] } {
  return { faults: [{ line, message }] }
}
