/** Sends the letters that wait, each once. */
import type { Logger } from 'pino'
import { messageOf } from '../../domain/errors.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { Database } from '../../store/database/database.ts'
import { failLetter, type Letter, takeLetters, turnLetters } from '../../store/editions/letters.ts'
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

const BATCH = 100
/** Letters in the mail server's hands at once; as many may be lost where we are killed. */
const IN_HAND = 4
const MOST_TRIES = 8
const AGAIN_MS = 2 * 60_000
const DAY_MS = 86_400_000

/** After so many tries; null where it is given up. */
export const tryAgainAt = (tries: number, now: Date, requestedMs = 0): Date | null =>
  tries < MOST_TRIES ? new Date(now.getTime() + Math.max(AGAIN_MS * 2 ** tries, Math.min(requestedMs, DAY_MS))) : null

interface Written<Composed> {
  letter: Letter
  mail: Composed
}

/** Until none waits. */
export async function sendLetters<Composed>(parts: Sending<Composed>): Promise<number> {
  for (let sent = 0; ; ) {
    const letters = await takeLetters(parts.database, parts.clock.now(), BATCH)
    if (letters.length === 0) return sent
    sent += await sendBatch(parts, await writeLetters(parts, letters))
  }
}

async function writeLetters<Composed>(
  { database, clock, compose }: Sending<Composed>,
  letters: Letter[],
): Promise<Written<Composed>[]> {
  const mails = await compose(letters)
  const written: Written<Composed>[] = []
  for (const [i, letter] of letters.entries()) {
    const mail = mails[i]
    if (mail) written.push({ letter, mail })
    else await failLetter(database, letter.id, { error: 'nothing is left of it', tryAt: null, now: clock.now() })
  }
  return written
}

/** A few at a time: one statement notes those that were taken and begins the next. */
async function sendBatch<Composed>(parts: Sending<Composed>, written: Written<Composed>[]): Promise<number> {
  const { database, clock } = parts
  let [sent, taken] = [0, [] as number[]]
  for (let at = 0; at < written.length || taken.length > 0; at += IN_HAND) {
    const round = written.slice(at, at + IN_HAND)
    const next = round.map(({ letter }) => letter.id)
    const begun = await turnLetters(database, { taken, next }, clock.now())
    const ours = round.filter(({ letter }) => begun.has(letter.id))
    const answers = await Promise.all(ours.map((one) => sendOne(parts, one)))
    taken = ours.flatMap(({ letter }, i) => (answers[i] ? [letter.id] : []))
    sent += taken.length
  }
  return sent
}

/** Whether the mail server took it. */
async function sendOne<Composed>(
  { database, clock, log, send, judge }: Sending<Composed>,
  { letter, mail }: Written<Composed>,
): Promise<boolean> {
  try {
    await send(mail)
    return true
  } catch (error) {
    const now = clock.now()
    const { certain, refusal } = judge(error)
    const tryAt = certain && refusal === null ? tryAgainAt(letter.tries + 1, now) : null
    await failLetter(database, letter.id, { error: refusal ?? messageOf(error), tryAt, now })
    if (refusal !== null) await stopEditionMail(database, { userId: letter.userId }, now, refusal)
    log.warn({ err: error, user: letter.userId, stopped: refusal !== null }, 'an edition could not be mailed')
    return false
  }
}
