/** Secrets, sealed with a key of this installation: a backup of the database does not reveal them. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf } from '../errors.ts'
import { giveToOwner, makeOwnedFolder } from '../settings/data-owner.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyFile = (dataDir: string) => join(dataDir, 'secret.key')

/** AES-256-GCM: nonce, tag, ciphertext. Makes the key at first use. */
export function sealSecret(dataDir: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', readKey(dataDir) ?? makeKey(dataDir), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws `forbidden` with `what` cannot be opened, and what to do: where the key is another one, or not for this user. */
export function openSecret(dataDir: string, sealed: Buffer, [what, todo]: [string, string]): string {
  try {
    const key = readKey(dataDir)
    if (!key) throw new Error(`${keyFile(dataDir)} is not there`)
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const why = `${what} cannot be opened with the key in DATA_DIR (${messageOf(cause)}). ${todo}`
    throw new AppError('forbidden', why, { cause })
  }
}

/** The same, or null where the key is another one than it was sealed with. */
export function tryOpenSecret(...sealed: Parameters<typeof openSecret>): string | null {
  try {
    return openSecret(...sealed)
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return null
    throw error
  }
}

function readKey(dataDir: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(keyFile(dataDir), 'utf8').trim(), 'base64')
    if (key.length !== KEY_BYTES) throw new Error(`${keyFile(dataDir)} is not a key of ${KEY_BYTES} bytes`)
    return key
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return null
    if (code === 'EACCES' || code === 'EPERM') throw notForThisUser(keyFile(dataDir), error)
    throw error
  }
}

function notForThisUser(file: string, cause: unknown): AppError {
  const me = process.geteuid?.() ?? ''
  const why = `This user (id ${me}) may not read ${file}: run "chown ${me} ${file}" as root.`
  return new AppError('forbidden', why, { cause })
}

/** Written beside and linked into place, so that two processes that begin at once agree on one key. */
function makeKey(dataDir: string): Buffer {
  makeOwnedFolder(dataDir)
  const temporary = `${keyFile(dataDir)}.${process.pid}`
  writeFileSync(temporary, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
  giveToOwner(temporary)
  try {
    linkSync(temporary, keyFile(dataDir))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
  const key = readKey(dataDir)
  if (!key) throw new AppError('internal', `${keyFile(dataDir)} could not be made`)
  return key
}
