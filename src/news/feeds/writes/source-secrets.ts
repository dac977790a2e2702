/** Logins of sources as they are stored: sealed. */

import { openSecret, sealSecret } from '../../../platform/database/secrets.ts'
import type { SecretHeaders } from '../rules/source-settings.ts'

export const sealHeaders = (dataDir: string, headers: SecretHeaders): Buffer =>
  sealSecret(dataDir, JSON.stringify(headers))

/** Throws `forbidden` where the key is another one than it was sealed with. */
export const openHeaders = (dataDir: string, sealed: Buffer): SecretHeaders =>
  JSON.parse(openSecret(dataDir, sealed, ['The login of this source', 'Enter it again.']))
