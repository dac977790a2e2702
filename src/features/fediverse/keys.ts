/** The key that signs what the site sends to the fediverse. */

import { END_OF_LOG } from '../../news/changes/writes/changes.ts'
import { type Database, transaction } from '../../platform/database/database.ts'
import { openSecret, sealSecret, tryOpenSecret } from '../../platform/database/secrets.ts'

/** JSON Web Keys. */
export interface SigningKeys {
  publicKey: string
  privateKey: string
}

const WHOSE: [string, string] = ['The key for the fediverse', 'Another one is made.']

/** Made at first need: posts are of what changes from then on. One that cannot be opened is replaced: servers fetch the new one. */
export async function signingKeys(
  database: Database,
  dataDir: string,
  make: () => Promise<SigningKeys>,
  now: Date,
): Promise<SigningKeys> {
  const stored = await database.db.selectFrom('fediverse_site').selectAll().executeTakeFirst()
  const opened = stored && tryOpenSecret(dataDir, stored.sealed_private_key, WHOSE)
  if (stored && opened) return { publicKey: stored.public_key, privateKey: opened }
  const { publicKey, privateKey } = await make()
  const keys = { public_key: publicKey, sealed_private_key: sealSecret(dataDir, privateKey) }
  await transaction(database, async (trx) => {
    if (stored) await trx.updateTable('fediverse_site').set(keys).where('public_key', '=', stored.public_key).execute()
    await trx
      .insertInto('fediverse_site')
      .values({ ...keys, cursor: END_OF_LOG, created_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute()
  })
  // Of two processes that made some at once, one was first.
  const saved = await database.db.selectFrom('fediverse_site').selectAll().executeTakeFirstOrThrow()
  return { publicKey: saved.public_key, privateKey: openSecret(dataDir, saved.sealed_private_key, WHOSE) }
}
