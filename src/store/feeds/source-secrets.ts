/** Logins of sources as they are stored: sealed. */
import type { SecretHeaders } from '../../domain/feeds/source-settings.ts'
import { openSecret, sealSecret } from '../secrets.ts'

export const sealHeaders = (dataDir: string, headers: SecretHeaders): Buffer =>
  sealSecret(dataDir, JSON.stringify(headers))

/** Throws `forbidden` where the key is another one than it was sealed with. */
export const openHeaders = (dataDir: string, sealed: Buffer): SecretHeaders =>
  JSON.parse(openSecret(dataDir, sealed, ['The login of this source', 'Enter it again.']))
