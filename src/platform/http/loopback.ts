/** Recognises requests from this very machine that came through no proxy and from no web page. */
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * By the address of the connection itself. A proxy's request does not count, whatever its headers: it is known by the
 * headers that it adds, or by the site's name in Host. That also keeps pages of a browser on this machine out.
 */
export function isLocal(request: FastifyRequest): boolean {
  const { remoteAddress } = request.raw.socket
  if (!remoteAddress || !isLoopback(remoteAddress) || !isLoopback(request.ip)) return false
  if (forwarding.some((name) => request.headers[name] !== undefined)) return false
  const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return host === 'localhost' || isLoopback(host)
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
