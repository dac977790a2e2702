/**
 * Guards the addresses that the fetcher may reach, checked after DNS on the very address that is connected to. Feeds,
 * pages and redirects name untrusted hosts; this keeps them out of the operator's network (SSRF).
 */
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { AppError } from '../errors.ts'
import { FetchError } from './fetch-error.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

export interface Guard {
  /** Why `address` (a literal, without brackets) may not be reached, or null if it may. */
  refusal(address: string): string | null
  /** True when `host` is, or resolves to, an address that FETCH_ALLOW names: the operator's own network. */
  isAllowedNetwork(host: string): Promise<boolean>
  /** Connector for an undici Agent that connects to checked addresses only. */
  connector(options: { connectMs: number }): buildConnector.connector
}

/** `allow`: CIDRs or single addresses; throws `bad_request` naming the one that is neither. */
export function createGuard(allow: string[], lookup: LookupFunction = systemLookup as LookupFunction): Guard {
  const allowed = allow.map(parseNetwork)
  const names = memoized(async (name) => (await resolveAll(name, lookup)).some(isAllowed))
  const isAllowed = (text: string) =>
    ipaddr.isValid(text) && forms(ipaddr.parse(text)).some((form) => within(form, allowed))
  const refusal = (text: string) => (isAllowed(text) ? null : publicRefusal(text))
  return {
    refusal,
    connector: ({ connectMs }) => guardedConnector(refusal, guardedLookup(refusal, lookup), connectMs),
    async isAllowedNetwork(host) {
      if (allowed.length === 0) return false
      const name = bare(host)
      if (isIP(name) !== 0) return isAllowed(name)
      return names(name)
    },
  }
}

function parseNetwork(text: string): Network {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    const address = ipaddr.parse(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch (cause) {
    throw new AppError('bad_request', `FETCH_ALLOW: "${text}" is not an address range like 10.0.0.0/8`, { cause })
  }
}

const within = (address: Address, networks: Network[]) =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/** The address itself and, where IPv6 only wraps an IPv4 address (mapped, NAT64), the wrapped one. */
function forms(address: Address): Address[] {
  const wrapped = wrappedIpv4(address)
  return wrapped ? [address, wrapped] : [address]
}

const NAT64: Network = [ipaddr.parse('64:ff9b::'), 96]

function wrappedIpv4(address: Address): ipaddr.IPv4 | null {
  if (!(address instanceof ipaddr.IPv6)) return null
  const translated = address.range() === 'ipv4Mapped' || within(address, [NAT64])
  return translated ? new ipaddr.IPv4(address.toByteArray().slice(12)) : null
}

/** The Internet as assigned; what lies outside it has no public hosts. */
const GLOBAL_UNICAST: Network = [ipaddr.parse('2000::'), 3]
/** Public numbers behind which clouds answer their own machines. */
const METADATA: Network[] = [[ipaddr.parse('168.63.129.16'), 32]]

function publicRefusal(text: string): string | null {
  if (!ipaddr.isValid(text)) return 'not an address'
  const address = ipaddr.parse(text)
  const effective = wrappedIpv4(address) ?? address
  const range: string = effective.range()
  if (range !== 'unicast') return range
  if (within(effective, METADATA)) return 'metadata'
  return effective.kind() === 'ipv6' && !within(effective, [GLOBAL_UNICAST]) ? 'unassigned' : null
}

type Refusal = Guard['refusal']

function refused(host: string, address: string, range: string): FetchError {
  const through = host === address ? '' : ` (${address})`
  return new FetchError('refused_address', `${host}${through} is not a public address: ${range}. See FETCH_ALLOW.`)
}

/** Hands on only addresses that may be reached, so that what was checked is what is connected to. */
function guardedLookup(refusal: Refusal, lookup: LookupFunction): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const addresses = Array.isArray(found) ? found : []
      const allowed = addresses.filter(({ address }) => refusal(address) === null)
      const first = allowed[0]
      if (first === undefined) return callback(noAddress(host, addresses[0]?.address, refusal), '')
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}

function noAddress(host: string, address: string | undefined, refusal: Refusal): FetchError {
  if (address !== undefined) return refused(host, address, refusal(address) ?? 'refused')
  return new FetchError('dns', `The name ${host} has no address.`, { reached: false })
}

/** Literal addresses never reach a lookup, so they are checked here. */
function guardedConnector(refusal: Refusal, lookup: LookupFunction, connectMs: number): buildConnector.connector {
  const connect = buildConnector({ lookup, timeout: connectMs, allowH2: false, autoSelectFamily: true, port: 0 })
  return (options, callback) => {
    const host = bare(options.hostname)
    const reason = isIP(host) === 0 ? null : refusal(host)
    if (reason === null) return connect(options, callback)
    queueMicrotask(() => callback(refused(host, host, reason), null))
  }
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

function resolveAll(host: string, lookup: LookupFunction): Promise<string[]> {
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error, found) => {
      resolve(error || !Array.isArray(found) ? [] : found.map(({ address }) => address))
    })
  })
}

const NAME_CACHED_MS = 5 * 60_000
const MAX_CACHED_NAMES = 5000

/** This decides only the pace, never what may be reached, so an answer some minutes old will do. */
function memoized(query: (name: string) => Promise<boolean>): (name: string) => Promise<boolean> {
  const existing = new Map<string, { until: number; answer: Promise<boolean> }>()
  return (name) => {
    const entry = existing.get(name)
    if (entry && entry.until > Date.now()) return entry.answer
    const answer = query(name)
    if (existing.size >= MAX_CACHED_NAMES) existing.clear()
    existing.set(name, { until: Date.now() + NAME_CACHED_MS, answer })
    return answer
  }
}
