import { expect, it } from 'vitest'
import { count, NOTHING } from './heartbeat.ts'
import type { Look } from './processor-time.ts'

type Times = [ranMs: number, waitedMs: number]

/** A look each second; of each, what the first thread and another gained in it. */
function played(seconds: number, main: Times, other: Times = [0, 0], isHeldUp = false): Look[] {
  const after = (n: number, [ranMs, waitedMs]: Times) => ({ ranMs: n * ranMs, waitedMs: n * waitedMs })
  return Array.from({ length: seconds + 1 }, (_, n) => ({
    pid: 7,
    at: n * 1000,
    isHeldUp,
    threads: new Map([
      [7, after(n, main)],
      [8, after(n, other)],
    ]),
  }))
}

const counted = (looks: Look[]) =>
  looks.slice(1).reduce((sum, look, n) => count(looks[n] as Look, look, sum), NOTHING).ms

/** A look each second at one that runs for 10 ms after each wait, which the system reports when it is over. */
function inTurns(seconds: number, waitMs: number): Look[] {
  const turnMs = waitMs + 10
  return Array.from({ length: seconds + 1 }, (_, n) => {
    const [turns, intoTurn] = [Math.floor((n * 1000) / turnMs), (n * 1000) % turnMs]
    const times = { ranMs: turns * 10 + Math.max(0, intoTurn - waitMs), waitedMs: turns * waitMs }
    return { pid: 7, at: n * 1000, isHeldUp: true, threads: new Map([[7, times]]) }
  })
}

it.each([5, 90, 300, 700, 1300, 2900])('counts the turns alone of one that waits %i ms for each', (waitMs) => {
  const [seconds, share] = [600, 10 / (waitMs + 10)]
  const ranMs = seconds * 1000 * share
  const ms = counted(inTurns(seconds, waitMs))
  expect(ms).toBeGreaterThan(ranMs - 1000)
  expect(ms).toBeLessThan(ranMs + 1000)
})

it.each<[string, Look[], number]>([
  ['in a loop, with a processor of its own', played(10, [1000, 0]), 10_000],
  ['in a loop, with a fifteenth of one', played(150, [67, 933]), 10_050],
  ['asleep, where others have the processors', played(10, [0, 0]), 10_000],
  ['stopped', played(10, [0, 0]), 10_000],
  ['starved', played(100, [10, 990]), 1000],
  ['starved so much that it never had a turn', played(100, [0, 0], [0, 0], true), 0],
  ['asleep until another thread of it has had its turn', played(100, [0, 0], [10, 990]), 1000],
  ['beside a thread that works', played(10, [0, 0], [1000, 0]), 10_000],
  ['held up by the disk', played(100, [0, 0], [0, 0], true), 0],
  ['in a loop, and just now not in its turn', played(10, [500, 500], [0, 0], true), 5000],
  ['beyond what the system tells', played(60, [0, 0]).map((look) => ({ ...look, threads: null })), 60_000],
])('silence of a process that is %s', (_, looks, ms) => expect(counted(looks)).toBeCloseTo(ms, 3))

it('a machine that was suspended, or a supervisor that had no turn itself, makes a second of silence', () => {
  const [before, now] = played(1, [0, 0])
  expect(counted([before as Look, { ...(now as Look), at: 3_600_000 }])).toBe(1000)
})

it('a thread that came between two looks had not waited before', () => {
  const [before, now] = played(1, [0, 0])
  const threads = new Map(now?.threads).set(9, { ranMs: 0, waitedMs: 90_000 })
  expect(counted([before as Look, { ...(now as Look), threads }])).toBe(1000)
})
