/** The client of a request: the address that rate limits count by, and whether the request is a person's. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address as it is, an IPv6 one as its /64, an IPv4-mapped one as IPv4. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

/** `X-Forwarded-For` as Fastify reads it: bare addresses. Left of an invalid address, nothing is vouched for. */
export function forwardedFor(header: string): string {
  const hops = header.split(',').filter((hop) => hop.trim() !== '')
  const addresses = hops.map(bareAddress)
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(', ')
}

/** Without quotation marks, brackets, port and zone; an IPv4-mapped address as IPv4. Null for what is no address. */
function bareAddress(hop: string): string | null {
  const node = hop.trim().replace(/^"(.*)"$/, '$1')
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(node)?.[1]
  // Without brackets only an address that ends as IPv4 does can be separated from its port.
  const beforePort = node.includes('.') ? node.replace(/:\d{1,5}$/, '') : node
  const address = (inBrackets ?? beforePort).replace(/%.*$/, '')
  return isIP(address) === 0 ? null : ipaddr.process(address).toString()
}

/** Fastify's `trustProxy` from the setting: a number of hops, or a list of addresses and CIDRs. */
export function trustProxy(
  setting: string | undefined,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (!setting) return false
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting)
  return setting.split(',').map((part) => part.trim())
}

/** Fields that distinguish one reader from another. */
export interface Reader {
  ip: string
  userAgent: string
}

/** True for a person's own request: browsers say so when they fetch ahead of it. */
export function isReading({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`
  return method === 'GET' && !purpose.includes('prefetch')
}
