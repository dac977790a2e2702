/** The client of a request: the address that rate limits count by, and whether the request is a person's. */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** An IPv4 address as it is, an IPv6 one as its /64, an IPv4-mapped one as IPv4. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

/** Fastify's `trustProxy` from the setting: a number of hops, or a list of addresses and CIDRs. */
export function trustProxy(
  setting: string | undefined,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (!setting) return false
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting)
  return setting.split(',').map((part) => part.trim())
}

/** What tells one reader from another. */
export interface Reader {
  ip: string
  userAgent: string
}

/** True for a person's own request: browsers say so when they fetch ahead of it. */
export function isReading({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`
  return method === 'GET' && !purpose.includes('prefetch')
}
