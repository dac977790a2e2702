/**
 * Signing in with Apple or Google without any script of theirs: the browser goes there, and their answer comes back as
 * a form (OpenID Connect, response_mode=form_post). The answer comes from another site, so it cannot bring our cookies.
 * A page of ours carries it on, and then the nonce in the cookie must be the one in the token.
 */
import { randomBytes } from 'node:crypto'
import type { Config } from '../../../config.ts'

export type Provider = 'apple' | 'google'

type Settings = Pick<Config, 'APPLE_CLIENT_IDS' | 'GOOGLE_CLIENT_IDS' | 'APPLE_ISSUER' | 'GOOGLE_ISSUER' | 'BASE_URL'>

const clientId = (config: Settings, provider: Provider) =>
  (provider === 'apple' ? config.APPLE_CLIENT_IDS : config.GOOGLE_CLIENT_IDS)[0]

/** Those that are set up, by their first client id. */
export const providersOf = (config: Settings): Provider[] =>
  (['apple', 'google'] as const).filter((provider) => clientId(config, provider) !== undefined)

export interface OAuthState {
  nonce: string
  /** A path of the account. */
  next: string
}

export const newOAuthState = (next: string): OAuthState => ({ nonce: randomBytes(24).toString('base64url'), next })

/** Address of the provider's form. The answer is sent to `answerPath`. */
export function authorizationUrl(
  config: Settings,
  answerPath: string,
  provider: Provider,
  { nonce }: OAuthState,
): string {
  const address =
    provider === 'apple' ? `${config.APPLE_ISSUER}/auth/authorize` : `${config.GOOGLE_ISSUER}/o/oauth2/v2/auth`
  const url = new URL(address)
  const values = {
    client_id: clientId(config, provider) ?? '',
    redirect_uri: config.BASE_URL + answerPath,
    response_type: provider === 'apple' ? 'code id_token' : 'id_token',
    response_mode: 'form_post',
    scope: provider === 'apple' ? 'email' : 'openid email',
    nonce,
  }
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
