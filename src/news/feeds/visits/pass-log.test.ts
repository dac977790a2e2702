import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { FetchReport } from '../rules/ingest-report.ts'
import { logPass, startPassLog } from './pass-log.ts'

function recorder() {
  const lines: { level: number; msg: string }[] = []
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

const visit = (feedId: number, changes: Partial<FetchReport> = {}): FetchReport => ({
  feedId,
  title: `Bladet ${feedId}`,
  outcome: 'unchanged',
  created: 0,
  updated: 0,
  error: null,
  cause: null,
  ...changes,
})
const failed = (feedId: number, cause: FetchReport['cause'] = 'busy') =>
  visit(feedId, { outcome: 'failed', error: 'The publisher answered 503: it is busy.', cause })

test('a pass ends with one line that counts and says why', () => {
  const { lines, log } = recorder()
  logPass(log, [visit(1), visit(2, { outcome: 'new' }), failed(3)])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    level: 30,
    requested: 3,
    answered: 2,
    failed: 1,
    msg: '3 sources asked: 2 answered, 1 failed. Bladet 3: The publisher answered 503: it is busy.',
  })
})

test('a pass without our own network blames no source', () => {
  const { lines, log } = recorder()
  logPass(log, [failed(1, 'offline'), failed(2, 'offline')])
  expect(lines).toMatchObject([
    { level: 40, msg: "2 sources asked: 0 answered; this machine's own network is unreachable", offline: 2 },
  ])
  expect(lines[0]?.msg).not.toContain('Bladet')
})

test('of a hundred failures ten are named', () => {
  const { lines, log } = recorder()
  logPass(
    log,
    Array.from({ length: 100 }, (_, i) => failed(i)),
  )
  expect(lines[0]?.msg.match(/Bladet/g)).toHaveLength(10)
  expect(lines[0]?.msg).toMatch(/and 90 more$/)
})

test('visits that follow each other are one pass, and what is unsaid is said at the end', () => {
  vi.useFakeTimers()
  try {
    const { lines, log } = recorder()
    const pass = startPassLog(log, 1000)
    pass.note(visit(1))
    vi.advanceTimersByTime(900)
    pass.note(visit(2))
    vi.advanceTimersByTime(900)
    expect(lines).toEqual([])
    vi.advanceTimersByTime(200)
    expect(lines.map(({ msg }) => msg)).toEqual(['2 sources asked: 2 answered'])
    pass.note(visit(3))
    pass.end()
    pass.end()
    expect(lines).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
