/** Answers of routes as the document describes them: envelope, schema and example from one shape. */
import { z } from 'zod'
import { exampleOrigin, type Shape } from '../../news/resources/shape.ts'
import { listOf, oneOf } from './envelopes.ts'
import { exampleList, exampleOne } from './examples.ts'
import type { Answer } from './route.ts'

export const listAnswer = <View>(
  description: string,
  { schema, present }: Shape<View>,
  example: View,
  short?: Shape<View>,
): Answer => ({
  status: 200,
  description,
  schema: listOf(short ? z.union([schema, short.schema]) : schema),
  example: exampleList(present(example, exampleOrigin)),
})

export const oneAnswer = <View>(description: string, { schema, present }: Shape<View>, example: View): Answer => ({
  status: 200,
  description,
  schema: oneOf(schema),
  example: exampleOne(present(example, exampleOrigin)),
})

/** Of what is no view: with the example that `examples.ts` has for the operation. */
export const plainAnswer = (description: string, schema: z.ZodType): Answer => ({
  status: 200,
  description,
  schema: oneOf(schema),
})
