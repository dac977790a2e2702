/** Splits a file into its YAML front matter and its body, and reads the YAML. Runs nothing that the file contains. */
import { load, YAMLException } from 'js-yaml'
import { locationsOf } from './yaml-locations.ts'

export interface FrontMatter {
  data: unknown
  /** Line of each top-level key in the file. */
  lines: Record<string, number>
  body: string
  bodyLine: number
}

export interface LineViolation {
  line: number
  message: string
}

const fence = /^---[ \t]*$/

/** Line numbers count from 1 in the whole file; `\r\n` and a byte order mark are accepted. */
export function readFrontMatter(text: string): { frontMatter: FrontMatter } | { violations: LineViolation[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!fence.test(lines[0] ?? ''))
    return violation(1, 'the file must begin with front matter between two lines of "---"')
  const end = lines.findIndex((line, index) => index > 0 && fence.test(line))
  if (end < 0) return violation(1, 'the front matter has no closing line of "---"')
  const yaml = lines.slice(1, end).join('\n')
  try {
    const data = load(yaml, { maxAliases: 0 }) ?? null
    return { frontMatter: { data, lines: keyLines(yaml), body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 } }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return violation((error.mark?.line ?? 0) + 2, `front matter is not valid YAML: ${error.reason}`)
  }
}

const keyLines = (yaml: string): Record<string, number> =>
  Object.fromEntries(Array.from(locationsOf(yaml).children, ([key, { keyLine }]) => [key, keyLine + 1]))

function violation(line: number, message: string): { violations: LineViolation[] } {
  return { violations: [{ line, message }] }
}
