/**
 * The tools' schemas as they are published, in few words: a client's model reads all of them before its first question. Of
 * what tools give back, the fields by name; in full their schemas would take 20,000 tokens. Answers are held against the
 * full schemas by the tests.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { bool, integer } from '../../news/resources/parameters.ts'
import { MAX_ID } from '../../platform/ids.ts'

/** An object by the names of its fields, or by those that it has beyond the objects of another tool. */
export function named({ shape }: z.ZodObject, like?: { tool: string; schema: z.ZodObject }): z.ZodObject {
  const fields = Object.keys(shape).filter((name) => !like || !(name in like.schema.shape))
  const outline = like ? [`As in ${like.tool}`, ...(fields.length > 0 ? [`with ${fields.join(', ')}`] : [])] : fields
  return z.looseObject({}).describe(outline.join(', '))
}

/** Without what is so anyway, and without what is refused with a sentence all the same. */
export function terse(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  const written = () => shorten(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: shortened(io) }))
  const standard = (schema as unknown as StandardSchemaWithJSON)['~standard']
  const validate = (value: unknown) => standard.validate(io === 'input' ? withoutTexts(schema, value) : value)
  return {
    '~standard': { ...standard, validate, jsonSchema: { input: written, output: written } },
  } as StandardSchemaWithJSON
}

/** Numbers and truth values that came as text, as the API reads them in an address: models write both. */
function withoutTexts({ shape }: z.ZodObject, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : null
      return [name, field ? readText(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }), given) : given]
    }),
  )
}

function readText({ type, items }: z.core.JSONSchema.BaseSchema, given: unknown): unknown {
  if (type === 'integer') return integer(given)
  if (type === 'boolean') return bool(given)
  if (type !== 'array' || !Array.isArray(given)) return given
  return given.map((one) => readText(items as z.core.JSONSchema.BaseSchema, one))
}

interface Written {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}

const shortened =
  (io: 'input' | 'output') =>
  ({ zodSchema, jsonSchema }: Written): void => {
    if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', examples: ['2026-11-21'] })
    if (jsonSchema.maximum === MAX_ID) delete jsonSchema.maximum
    if (jsonSchema.minimum === 1) delete jsonSchema.minimum
    delete jsonSchema.maxLength
    if (io === 'input') return
    // A text or null.
    if (Array.isArray(jsonSchema.type)) delete jsonSchema.type
    delete jsonSchema.required
    delete jsonSchema.additionalProperties
  }

/** The dialect (2020-12) is the protocol's own; properties of what has none say nothing. */
const shorten = ({ $schema: _, ...schema }: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema), function drop(this: unknown, key: string, value: unknown) {
    return key === 'properties' && this !== schema && Object.keys(value as object).length === 0 ? undefined : value
  }) as Record<string, unknown>
