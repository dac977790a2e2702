/** YAML of the content folder → validated values. Every fault names its line. */
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { AppError } from '../errors.ts'

type Path = readonly PropertyKey[]

/** Names the line of a fault that the schema cannot see. */
export type FaultAt = (path: Path, message: string) => string

/**
 * Reads one file against its schema; `check` returns further faults. Throws `bad_request` with one line of text for
 * each fault, `file:line: what is wrong`.
 */
export function parseContent<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  check: (value: z.output<S>, at: FaultAt) => string[] = () => [],
): z.output<S> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  // What follows from the first is no fault of its own: one missing colon may make ten.
  const [error] = document.errors
  if (error) throw failed([`${file}:${error.linePos?.[0].line ?? 1}: ${withoutPlace(error.message)}`])
  const at: FaultAt = (path, message) => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true)
      if (isNode(node) && node.range) return `${file}:${lines.linePos(node.range[0]).line}: ${message}`
    }
    return `${file}:1: ${message}`
  }
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (!parsed.success)
    throw failed(parsed.error.issues.map((i) => at(i.path, `${i.path.join('.') || 'file'}: ${i.message}`)))
  const faults = check(parsed.data, at)
  if (faults.length > 0) throw failed(faults)
  return parsed.data
}

/** The parser's words, without the line that stands before them already and the excerpt. */
const withoutPlace = (message: string) => (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')

const failed = (faults: string[]) => new AppError('bad_request', faults.join('\n'))
