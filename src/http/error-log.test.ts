import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { AppError } from '../domain/errors.ts'
import { logError } from './error-log.ts'

function startLog() {
  const lines: { msg: string; suppressed?: number }[] = []
  return { lines, log: pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) }) }
}

const refused = (port: number) => Object.assign(new Error(`connect ECONNREFUSED ${port}`), { code: 'ECONNREFUSED' })

it('writes one line a second for a cause, whoever wrapped it, and says how many it left out', async () => {
  const { lines, log } = startLog()
  for (let i = 0; i < 500; i++) {
    const cause = refused(i)
    logError(log, i % 2 ? cause : new AppError('unavailable', 'Away.', { cause }), { url: `/${i}` }, 'away')
  }
  expect(lines.map(({ msg, suppressed }) => [msg, suppressed])).toEqual([['away', undefined]])
  await sleep(1050)
  logError(log, refused(1), {}, 'away')
  expect(lines[1]).toMatchObject({ msg: 'away', suppressed: 499 })
})

it('keeps causes apart, and remembers no more of them than it has room for', () => {
  const { lines, log } = startLog()
  logError(log, new TypeError('a is not a function'), {}, 'one')
  logError(log, new AppError('unavailable', 'The database does not answer just now.'), {}, 'two')
  logError(log, 'thrown text', {}, 'three')
  expect(lines.map(({ msg }) => msg)).toEqual(['one', 'two', 'three'])
  for (let i = 0; i < 200; i++) logError(log, new Error(`cause ${i}`), {}, 'many')
  logError(log, new TypeError('a is not a function'), {}, 'again')
  expect(lines.at(-1)?.msg).toBe('again')
})
