/** Checks that a form was sent from a page of this site, by the browser's headers (Fetch Metadata, Origin). */
import type { FastifyRequest } from 'fastify'

/** True also without these headers: such clients are no browsers, which alone send cookies on their own. */
export function fromThisSite(request: FastifyRequest, baseUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || origin === new URL(baseUrl).origin
}
