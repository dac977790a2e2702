/**
 * Work of a process that also answers readers, and that can wait: while many read, one task at a time, and after each the
 * readers have the machine to themselves for many times as long as it took. So few of them meet any of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { nextTurn } from './turns.ts'

export interface Line {
  /**
   * Does the task when its turn comes: at once, beside others, while hardly anyone reads. A task holds up those after it, so
   * it must not wait for the network, and never for another task of its line.
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>
}

export interface Throttle extends Line {
  /** Notes that somebody asks the process for something; costs next to nothing. */
  asked(): void
  /** Another line, with rests of its own: what stands in it keeps none of the others waiting. */
  line(): Line
  /** Seconds that tasks have been kept waiting for the sake of readers. */
  restedSeconds(): number
}

/** Requests a second from which on work rests most; with fewer it rests less. */
const MANY = 50
/** With fewer than so many a second it does not rest. */
const HARDLY_ANY = 2
/** So many times as long as the task took. */
const MOST_REST = 19
/** Milliseconds; however slow the machine, what is new is not held back for long. */
const LONGEST_REST_MS = 10_000
/** How many read is looked at again after so long. */
const LOOK_MS = 250

/** `time` in milliseconds. */
export function createThrottle(time = { now: () => performance.now(), sleep }): Throttle {
  const requests = createRate(time.now)
  let rested = 0
  const line = () => createLine(time, requests.perSecond, (ms) => (rested += ms))
  return { ...line(), line, asked: requests.count, restedSeconds: () => rested / 1000 }
}

function createLine(
  time: { now(): number; sleep(ms: number): Promise<unknown> },
  perSecond: () => number,
  onRest: (ms: number) => void,
): Line {
  /** Milliseconds to rest as things stood at `owedAt`, if many read. */
  let [owed, owedAt] = [0, 0]
  let queue: Promise<unknown> = Promise.resolve()

  async function rest(): Promise<void> {
    for (;;) {
      const share = Math.min(perSecond() / MANY, 1)
      const passed = time.now() - owedAt
      owedAt += passed
      owed = share > 0 ? owed - passed / share : 0
      if (owed <= 0) return
      await time.sleep(Math.min(owed * share, LOOK_MS))
      onRest(time.now() - owedAt)
    }
  }

  async function timed<Result>(task: () => Promise<Result>): Promise<Result> {
    const started = time.now()
    try {
      return await task()
    } finally {
      owedAt = time.now()
      owed = Math.min(Math.max(owed, 0) + (owedAt - started) * MOST_REST, LONGEST_REST_MS)
    }
  }

  return {
    run: async (task) => {
      // Many may come back from their publishers at once.
      await nextTurn()
      if (perSecond() < HARDLY_ANY) return timed(task)
      const result = queue.then(rest).then(() => timed(task))
      queue = result.catch(() => {})
      return result
    },
  }
}

/** Counts by whole seconds: how many came in the busier of this one and the last. */
function createRate(now: () => number) {
  let [second, current, last] = [0, 0, 0]
  const turn = () => {
    const at = Math.floor(now() / 1000)
    if (at === second) return
    last = at === second + 1 ? current : 0
    current = 0
    second = at
  }
  return {
    count: () => {
      turn()
      current++
    },
    perSecond: () => {
      turn()
      return Math.max(current, last)
    },
  }
}
