/** Account commands of a reader, for the API and the site alike: built from the store, the mailer and the verifier. */

import type { TokenKind } from '../feature.ts'
import { createIdTokenVerifier } from '../news/accounts/id-tokens.ts'
import {
  type Accounts,
  type Caller,
  type Credentials,
  isApiKey,
  type LoginResult,
  loginRules,
  newCode,
  type VerifiedIdentity,
} from '../news/accounts/rules/account.ts'
import { deleteAccount, signIn } from '../news/accounts/writes/accounts.ts'
import { callerOfApiKey, endApiKey } from '../news/accounts/writes/app-passwords.ts'
import { consumeCode, isCodeValid, saveCode } from '../news/accounts/writes/login-codes.ts'
import { issueToken, revokeToken, userOfToken } from '../news/accounts/writes/tokens.ts'
import { AppError } from '../platform/errors.ts'
import { createMailer, type Mailer } from '../platform/outbox/mailer.ts'
import type { Services } from './services.ts'

export interface AccountOperations {
  accounts: Accounts
  mail: Pick<Mailer, 'send'>
  close(): void
}

export function buildAccountOperations(services: Services, tokens: readonly TokenKind[]): AccountOperations {
  const { config, clock, database, log, content } = services
  const { t } = content.messages
  const mailer = createMailer(config, content.site.name, log)
  const verifyIdToken = createIdTokenVerifier(config, clock)

  async function sendCode(email: string, lastFor: number): Promise<void> {
    const code = newCode()
    await saveCode(database, { email, code, seconds: Math.max(loginRules.codeSeconds, lastFor) }, clock.now())
    const values = { code, site: content.site.name, minutes: loginRules.codeSeconds / 60 }
    if (!config.SMTP_URL) log.info({ to: email, code }, 'sign-in code')
    await mailer.send({ to: email, subject: t('mail.code_subject', values), text: t('mail.code_text', values) })
  }

  async function verify(credentials: Credentials): Promise<VerifiedIdentity> {
    if (credentials.provider !== 'email')
      return verifyIdToken(credentials.provider, credentials.idToken, credentials.nonce)
    const { email, code } = credentials
    if (code !== undefined && (await consumeCode(database, email, code, clock.now())))
      return { provider: 'email', subject: email, email }
    throw new AppError('unauthorized', 'That code is not valid: it is wrong, used, or too old. Ask for a new one.')
  }

  async function login(credentials: Credentials, lastFor = 0): Promise<LoginResult> {
    if (credentials.provider === 'email' && credentials.code === undefined) {
      await sendCode(credentials.email, lastFor)
      return { status: 'code_sent', expiresIn: loginRules.codeSeconds }
    }
    const account = await signIn(database, await verify(credentials), clock.now())
    return { status: 'signed_in', session: { ...(await issueToken(database, account.id, clock.now())), account } }
  }

  const kindOf = (token: string) => tokens.find((kind) => kind.isToken(token))

  async function callerOf(token: string): Promise<Caller | null> {
    if (isApiKey(token)) return callerOfApiKey(database, token, clock.now())
    const kind = kindOf(token)
    if (kind) return kind.callerOf(token)
    const account = await userOfToken(database, token, clock.now())
    return account && { ...account, access: 'full', isSession: true }
  }

  return {
    accounts: {
      login,
      isCodeValid: (email) => isCodeValid(database, email, clock.now()),
      callerOf,
      logout: (token) =>
        isApiKey(token) ? endApiKey(database, token) : (kindOf(token)?.revoke(token) ?? revokeToken(database, token)),
      deleteAccount: async (userId) => {
        for (const email of await deleteAccount(database, userId)) mailer.purge(email)
      },
    },
    mail: mailer,
    close: () => mailer.close(),
  }
}
