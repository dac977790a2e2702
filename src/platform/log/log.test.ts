import { Writable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { createLog } from './log.ts'

function recordedLog() {
  const lines: { msg: string; suppressed?: number; key?: string }[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log: createLog({ LOG_LEVEL: 'info' }, 'web', stream as unknown as NodeJS.WriteStream), lines }
}

const refused = () => Object.assign(new Error('password authentication failed'), { code: '28P01' })

it('logs an error that goes on at once, then once a minute with how often it was met', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { log, lines } = recordedLog()
    const request = log.child({ reqId: 1 })
    for (let i = 0; i < 500; i++) {
      log.warn({ err: refused(), key: `${i}` }, `fetch ${i} failed`)
      request.error({ err: new AppError('unavailable', 'away', { cause: refused() }) }, 'away')
    }
    expect(lines.map(({ msg, suppressed }) => [msg, suppressed])).toEqual([
      ['fetch 0 failed', undefined],
      ['away', undefined],
    ])
    vi.advanceTimersByTime(60_001)
    log.warn({ err: refused(), key: 'last' }, 'fetch 7 failed')
    expect(lines.at(-1)).toMatchObject({ msg: 'fetch 7 failed', suppressed: 499, key: 'last' })
  } finally {
    vi.useRealTimers()
  }
})

it('logs other causes, and lines without an error, each time', () => {
  const { log, lines } = recordedLog()
  for (const code of ['ENOSPC', 'EACCES']) log.error({ err: Object.assign(new Error('x'), { code }) }, 'away')
  for (const ip of ['a', 'b']) log.warn({ ip }, 'a wrong token was given')
  log.warn('plain')
  log.warn('plain')
  expect(lines).toHaveLength(6)
})
