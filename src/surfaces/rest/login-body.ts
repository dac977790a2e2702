/** The body of a login: a provider and its credential. */
import { z } from 'zod'
import { type Credentials, emailPattern, parseEmail } from '../../news/accounts/rules/account.ts'

const email = z.preprocess(
  (text) => (typeof text === 'string' ? (parseEmail(text) ?? '') : text),
  z.email({ pattern: emailPattern, error: 'must be a mail address of at most 254 characters' }).max(254),
)
const code = z.preprocess(
  (text) => (typeof text === 'string' ? text.replace(/\s/g, '') : text),
  z
    .string('must be the six digits of the code')
    .regex(/^\d{6}$/, 'must be the six digits of the code')
    .optional(),
)
const idToken = z
  .string('must be an ID token')
  .max(10_000, 'must have at most 10000 characters')
  .regex(/^[\w-]+\.[\w-]+\.[\w-]*$/, 'must be an ID token (a JWT)')
const nonce = z.string('must be a text').max(500, 'must have at most 500 characters').optional()

export const LoginBody = z
  .discriminatedUnion(
    'provider',
    [
      z.object({
        provider: z.literal('email'),
        email,
        code: code.describe('The code of the mail. Without it a new code is sent.'),
      }),
      z.object({
        provider: z.literal('apple'),
        id_token: idToken,
        nonce: nonce.describe('As given to the provider; required when the token carries one.'),
      }),
      z.object({ provider: z.literal('google'), id_token: idToken, nonce }),
    ],
    {
      error: ({ code: violation }) =>
        violation === 'invalid_union' ? 'must be one of email, apple, google' : 'must be an object with a provider',
    },
  )
  .meta({ id: 'Login' })

export function toCredentials(body: z.infer<typeof LoginBody>): Credentials {
  return body.provider === 'email' ? body : { provider: body.provider, idToken: body.id_token, nonce: body.nonce }
}
