/** Page after signing in: the page of the account that was requested, and nothing else. */
import type { FastifyRequest } from 'fastify'
import { addressOf } from '../../../platform/site/addresses.ts'
import type { Site } from '../../../platform/site/site.ts'

const PAGES =
  /^\/account(?:\/(?:letters|profile|saved|apps|own-feed|alerts(?:\?[\w=&%.+*-]{1,2000})?|follow\/\d{1,9}|choice\?[\w=&%.+*-]{1,2000}|connect\?[\w=&%.+*-]{1,5000}))?$/

/** Only pages of the account itself, against open redirects. */
export function pageAfter({ addresses, paths }: Site, address: unknown): string {
  const route = typeof address === 'string' ? addresses.inward(address) : ''
  return PAGES.test(route) ? addressOf(paths, route) : paths.account
}

/** The door of the account, which leads back to what was asked for. */
export function signInUrlOf(site: Site, { originalUrl }: Pick<FastifyRequest, 'originalUrl'>): string {
  const next = pageAfter(site, originalUrl)
  return next === site.paths.account ? next : addressOf(site.paths, `/account?${new URLSearchParams({ next })}`)
}
