/** Page after signing in: the page of the account that was requested, and nothing else. */
import type { FastifyRequest } from 'fastify'
import { addressOf, routeOf } from '../../../platform/site/addresses.ts'
import type { Paths } from '../../../platform/site/paths.ts'

const PAGES =
  /^\/konto(?:\/(?:letters|profile|saved|apps|own-feed|alerts(?:\?[\w=&%.+*-]{1,2000})?|follow\/\d{1,9}|choice\?[\w=&%.+*-]{1,2000}|connect\?[\w=&%.+*-]{1,5000}))?$/

/** Only pages of the account itself, against open redirects. */
export function pageAfter(paths: Paths, address: unknown): string {
  const route = typeof address === 'string' ? routeOf(paths, address) : ''
  return PAGES.test(route) ? addressOf(paths, route) : paths.account
}

/** The door of the account, which leads back to what was asked for. */
export function signInUrlOf(paths: Paths, { originalUrl }: Pick<FastifyRequest, 'originalUrl'>): string {
  const next = pageAfter(paths, originalUrl)
  return next === paths.account ? next : addressOf(paths, `/konto?${new URLSearchParams({ next })}`)
}
