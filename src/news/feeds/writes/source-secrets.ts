/** Logins of sources as they are stored: sealed. */

import type { Database } from '../../../platform/database/database.ts'
import { openSecret, sealSecret } from '../../../platform/database/secrets.ts'
import { type SecretHeaders, splitCredentials } from '../rules/source-settings.ts'
import { getFeed } from './feeds.ts'

export const sealHeaders = (dataDir: string, headers: SecretHeaders): Buffer =>
  sealSecret(dataDir, JSON.stringify(headers))

/** Throws `forbidden` where the key is another one than it was sealed with. */
export const openHeaders = (dataDir: string, sealed: Buffer): SecretHeaders =>
  JSON.parse(openSecret(dataDir, sealed, ['The login of this source', 'Enter it again.']))

/** The headers with which a source is asked, for an operator who wants to see them; null where there are none. */
export async function sourceLogin(database: Database, dataDir: string, id: number): Promise<SecretHeaders | null> {
  const { secret, url } = await getFeed(database, id)
  return secret ? openHeaders(dataDir, secret) : splitCredentials(url).headers
}
