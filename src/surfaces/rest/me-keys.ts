/** The caller's keys of the API. */

import { z } from 'zod'
import { KeyInput, presentSecret, SecretView } from '../../news/accounts/secret-resource.ts'
import { listApiKeys, makeApiKey, revokeApiKey } from '../../news/accounts/writes/app-passwords.ts'
import { AppError } from '../../platform/errors.ts'
import { oneOf } from './envelopes.ts'
import { callerOf, programOf } from './me-profile.ts'
import { idQuery } from './me-schemas.ts'
import { type ApiRoute, type Call, me, route } from './route.ts'
import { sendDone } from './send.ts'

const Key = SecretView.extend({ access: KeyInput.shape.access.unwrap() }).meta({ id: 'Key' })
const MadeKey = z
  .object({
    key: z.string().describe('The key, shown once. Send it as `Authorization: Bearer`.'),
    keys: z.array(Key),
  })
  .meta({ id: 'MadeKey' })

const keys = [{ status: 200, description: 'The valid keys.', schema: oneOf(z.array(Key)) }]

export const keyRoutes: ApiRoute[] = [
  route({
    ...me('GET', '/keys', 'listMyKeys'),
    summary: 'Keys of the API',
    description: 'Without the keys themselves, of which only hashes are stored.',
    answers: keys,
    handle: async (call) => sendDone(call, await presentKeys(call)),
  }),
  route({
    ...me('POST', '/keys', 'makeKey'),
    summary: 'Make a key',
    description:
      'For a program that reads, or does, what the account may: over the API and over MCP. It works until it is revoked. An ' +
      'account holds 20. Only a session makes keys.',
    body: KeyInput,
    answers: [{ status: 200, description: 'The new key, and all valid keys.', schema: oneOf(MadeKey) }],
    errors: ['unprocessable'],
    handle: async (call) => {
      if (!call.account?.isSession) throw new AppError('forbidden', 'A key makes no other keys: sign in for that.')
      const key = await makeApiKey(call.ctx.database, callerOf(call), call.body, call.ctx.clock.now())
      return sendDone(call, { key, keys: await presentKeys(call) })
    },
  }),
  route({
    ...me('DELETE', '/keys', 'revokeKey'),
    summary: 'Revoke a key',
    description:
      'The key is revoked, and all that was made with it ends. Revoking a key that does not exist changes nothing. A key ' +
      'revokes no other (403).',
    query: idQuery,
    answers: keys,
    handle: async (call) => {
      await revokeApiKey(call.ctx.database, { userId: callerOf(call), id: call.query.id }, programOf(call))
      return sendDone(call, await presentKeys(call))
    },
  }),
]

const presentKeys = async (call: Call) => (await listApiKeys(call.ctx.database, callerOf(call))).map(presentSecret)
