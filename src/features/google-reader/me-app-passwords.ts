/** The caller's app passwords, which programs of the Google Reader API sign in with. */

import { z } from 'zod'
import { requireFull } from '../../news/accounts/bearer.ts'
import { appUserName } from '../../news/accounts/rules/account.ts'
import { presentSecret, SecretInput, SecretView } from '../../news/accounts/secret-resource.ts'
import { listAppPasswords, makeAppPassword, revokeAppPassword } from '../../news/accounts/writes/app-passwords.ts'
import { AppError } from '../../platform/errors.ts'
import { oneOf } from '../../surfaces/rest/envelopes.ts'
import { exampleOne } from '../../surfaces/rest/examples.ts'
import { callerOf, programOf } from '../../surfaces/rest/me-profile.ts'
import { idQuery } from '../../surfaces/rest/me-schemas.ts'
import { type ApiRoute, type Call, me, route } from '../../surfaces/rest/route.ts'
import { sendDone } from '../../surfaces/rest/send.ts'

const AppPassword = SecretView.meta({ id: 'AppPassword' })
const MadeAppPassword = z
  .object({
    user_name: z.string().describe('The name that an app signs in with.'),
    password: z.string().describe('The password, shown once.'),
    app_passwords: z.array(AppPassword),
  })
  .meta({ id: 'MadeAppPassword' })

const valid = { status: 200, description: 'The valid app passwords.', schema: oneOf(z.array(AppPassword)) }
const examples = [{ id: 4, name: 'Reading app', created_at: '2026-11-21T09:00:00.000Z', last_used_at: null }]
const exampleMade = {
  user_name: 'reader@example.com',
  password: 'abcdef-ghjkmn-pqrstu-vwxyz2',
  app_passwords: examples,
}

export const appPasswordRoutes: ApiRoute[] = [
  route({
    ...me('GET', '/app-passwords', 'listMyAppPasswords'),
    summary: 'App passwords',
    description:
      'Without the passwords themselves, of which only hashes are stored. For a session or a key with `full` access.',
    answers: [{ ...valid, example: exampleOne(examples) }],
    errors: ['forbidden'],
    handle: async (call) => {
      requireReader(call)
      return sendDone(call, await presentAppPasswords(call))
    },
  }),
  route({
    ...me('POST', '/app-passwords', 'makeAppPassword'),
    summary: 'Make an app password',
    description:
      'For a reading app that signs in by the Google Reader API. It works until it is revoked, and one that a key made until ' +
      'that key is. An account holds 20. For a session or a key with `full` access.',
    body: SecretInput,
    answers: [
      {
        status: 200,
        description: 'The new app password, and all valid ones.',
        schema: oneOf(MadeAppPassword),
        example: exampleOne(exampleMade),
      },
    ],
    errors: ['unprocessable'],
    handle: async (call) => {
      const account = requireReader(call)
      const password = await makeAppPassword(
        call.ctx.database,
        account.id,
        { name: call.body.name, by: programOf(call) },
        call.ctx.clock.now(),
      )
      const made = { user_name: appUserName(account), password }
      return sendDone(call, { ...made, app_passwords: await presentAppPasswords(call) })
    },
  }),
  route({
    ...me('DELETE', '/app-passwords', 'revokeAppPassword'),
    summary: 'Revoke an app password',
    description:
      'Apps that sign in with it are refused from then on. Revoking one that does not exist changes nothing. A key revokes only ' +
      'what it made (403).',
    query: idQuery,
    answers: [{ ...valid, example: exampleOne([]) }],
    handle: async (call) => {
      const { id } = requireReader(call)
      await revokeAppPassword(call.ctx.database, { userId: id, id: call.query.id }, programOf(call))
      return sendDone(call, await presentAppPasswords(call))
    },
  }),
]

/** Throws `forbidden` for a key that only reads, and for another program than the reader's own. */
function requireReader({ account, reply }: Call) {
  if (!account) throw new AppError('unauthorized', 'Sign in first.')
  requireFull(account, reply)
  if (account.grantId !== undefined)
    throw new AppError('forbidden', 'App passwords take a session, or a key that the reader made.')
  return account
}

const presentAppPasswords = async (call: Call) =>
  (await listAppPasswords(call.ctx.database, callerOf(call))).map(presentSecret)
