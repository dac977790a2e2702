/** Signing in and out, and the end of an account. */
import { z } from 'zod'
import { bearerToken } from '../../news/accounts/bearer.ts'
import { loginWithinLimits } from '../../news/accounts/login-limits.ts'
import type { Session } from '../../news/accounts/rules/account.ts'
import { AppError } from '../../platform/errors.ts'
import { oneOf } from './envelopes.ts'
import { LoginBody, toCredentials } from './login-body.ts'
import { type ApiRoute, route } from './route.ts'
import { sendDone } from './send.ts'

const SessionBody = z
  .object({
    token: z.string().describe('Token of the session. Send it as `Authorization: Bearer`.'),
    token_type: z.literal('Bearer'),
    expires_at: z.iso.datetime().describe('Renewed by each use.'),
    user: z.object({ id: z.int(), email: z.string().nullable() }),
  })
  .meta({ id: 'Session' })
const CodeSent = z.object({ status: z.literal('code_sent'), expires_in: z.int() }).meta({ id: 'CodeSent' })
const done = <S extends string>(status: S) => oneOf(z.object({ status: z.literal(status) }))

export const authRoutes: ApiRoute[] = [
  route({
    method: 'POST',
    path: '/api/v1/auth/login',
    operationId: 'login',
    tag: 'Account',
    summary: 'Sign in',
    description:
      'With `email` alone a six-digit code is mailed, whether or not there is an account; with `email` and `code` a token ' +
      'is returned, and the account made at the first sign-in. Apple and Google take the `id_token` of their SDKs. ' +
      'A code is good for ten minutes and void after five wrong guesses. An address asks for five codes an hour for a mailbox; ' +
      'a mailbox gets 20 in all, the last of which is good until another can be mailed.',
    auth: 'none',
    body: LoginBody,
    answers: [
      { status: 200, description: 'Signed in.', schema: oneOf(SessionBody) },
      { status: 202, description: 'A code was mailed.', schema: oneOf(CodeSent) },
    ],
    errors: ['unauthorized', 'rate_limited', 'unavailable'],
    handle: async (call) => {
      const credentials = toCredentials(call.body)
      const result = await loginWithinLimits(call.ctx, call.request, call.reply, credentials)
      return result.status === 'code_sent'
        ? sendDone(call, { status: 'code_sent', expires_in: result.expiresIn }, 202)
        : sendDone(call, presentSession(result.session))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/auth/logout',
    operationId: 'logout',
    tag: 'Account',
    summary: 'Sign out',
    description: 'The token of this request is revoked; other tokens of the account stay valid.',
    auth: 'required',
    answers: [{ status: 200, description: 'Signed out.', schema: done('logged_out') }],
    handle: async (call) => {
      await call.ctx.accounts.logout(bearerToken(call.request) ?? '')
      return sendDone(call, { status: 'logged_out' })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/auth/account',
    operationId: 'deleteAccount',
    tag: 'Account',
    summary: 'Delete the account',
    description: 'Permanently deletes the account and everything that names the person. Only a session does it.',
    auth: 'required',
    answers: [{ status: 200, description: 'Deleted.', schema: done('deleted') }],
    handle: async (call) => {
      if (!call.account?.isSession)
        throw new AppError('forbidden', 'A program that acts for an account cannot delete it: the reader does.')
      await call.ctx.accounts.deleteAccount(call.account?.id ?? 0)
      return sendDone(call, { status: 'deleted' })
    },
  }),
]

const presentSession = ({ token, expiresAt, account }: Session): z.infer<typeof SessionBody> => ({
  token,
  token_type: 'Bearer',
  expires_at: expiresAt.toISOString(),
  user: account,
})
