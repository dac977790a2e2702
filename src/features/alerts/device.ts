/** A browser that takes alerts: its push service's address, which a third party names, and its keys. */
import { createECDH } from 'node:crypto'
import type { Program } from '../../platform/accounts/program.ts'
import { AppError } from '../../platform/errors.ts'

/** As the Push API gives it (W3C, PushSubscription). */
export interface PushAddress {
  endpoint: string
  /** Public key and secret that messages are encrypted with, base64url (RFC 8291). */
  p256dh: string
  auth: string
}

/** `token`: of the session in which it is added; `by`: the program that adds it. */
export type NewDevice = PushAddress & { device: string; token?: string | undefined; by?: Program | undefined }

export interface Device {
  id: number
  /** As people know it. */
  device: string
  createdAt: Date
  lastSentAt: Date | null
}

const MAX_ADDRESS = 1000

/** Null for what messages are not sent to. */
export function outsideAddress(text: string, secure: boolean): URL | null {
  const url = URL.parse(text)
  const schemes = secure ? ['https:'] : ['https:', 'http:']
  return url && schemes.includes(url.protocol) && !url.username && !url.password && url.href.length <= MAX_ADDRESS
    ? url
    : null
}

const AUTH_BYTES = 16

/** Throws `unprocessable` for what is no subscription. `secure`: an address without TLS is none. */
export function checkPushAddress({ endpoint, p256dh, auth }: PushAddress, secure: boolean): PushAddress {
  const url = outsideAddress(endpoint, secure)
  if (!url) throw new AppError('unprocessable', 'The endpoint is not the https address of a push service.')
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES || !isPoint(p256dh))
    throw new AppError('unprocessable', 'The keys are not those of a push subscription.')
  return { endpoint: url.href, p256dh, auth }
}

function isPoint(key: string): boolean {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(Buffer.from(key, 'base64url'))
    return true
  } catch {
    return false
  }
}

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]

/** "Chrome, Mac"; empty where the browser sends nothing that we recognise. */
export function deviceName(userAgent: string): string {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []
  return [first(BROWSERS), first(SYSTEMS)].flat().join(', ')
}
