/** Keys of the API and app passwords: one input and one view, for the API and the account's page alike. */
import { z } from 'zod'
import { foldSpace } from '../../platform/text/text.ts'
import { type AppPassword, KEY_ACCESS } from './rules/account.ts'

export const MAX_SECRET_NAME = 60

export const SecretInput = z.object({
  name: z.preprocess(
    (text) => (typeof text === 'string' ? foldSpace(text) : text),
    z
      .string({ error: 'must be a text' })
      .min(1, 'is required')
      .max(MAX_SECRET_NAME, `must have at most ${MAX_SECRET_NAME} characters`),
  ),
})

export const KeyInput = SecretInput.extend({
  access: z
    .enum(KEY_ACCESS, { error: `must be one of ${KEY_ACCESS.join(', ')}` })
    .describe('`read` changes nothing; `full` may all that a session may, but make keys.')
    .default('read'),
})

const listed = {
  id: z.int(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('At most an hour late.'),
}
export const SecretView = z.object(listed)

export const presentSecret = <T extends AppPassword>({ createdAt, lastUsedAt, ...secret }: T) => ({
  ...secret,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})
