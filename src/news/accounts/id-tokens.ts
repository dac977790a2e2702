/** ID tokens of Apple and Google: signature, issuer, audience, expiry and nonce, against the provider's published keys. */
import { createHash } from 'node:crypto'
import type { errors, JWTPayload, JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { AppError } from '../../platform/errors.ts'
import { type OnDemand, onDemand } from '../../platform/on-demand.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type IdTokenProvider, parseEmail, type VerifiedIdentity } from './rules/account.ts'

interface Provider {
  name: string
  audiences: string[]
  issuers: string[]
  /** Its tokens carry a nonce only where the app asked for one, so that the app knows it; and say where none is supported. */
  nonceByApp: boolean
  keys: OnDemand<JWTVerifyGetKey>
}

export type VerifyIdToken = (
  provider: IdTokenProvider,
  idToken: string,
  nonce: string | undefined,
) => Promise<VerifiedIdentity>

/** Throws `unprocessable` for a provider that is not set up, `unauthorized` for a refused token, `unavailable` without keys. */
export function createIdTokenVerifier(config: Config, clock: Clock): VerifyIdToken {
  const google = config.GOOGLE_ISSUER
  const providers: Record<IdTokenProvider, Provider> = {
    apple: {
      name: 'Apple',
      audiences: config.APPLE_CLIENT_IDS,
      issuers: [config.APPLE_ISSUER],
      nonceByApp: true,
      keys: onDemand(() => remoteKeys(config.APPLE_JWKS_URL)),
    },
    google: {
      name: 'Google',
      audiences: config.GOOGLE_CLIENT_IDS,
      // Google writes its issuer with and without the scheme.
      issuers: google === 'https://accounts.google.com' ? [google, 'accounts.google.com'] : [google],
      nonceByApp: false,
      keys: onDemand(() => remoteKeys(config.GOOGLE_JWKS_URL)),
    },
  }
  return async (provider, idToken, nonce) => {
    const payload = await verify(providers[provider], idToken, clock)
    if (!nonceFits(providers[provider], payload, nonce)) throw refused('its nonce is not the one sent')
    return toIdentity(provider, payload)
  }
}

const fetchesPerMinute = 20

/**
 * Keys are cached for ten minutes. An unknown key id fetches them again at once, rate-limited so that forged tokens cannot
 * cause endless fetches.
 */
async function remoteKeys(url: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose')
  let recentFetches: number[] = []
  return createRemoteJWKSet(new URL(url), {
    cooldownDuration: 0,
    timeoutDuration: 5_000,
    [customFetch]: async (address: string, init: object) => {
      const now = Date.now()
      recentFetches = recentFetches.filter((at) => now - at < 60_000)
      if (recentFetches.length >= fetchesPerMinute) throw new AppError('unavailable', 'Asked for keys too often.')
      recentFetches.push(now)
      return fetch(address, init as RequestInit)
    },
  })
}

/** Between the provider's clock and this one. */
const CLOCK_SKEW_SECONDS = 30

async function verify(provider: Provider, idToken: string, clock: Clock): Promise<JWTPayload> {
  if (provider.audiences.length === 0)
    throw new AppError('unprocessable', `Signing in with ${provider.name} is not set up on this site.`)
  const { errors, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(idToken, await provider.keys(), {
      algorithms: ['RS256', 'ES256'],
      issuer: provider.issuers,
      audience: provider.audiences,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: clock.now(),
    })
    return payload
  } catch (cause) {
    if (isRefusal(errors, cause)) throw refused(cause.message, cause)
    throw new AppError('unavailable', `The keys of ${provider.name} cannot be reached just now. Try again shortly.`, {
      cause,
      retryAfter: 30,
    })
  }
}

type JoseErrors = typeof errors

// Remaining errors are about the key set: unreachable, too slow, or not one.
const isRefusal = (errors: JoseErrors, error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC')

const refused = (why: string, cause?: unknown) =>
  new AppError('unauthorized', `The ID token was refused: ${why.replace(/[^\x20-\x7e]/g, '').slice(0, 120)}.`, {
    cause,
  })

/**
 * Apps give the provider the nonce itself or its SHA-256. A platform without support of nonces gives a token without
 * one, and declares so; that of any other platform must have the one that was sent.
 */
function nonceFits(provider: Provider, payload: JWTPayload, sent: string | undefined): boolean {
  const { nonce: claimed, nonce_supported: supported } = payload
  if (sent === undefined) return claimed === undefined || !provider.nonceByApp
  if (claimed === undefined) return provider.nonceByApp && String(supported) === 'false'
  return claimed === sent || (typeof claimed === 'string' && hashesOf(sent).includes(claimed.replace(/=+$/, '')))
}

/** In the encodings that apps choose from, without padding. */
function hashesOf(nonce: string): string[] {
  const hash = createHash('sha256').update(nonce).digest()
  const [hex, base64] = [hash.toString('hex'), hash.toString('base64').replace('=', '')]
  return [hex, hex.toUpperCase(), base64, hash.toString('base64url')]
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  // Apple writes booleans as strings.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
})

function toIdentity(provider: IdTokenProvider, payload: JWTPayload): VerifiedIdentity {
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw refused('its subject cannot be used')
  const { sub, email, email_verified: verified } = claims.data
  return { provider, subject: sub, email: email && verified === true ? parseEmail(email) : null }
}
