/** An object as it is sent: each field once, with its schema and its value of a view. Schemas, answers and examples follow. */
import { z } from 'zod'
import { firstPaths } from '../../platform/site/page-words.ts'
import type { Origin } from '../../platform/site/paths.ts'

type Schemas = Record<string, z.ZodType>
type Wire<S extends Schemas> = { [Name in keyof S]: z.infer<S[Name]> }

type Fields<View, S extends Schemas> = {
  [Name in keyof S]: [schema: S[Name], value: (view: View, origin: Origin) => z.infer<S[Name]>]
}

export interface Shape<View, S extends Schemas = Schemas> {
  schema: z.ZodObject<S>
  present: (view: View, origin: Origin) => Wire<S>
  fields: Fields<View, S>
}

/** `id` names the schema in the OpenAPI document. */
export const shape =
  <View>() =>
  <S extends Schemas>(id: string, description: string, fields: Fields<View, S>): Shape<View, S> => {
    const all = Object.entries(fields)
    const schemas = Object.fromEntries(all.map(([name, [schema]]) => [name, schema])) as S
    return {
      schema: z.object(schemas).meta({ id, description }),
      present: (view, origin) => {
        const wire: Record<string, unknown> = {}
        for (const [name, [, value]] of all) wire[name] = value(view, origin)
        return wire as Wire<S>
      },
      fields,
    }
  }

/** Some of the fields of a shape. */
export const pick = <View, S extends Schemas, Name extends keyof S & string>(
  { fields }: Shape<View, S>,
  ...names: Name[]
): Fields<View, Pick<S, Name>> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Fields<View, Pick<S, Name>>

export const instant = z.iso.datetime()
export const address = z.url()
export const id = z.int().min(1)
export const count = z.int().min(0)

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Of the examples in the OpenAPI document. */
export const exampleOrigin: Origin = { baseUrl: 'https://news.example', paths: firstPaths }
