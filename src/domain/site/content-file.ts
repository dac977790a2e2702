/** YAML of the content folder → validated values. Every violation names its line. */
import { CORE_SCHEMA, load, type Schema, YAMLException } from 'js-yaml'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { lineOf, placesOf, type YamlPlace } from './yaml-places.ts'

type Path = readonly PropertyKey[]

/** Names the line of a violation that the schema cannot see. */
export type FaultAt = (path: Path, message: string) => string

/**
 * Reads one file against its schema; `check` returns further violations. Throws `bad_request` with one line of text for
 * each violation, `file:line: what is wrong`. `scalars`: schema for plain words and digits.
 */
export function parseContent<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  check: (value: z.output<S>, at: FaultAt) => string[] = () => [],
  scalars: Schema = CORE_SCHEMA,
): z.output<S> {
  const value = parseYaml(text, file, scalars)
  let places: YamlPlace | undefined
  const at: FaultAt = (path, message) => {
    places ??= placesOf(text)
    return `${file}:${lineOf(places, path)}: ${message}`
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    const { issues } = parsed.error
    const first = issues
      .slice(0, MOST_FAULTS)
      .map((i) => at(i.path, `${i.path.join('.') || 'file'}: ${said(i.message)}`))
    throw failed(
      issues.length > MOST_FAULTS ? [...first, `${file}: ${issues.length - MOST_FAULTS} more like these`] : first,
    )
  }
  const faults = check(parsed.data, at)
  if (faults.length > 0) throw failed(faults)
  return parsed.data
}

/** Limit of what one reads at once of one file. */
const MOST_FAULTS = 50

const said = (message: string) => message.replace(/^Invalid input: expected \w+, received undefined$/, 'is missing')

/** The parser stops at the first violation: one missing colon may cause ten. */
function parseYaml(text: string, file: string, schema: Schema): unknown {
  try {
    return load(text, { maxAliases: 100, schema }) ?? null
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    throw failed([`${file}:${lineOfFault(error)}: ${error.reason}`])
  }
}

/** A key without its colon is noticed at the next key's colon, a line too late. */
const lineOfFault = ({ mark, reason }: YAMLException) => (mark?.line ?? 0) + (/multiline key/.test(reason) ? 0 : 1)

const failed = (faults: string[]) => new AppError('bad_request', faults.join('\n'))
