/** Parameters and form fields of the console: untrusted input → typed values. */
import type { FastifyRequest } from 'fastify'
import { textField } from '../../platform/http/text-field.ts'
import { parseId, parseSluggedId } from '../../platform/ids.ts'
import { isVisible } from '../../platform/text/titles.ts'
import { type Statement, saids } from './admin-page.ts'

export { type ById, idOf, idParam } from '../../platform/http/id-param.ts'
export { textField }

/** Ids of the boxes of that name which were ticked, and of a list of them in `all`. */
export function idFields(request: FastifyRequest, name: string, all: string): number[] {
  const body = (request.body ?? {}) as Record<string, unknown>
  const given = [body[name]].flat().concat(String(body[all] ?? '').split(' '))
  return [...new Set(given.flatMap((id) => parseId(id) ?? []))]
}

/** An id that was written or chosen, `12` or the address of a page that ends in it; null for anything else. */
export function idField(request: FastifyRequest, name: string): number | null {
  return parseSluggedId(/([^/]*)\/?$/.exec(textField(request, name))?.[1] ?? '')
}

/** Title and summary of the operator's; null where one of them is empty. */
export function correctedText(request: FastifyRequest): { title: string; summary: string } | null {
  const [title, summary] = [textField(request, 'title', 300), textField(request, 'summary', 3000)]
  return isVisible(title) && isVisible(summary) ? { title: title.replaceAll('\n', ' '), summary } : null
}

export function queryOf(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', ' ').trim().slice(0, 500) : ''
}

export const pageNumber = (request: FastifyRequest): number => {
  const page = queryOf(request, 'page')
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}

export const statementOf = (request: FastifyRequest): Statement | null =>
  saids.find((existing) => existing === queryOf(request, 'said')) ?? null

/** Only pages of the console, against open redirects. */
export const safeNext = (path: string): string => (/^\/admin(?:\/[a-z0-9-]+){0,3}$/.test(path) ? path : '/admin')
