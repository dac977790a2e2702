/** Sessions of the console, of which only keyed hashes are kept: another operator's token ends them all. */
import { createHmac, randomBytes } from 'node:crypto'
import type { ActorDatabase, Database } from '../../../platform/database/database.ts'
import { type ActionRecord, insertAction, noteAuditedAction } from '../../actions/writes/log.ts'

const HOURS = 12

const signedIn: ActionRecord = {
  action: 'signed_in',
  target: 'console:0',
  subject: '',
  before: {},
  after: {},
  undo: null,
}

const keyedHash = (key: string, session: string): Buffer => createHmac('sha256', key).update(session).digest()

/** The log of actions records each sign-in. */
export async function openOperatorSession(database: ActorDatabase, key: string, now: Date): Promise<string> {
  const session = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + HOURS * 3_600_000)
  const hash = keyedHash(key, session)
  await database.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('operator_sessions').where('expires_at', '<=', now).execute()
    await trx.insertInto('operator_sessions').values({ hash, created_at: now, expires_at: expires }).execute()
    await insertAction(trx, database.actor, now, signedIn)
  })
  noteAuditedAction(database, signedIn)
  return session
}

export async function isOperatorSession({ db }: Database, key: string, session: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('operator_sessions')
    .select('created_at')
    .where('hash', '=', keyedHash(key, session))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function closeOperatorSession({ db }: Database, key: string, session: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('hash', '=', keyedHash(key, session)).execute()
}
