/** Page after signing in: the page of the account that was requested, and nothing else. */
import type { FastifyRequest } from 'fastify'

const PAGES =
  /^(?:\/(?:utskick|profil|sparat|appar|eget-flode|larm(?:\?[\w=&%.+*-]{1,2000})?|folj\/\d{1,9}|val\?[\w=&%.+*-]{1,2000}|anslut\?[\w=&%.+*-]{1,5000}))?$/

/** Only pages of the account itself, against open redirects. */
export const pageAfter = (own: string, path: unknown): string =>
  typeof path === 'string' && path.startsWith(own) && PAGES.test(path.slice(own.length)) ? path : own

/** The door of the account, which leads back to what was asked for. */
export function doorOf(own: string, { originalUrl }: Pick<FastifyRequest, 'originalUrl'>): string {
  const next = pageAfter(own, originalUrl)
  return next === own ? own : `${own}?${new URLSearchParams({ vidare: next })}`
}
