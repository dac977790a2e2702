/** Identity of a reader at sign-in, and the rules of addresses, codes and tokens. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Program } from '../../../platform/accounts/program.ts'
import type { Follow, Mute } from './profile.ts'

export type IdTokenProvider = 'apple' | 'google'

export type Credentials =
  /** `email` as `parseEmail` gives it: accounts, codes and limits are kept by that spelling. */
  | { provider: 'email'; email: string; code?: string | undefined }
  | { provider: IdTokenProvider; idToken: string; nonce?: string | undefined }

export interface Account {
  id: number
  /** Null for an account whose provider reported no verified address. */
  email: string | null
}

/** The sender of a request: in a session, or with a key of the API. */
export interface Caller extends Account, Program {
  access: KeyAccess
  isSession: boolean
}

/** The name that an app signs in with: the account's address, or a number where it has none. */
export const appUserName = ({ id, email }: Account): string => email ?? `account-${id}`

/** Claims that a provider vouches for. */
export interface VerifiedIdentity {
  provider: 'email' | IdTokenProvider
  subject: string
  /** Normalised; null when the provider reported none, or none that it has verified. */
  email: string | null
}

export interface Session {
  /** Known to the client alone; only its hash is stored. */
  token: string
  expiresAt: Date
  account: Account
}

export type LoginResult = { status: 'code_sent'; expiresIn: number } | { status: 'signed_in'; session: Session }

/** Everything that is kept about a person, for themselves. */
export interface AccountExport {
  id: number
  email: string | null
  createdAt: Date
  identities: { provider: string; subject: string }[]
  follows: (Follow & { since: Date })[]
  mutes: (Mute & { since: Date })[]
  saved: { eventId: number; since: Date }[]
  /** Read markers: one for all that is old, one an event for the rest. */
  reading: { visitedAt: Date | null; seenUntil: Date | null; readUntil: Date | null }
  read: { eventId: number; read: boolean; at: Date }[]
  sessions: { createdAt: Date; lastUsedAt: Date; expiresAt: Date }[]
  appPasswords: { name: string; createdAt: Date; lastUsedAt: Date | null }[]
  apiKeys: { name: string; access: KeyAccess; createdAt: Date; lastUsedAt: Date | null }[]
  agents: { name: string; access: KeyAccess; createdAt: Date; lastUsedAt: Date | null }[]
}

/** A device or browser that is signed in. */
export interface SignedInSession {
  /** Never contains its token. */
  id: string
  createdAt: Date
  lastUsedAt: Date
}

/** A password of our making for an app that knows nothing else. */
export interface AppPassword {
  id: number
  name: string
  createdAt: Date
  /** At most an hour behind. */
  lastUsedAt: Date | null
}

/** Rights of a key of the API: reading alone, or all that a session may but for making keys. */
export const KEY_ACCESS = ['read', 'full'] as const
export type KeyAccess = (typeof KEY_ACCESS)[number]

export interface ApiKey extends AppPassword {
  access: KeyAccess
}

export const loginRules = {
  codeSeconds: 600,
  wrongCodes: 5,
  tokenDays: 365,
  /** Use of a token is noted at most this often. */
  touchMinutes: 60,
} as const

/** A normalised address: dot-atom local part in ASCII, domain in its ASCII form (RFC 5321, RFC 5890). */
export const emailPattern =
  /^(?=.{3,254}$)[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/

/**
 * Canonical spelling of a mailbox, or null for an invalid address: trimmed, lower case, an international domain in
 * ASCII. Mail servers that are case-sensitive do not exist in practice. `ann+news@` is another mailbox than `ann@`,
 * since servers differ in what they ignore. Local parts beyond ASCII are refused: few servers take them, and they have
 * look-alikes.
 */
export function parseEmail(text: string): string | null {
  const [, local = '', domain = ''] = /^([!-~]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(text.trim()) ?? []
  const email = `${local}@${domainToASCII(domain)}`.toLowerCase()
  return emailPattern.test(email) ? email : null
}

export const newToken = (): string => `kh_${randomBytes(32).toString('base64url')}`

export const isToken = (text: string): boolean => /^kh_[\w-]{43}$/.test(text)

export const newApiKey = (): string => `khk_${randomBytes(32).toString('base64url')}`

export const isApiKey = (text: string): boolean => /^khk_[\w-]{43}$/.test(text)

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Made to be typed on a telephone: four groups of six letters and digits that look like no other, 118 bits. */
export const newAppPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** Typed with other case, spaces or none of the dashes it is the same. */
export const hashAppPassword = (password: string): Buffer =>
  createHash('sha256')
    .update(password.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Bound to its address, so that equal codes of two people look different where they are stored. */
export const hashCode = (email: string, code: string): Buffer =>
  createHash('sha256').update(`${email}\n${code}`).digest()

/** A program that a reader let in. */
export interface Agent {
  clientId: string
  name: string
  access: KeyAccess
  createdAt: Date
  /** At most an hour behind. */
  lastUsedAt: Date | null
}

/** `full` has `read` in it. */
export const scopesOf = (access: KeyAccess): KeyAccess[] => (access === 'full' ? ['read', 'full'] : ['read'])

/** Sign-in, and the account of a caller. The surface enforces the limits on signing in. */
export interface Accounts {
  /**
   * Mails a code, or answers with a new session. Throws `unauthorized` for a refused credential, `unprocessable` for a
   * provider that is not set up, `unavailable` when mail or the provider's keys cannot be reached. `lastFor`: seconds in
   * which no other code can be mailed, so that this one is valid as long.
   */
  login(credentials: Credentials, lastFor?: number): Promise<LoginResult>
  /** True while a code that was mailed there still works. */
  isCodeValid(email: string): Promise<boolean>
  /** By the token of a session or a key of the API; null for what is neither, or is none any more. */
  callerOf(token: string): Promise<Caller | null>
  /** That token or key is dead. */
  logout(token: string): Promise<void>
  /** Every row that names the person is gone, and mail that waits for them. */
  deleteAccount(userId: number): Promise<void>
}
