/** Sends the letters that wait, each once. */
import type { Logger } from 'pino'
import { messageOf } from '../../domain/errors.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { Database } from '../../store/database/database.ts'
import { beginLetter, endLetter, failLetter, type Letter, takeLetters } from '../../store/editions/letters.ts'
import { stopEditionMail } from '../../store/editions/mails.ts'

export interface Sending<Composed> {
  database: Database
  clock: Clock
  log: Logger
  /** Letters as mail, in their order; null where nothing of it is left to tell. */
  compose(letters: Letter[]): Promise<(Composed | null)[]>
  send(mail: Composed): Promise<void>
  /** Whether the mail was certainly not taken, and the words of a server that has no such mailbox. */
  judge(error: unknown): { certain: boolean; refusal: string | null }
}

const BATCH = 50
const MOST_TRIES = 8
const AGAIN_MS = 2 * 60_000

/** After so many tries; null where it is given up. */
export const tryAgainAt = (tries: number, now: Date): Date | null =>
  tries < MOST_TRIES ? new Date(now.getTime() + AGAIN_MS * 2 ** tries) : null

/** Until none waits. */
export async function sendLetters<Composed>(parts: Sending<Composed>): Promise<number> {
  for (let sent = 0; ; ) {
    const letters = await takeLetters(parts.database, parts.clock.now(), BATCH)
    if (letters.length === 0) return sent
    const mails = await parts.compose(letters)
    for (const [i, letter] of letters.entries()) if (await sendOne(parts, letter, mails[i] ?? null)) sent++
  }
}

async function sendOne<Composed>(
  { database, clock, log, send, judge }: Sending<Composed>,
  letter: Letter,
  mail: Composed | null,
): Promise<boolean> {
  if (!mail) {
    await failLetter(database, letter.id, { error: 'nothing is left of it', tryAt: null, now: clock.now() })
    return false
  }
  if (!(await beginLetter(database, letter.id, clock.now()))) return false
  try {
    await send(mail)
  } catch (error) {
    const now = clock.now()
    const { certain, refusal } = judge(error)
    const tryAt = certain && refusal === null ? tryAgainAt(letter.tries + 1, now) : null
    await failLetter(database, letter.id, { error: refusal ?? messageOf(error), tryAt, now })
    if (refusal !== null) await stopEditionMail(database, { userId: letter.userId }, now, refusal)
    log.warn({ err: error, user: letter.userId, stopped: refusal !== null }, 'an edition could not be mailed')
    return false
  }
  await endLetter(database, letter.id, clock.now())
  return true
}
