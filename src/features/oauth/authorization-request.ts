/** Requests of programs to act for a reader, and their violations (OAuth 2.1, 4.1.1; RFC 7636; RFC 8707). */
import type { KeyAccess } from '../../news/accounts/rules/account.ts'
import { isChallenge, parseScope } from './grant.ts'
import { areResources } from './protected-resources.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Sent on to the form of the page that asks, and from there. */
const NAMES = 'client_id redirect_uri response_type scope state code_challenge code_challenge_method resource'.split(
  ' ',
)
/** A sign-in carries all of them in one address, and in a cookie. */
const MAX_STATE = 1000

export type ParsedRequest = { access: KeyAccess; challenge: string } | { error: string }

export function parseAuthorizationRequest(fields: Fields, baseUrl: string): ParsedRequest {
  const { response_type: type, code_challenge: challenge, code_challenge_method: method, scope = '' } = fields
  if (NAMES.some((name) => name !== 'resource' && Array.isArray(fields[name]))) return { error: 'invalid_request' }
  if (fields.state !== undefined && stateOf(fields) === null) return { error: 'invalid_request' }
  if (type === undefined) return { error: 'invalid_request' }
  if (type !== 'code') return { error: 'unsupported_response_type' }
  if (method !== 'S256' || typeof challenge !== 'string' || !isChallenge(challenge)) return { error: 'invalid_request' }
  if (!areResources(baseUrl, fields.resource)) return { error: 'invalid_target' }
  const access = parseScope(String(scope))
  return access === null ? { error: 'invalid_scope' } : { access, challenge }
}

/** To be given back as it is. */
export const stateOf = ({ state }: Fields): string | null =>
  typeof state === 'string' && state.length <= MAX_STATE && /^\P{Cc}*$/u.test(state) ? state : null

/** Those that are sent on. */
export const requestFields = (fields: Fields): [name: string, value: string][] =>
  NAMES.flatMap((name) =>
    [fields[name] ?? []]
      .flat()
      .flatMap((value): [string, string][] => (typeof value === 'string' ? [[name, value]] : [])),
  )
