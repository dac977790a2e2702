/** The id in a route's path. */
import type { FastifyRequest } from 'fastify'
import { requireId } from '../ids.ts'

export type ById = FastifyRequest<{ Params: { id: string } }>

/** Part of a route's path that is digits alone. */
export const digits = (name: string) => `:${name}(^\\d{1,15}$)`
export const idParam = digits('id')

/** Throws `not_found` for a number that names nothing. */
export const idOf = ({ params }: { params: { id: string } }): number => requireId(params.id)
