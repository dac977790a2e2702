/** YAML of the content folder → validated values. Every violation names its line. */
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { findBundled } from './bundled-yaml.ts'
import { lineOf, locationsOf, type YamlLocation } from './yaml-locations.ts'

type Path = readonly PropertyKey[]

/** Names the line of a violation that the schema cannot see. */
export type ViolationAt = (path: Path, message: string) => string

/**
 * Reads one file against its schema; `check` returns further violations. Throws `bad_request` with one line of text for
 * each violation, `file:line: what is wrong`.
 */
export function parseContent<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  check: (value: z.output<S>, at: ViolationAt) => string[] = () => [],
): z.output<S> {
  const bundled = findBundled(text)
  const value = bundled === null ? parseYaml(text, file) : JSON.parse(bundled)
  let locations: YamlLocation | undefined
  const at: ViolationAt = (path, message) => {
    locations ??= locationsOf(text)
    return `${file}:${lineOf(locations, path)}: ${message}`
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    const { issues } = parsed.error
    const first = issues
      .slice(0, MAX_VIOLATIONS)
      .map((i) => at(i.path, `${i.path.join('.') || 'file'}: ${readableMessage(i.message)}`))
    throw failed(
      issues.length > MAX_VIOLATIONS ? [...first, `${file}: ${issues.length - MAX_VIOLATIONS} more like these`] : first,
    )
  }
  const violations = check(parsed.data, at)
  if (violations.length > 0) throw failed(violations)
  return parsed.data
}

/** Limit of what one reads at once of one file. */
const MAX_VIOLATIONS = 50

const readableMessage = (message: string) =>
  message.replace(/^Invalid input: expected \w+, received undefined$/, 'is missing')

/** The parser stops at the first violation: one missing colon may cause ten. */
export function parseYaml(text: string, file: string): unknown {
  try {
    return load(text, { maxAliases: 100, schema: CORE_SCHEMA }) ?? null
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    throw failed([`${file}:${lineOfViolation(error)}: ${error.reason}`])
  }
}

/** A key without its colon is noticed at the next key's colon, a line too late. */
const lineOfViolation = ({ mark, reason }: YAMLException) => (mark?.line ?? 0) + (/multiline key/.test(reason) ? 0 : 1)

const failed = (violations: string[]) => new AppError('bad_request', violations.join('\n'))
