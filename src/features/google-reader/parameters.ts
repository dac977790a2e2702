/** Parameters of clients, in the address or the body, once or many times over. */
import type { FastifyRequest } from 'fastify'

type Fields = Record<string, unknown>

/** All values of a field: first those of the body, then those of the address. */
export function all(request: FastifyRequest, name: string): string[] {
  const sources = [request.body, request.query] as (Fields | undefined)[]
  return sources.flatMap((fields) => [fields?.[name]].flat()).filter((value) => typeof value === 'string')
}

export const first = (request: FastifyRequest, name: string): string => all(request, name)[0] ?? ''

/** A whole number from 1 to `max`, else `otherwise`. */
export function count(request: FastifyRequest, name: string, otherwise: number, max: number): number {
  const text = first(request, name)
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Math.min(Number(text), max) : otherwise
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, distinguished by the number of digits. */
export function instant(request: FastifyRequest, name: string): Date | null {
  const text = first(request, name)
  if (!/^\d{1,19}(\.\d+)?$/.test(text)) return null
  const number = Number(text)
  if (number === 0) return null
  const unit = [1e17, 1e14, 1e11].findIndex((min) => number >= min)
  return new Date(unit === -1 ? number * 1000 : number / ([1e6, 1e3, 1][unit] ?? 1))
}
