/** The OpenAPI 3.1 document, from the same objects that validate. */
import { z } from 'zod'
import type { ErrorCode } from '../../platform/errors.ts'
import { statusOf } from '../../platform/http/errors.ts'
import type { Site } from '../../platform/site/site.ts'
import { ErrorBody } from './envelopes.ts'
import { errorExample, examples } from './examples.ts'
import { type FeatureApi, partsAt } from './feature-api.ts'
import type { ApiRoute } from './route.ts'
import { foundBeside } from './search-route.ts'
import { strictness } from './unknown-parameters.ts'

type Json = Record<string, unknown>

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string } & Json
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Json; securitySchemes: Json }
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Json[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; description: string; schema: Json }[]
  requestBody?: { required: true; content: { 'application/json': { schema: Json } } }
  responses: Record<string, Json>
}

type DocumentDeps = Pick<FeatureApi, 'rest' | 'resources'>

const list = new Intl.ListFormat('en-GB')

const tagsWith = ({ rest, resources }: DocumentDeps) => [
  { name: 'Entries', description: 'Articles.' },
  { name: 'Feeds', description: 'Sources, and following them.' },
  { name: 'Tags', description: 'Subjects.' },
  { name: 'Events', description: 'Events: the articles that report the same incident.' },
  { name: 'Stories', description: 'Affairs that run over several events.' },
  ...partsAt(rest, false).map(({ tag }) => tag),
  { name: 'Search', description: `${list.format(['Articles', ...foundBeside(resources)])} in one answer.` },
  { name: 'Changes', description: 'The log of changes, for apps and servers that hold a copy.' },
  ...partsAt(rest, true).map(({ tag }) => tag),
  { name: 'Account', description: 'Signing in and out.' },
  { name: 'Me', description: "The caller's follows, mutes, saved events and read marks, and their own feed." },
]

const descriptions: Record<ErrorCode, string> = {
  bad_request: 'A parameter is wrong, or the body is not JSON.',
  unauthorized: 'A token or a credential is missing or not valid.',
  forbidden: 'Not allowed.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'The method cannot be used here; see `Allow`.',
  gone: 'The cursor is older than the log. The message says how to start again.',
  payload_too_large: 'The body is larger than 64 KiB.',
  unprocessable: 'The body is well-formed, but cannot be accepted.',
  rate_limited: 'Too many calls; see `Retry-After`.',
  internal: 'Something went wrong here.',
  unavailable: 'A service that is needed, such as the database, cannot be reached just now.',
}

export function buildOpenApi(table: ApiRoute[], site: Site, baseUrl: string, parts: DocumentDeps): OpenApi {
  const schemas: Record<string, Json> = {}
  const paths: OpenApi['paths'] = {}
  for (const route of table) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) }
  }
  const schema = schemaOf(ErrorBody, schemas)
  const responses = (Object.entries(descriptions) as [ErrorCode, string][]).map(([code, text]) => [
    code,
    responseOf(code, text, { 'application/json': { schema, ...shown(errorExample(code, text)) } }),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version: '1',
      description:
        `${site.tagline}. Metadata and summaries, never the full text of an article; cite the source with a link. ` +
        'Lists come in an envelope of `data`, `pagination` and `meta`. Unknown parameters are named in `meta.ignored`, and refused with `strict=1`.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
      contact: { name: site.name, url: baseUrl + site.paths.about },
    },
    servers: [{ url: baseUrl }],
    tags: tagsWith(parts).filter(({ name }) => table.some((route) => route.tag === name)),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(responses.filter(([code]) => usedErrors(table).has(code as ErrorCode))),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'From POST /api/v1/auth/login. Lives for a year of disuse.',
        },
      },
    },
  }
}

function operationOf(route: ApiRoute, schemas: Record<string, Json>): Operation {
  const answers = route.answers.map(({ status, description, schema, example, type = 'application/json' }, i) => {
    const shownExample = i === 0 ? shown(example ?? examples[route.operationId]) : {}
    return [
      String(status),
      { description, content: { [type]: { schema: schemaOf(schema, schemas), ...shownExample } } },
    ]
  })
  const errors = errorsOf(route).map((code) => [String(statusOf[code]), { $ref: `#/components/responses/${code}` }])
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    security: { none: [], optional: [{}, { token: [] }], required: [{ token: [] }] }[route.auth],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...parametersOf(strictness, 'query'),
    ],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, schemas) } } },
    }),
    responses: Object.fromEntries([...answers, ...errors]),
  }
}

const shown = (value: unknown) => ({ examples: { answer: { value } } })

const usedErrors = (table: ApiRoute[]) => new Set(table.flatMap(errorsOf))

/** Whatever is asked may be no HTTP, which is `bad_request`. */
function errorsOf({ method, auth, params, body, errors = [] }: ApiRoute): ErrorCode[] {
  const codes = new Set<ErrorCode>([...errors, 'bad_request', 'internal', 'unavailable'])
  if (auth !== 'none') codes.add('unauthorized')
  if (auth !== 'none' && method !== 'GET') codes.add('forbidden')
  if (params) codes.add('not_found')
  if (body) codes.add('unprocessable')
  if (method !== 'GET') codes.add('payload_too_large')
  return [...codes].sort((a, b) => statusOf[a] - statusOf[b])
}

function responseOf(code: ErrorCode, description: string, content: Json): Json {
  const text = (description: string) => ({ description, schema: { type: 'string' } })
  const headers = {
    rate_limited: {
      'Retry-After': text('Seconds until the next call is allowed.'),
      RateLimit: text('Calls that remain, and seconds until the limit is full again.'),
      'RateLimit-Policy': text('The limit.'),
    },
    unauthorized: { 'WWW-Authenticate': text('`Bearer`, and where a program signs its reader in (RFC 9728).') },
    unavailable: { 'Retry-After': text('Seconds to wait before a new try.') },
  }
  return { description, ...(code in headers && { headers: headers[code as keyof typeof headers] }), content }
}

function parametersOf(schema: z.ZodObject | undefined, location: 'path' | 'query'): Operation['parameters'] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJson(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description: String(description ?? ''),
    schema: rest,
  }))
}

/** A reference where the schema has a name, which is then among `schemas`. */
function schemaOf(schema: z.ZodType, schemas: Record<string, Json>): Json {
  const { $defs = {}, ...inlined } = toJson(schema) as { $defs?: Record<string, Json> } & Json
  Object.assign(schemas, $defs)
  return inlined
}

function toJson(schema: z.ZodType): Json {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: tidy })
  const { $schema: _, ...json } = made as Json
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/')) as Json
}

/** Instants as such, and no bounds that are the machine's and not ours. */
function tidy({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  if (zodSchema._zod.def.type === 'date')
    Object.assign(jsonSchema, {
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
      ],
      examples: ['2026-11-21', '2026-11-21T09:00:00Z'],
    })
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}
