/**
 * What is published of the tools' schemas, in few words: a client's model reads all of them before its first question. Of
 * what tools give back, the fields by name; in full their schemas would take 20,000 tokens. Answers are held against them by
 * the types here and by the tests.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Objects, and what lists hold, by the names of their fields alone. */
export const outline = (output: z.ZodObject): StandardSchemaWithJSON =>
  terse(
    z.object(Object.fromEntries(Object.entries(output.shape).map(([name, type]) => [name, sketch(type as z.ZodType)]))),
  )

function sketch(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodArray) return z.array(named(type.element as z.ZodType))
  return type instanceof z.ZodObject ? named(type) : type
}

const named = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodObject ? z.looseObject({}).describe(Object.keys(type.shape).join(', ')) : type

/** The same schema, without what is so anyway: the dialect (2020-12 is the protocol's own) and empty keywords. */
export function terse(schema: z.ZodObject): StandardSchemaWithJSON {
  const standard = (schema as unknown as StandardSchemaWithJSON)['~standard']
  const { jsonSchema } = standard
  return {
    '~standard': {
      ...standard,
      jsonSchema: {
        input: (options) => withoutIdle(jsonSchema.input(options)),
        output: (options) => withoutIdle(jsonSchema.output(options)),
      },
    },
  } as StandardSchemaWithJSON
}

function withoutIdle({ $schema: _, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), function drop(this: unknown, key: string, value: unknown) {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    return isEmpty && (key === 'additionalProperties' || (key === 'properties' && this !== schema)) ? undefined : value
  }) as Record<string, unknown>
}
