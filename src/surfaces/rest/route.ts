/** A route of /api/v1: address, documentation and schemas in one object, from which Fastify and OpenAPI are fed. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { Caller } from '../../news/accounts/rules/account.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import type { MarkdownContext } from '../../platform/markdown/context.ts'

export type Auth = 'none' | 'optional' | 'required'

type Schema = z.ZodObject
type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined

/** One request, validated. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  ctx: Ctx
  request: FastifyRequest
  reply: FastifyReply
  params: Params
  query: Query
  body: Body
  /** Account of the caller; null for an anonymous one. Never null where `auth` is `required`. */
  account: Caller | null
  /** For what is text in the site's words. */
  md: MarkdownContext
}

export interface Answer {
  status: number
  description: string
  schema: z.ZodType
  /** Of what is sent; else `examples.ts` has one. */
  example?: unknown
  /** Media type, where it is not JSON. */
  type?: string
}

export interface ApiRoute {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/api/v1/${string}`
  operationId: string
  tag: string
  summary: string
  description: string
  auth: Auth
  params?: Schema
  query?: Schema
  body?: z.ZodType
  answers: Answer[]
  /** Beyond those that follow from the schemas and `auth`. */
  errors?: ErrorCode[]
  handle: (call: Call) => Promise<FastifyReply>
}

/** Keeps the types of the schemas for the handler. */
export function route<P extends Schema | undefined, Q extends Schema | undefined, B extends z.ZodType | undefined>(
  definition: Omit<ApiRoute, 'params' | 'query' | 'body' | 'handle'> & {
    params?: P
    query?: Q
    body?: B
    handle: (call: Call<Parsed<P>, Parsed<Q>, Parsed<B>>) => Promise<FastifyReply>
  },
): ApiRoute {
  return definition as unknown as ApiRoute
}

/** Head of a route of the caller's own things. */
export const me = (method: ApiRoute['method'], path: string, operationId: string) =>
  ({ method, path: `/api/v1/me${path}`, operationId, tag: 'Me', auth: 'required' }) as const
