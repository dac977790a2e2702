/** Grants of a reader to a program by OAuth 2.1: scopes, PKCE, and the secrets that carry them. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyAccess } from '../../news/accounts/rules/account.ts'

export const oauthRules = {
  codeSeconds: 300,
  accessSeconds: 3600,
  /** Of disuse. */
  refreshDays: 90,
  /** After which a client without grants is purged: one that never had any, and one that had. */
  unusedHours: 24,
  usedDays: 180,
  /** Clients that never had a grant. */
  maxUnused: 5000,
} as const

export interface OAuthClient {
  id: string
  /** Its own word for itself. */
  name: string
  redirectUris: string[]
}

export interface NewGrant {
  clientId: string
  access: KeyAccess
  redirectUri: string
  /** Of PKCE, S256. */
  challenge: string
}

export interface Redemption {
  code: string
  clientId: string
  /** Null where the client leaves it out, as OAuth 2.1 has it. */
  redirectUri: string | null
  verifier: string
}

export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  access: KeyAccess
}

/** Least access that is asked for; null where no word of it is a scope of ours. */
export function parseScope(scope: string): KeyAccess | null {
  const scopes = scope.split(' ').filter(Boolean)
  if (scopes.includes('full')) return 'full'
  return scopes.length === 0 || scopes.includes('read') ? 'read' : null
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

export const newClientId = (): string => random(16)
export const newAuthorizationCode = (): string => `khc_${random(32)}`
export const newAccessToken = (): string => `kha_${random(32)}`
export const isAccessToken = (text: string): boolean => /^kha_[\w-]{43}$/.test(text)
export const newFamily = (): string => random(24)
/** All refresh tokens of a grant begin with its family: one with another end was used before, or is stolen. */
export const newRefreshToken = (family: string): string => `khr_${family}${random(24)}`
export const familyOf = (refreshToken: string): string | null =>
  /^khr_([\w-]{32})[\w-]{32}$/.exec(refreshToken)?.[1] ?? null

export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** True for the verifier whose SHA-256 was sent before (RFC 7636, S256). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const [made, sent] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return made.length === sent.length && timingSafeEqual(made, sent)
}
