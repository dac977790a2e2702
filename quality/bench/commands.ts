/** What a command costs beside a running service, over `node -e 0` on the same Node. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { launcher } from './children.ts'
import { type Measure, middle } from './measure.ts'
import type { Running } from './service.ts'

const run = promisify(execFile)

const commands = [
  { name: '--help', words: [launcher, '--help'], max: 10 },
  { name: 'stats', words: [launcher, 'stats'], max: 20 },
]
const nothing = ['-e', '0']

interface Cost {
  wall: number
  processor: number
}

export async function benchCommands({ place, short }: Running): Promise<Measure[]> {
  const costs = new Map<string[], Cost[]>([nothing, ...commands.map(({ words }) => words)].map((words) => [words, []]))
  // The first round compiles, and is not counted.
  for (let round = 0; round <= (short ? 3 : 15); round++)
    for (const [words, all] of costs) {
      const cost = await costOf(words, place.env)
      if (round > 0) all.push(cost)
    }
  const typical = (words: string[], what: keyof Cost) => middle((costs.get(words) ?? []).map((cost) => cost[what]))
  return commands.flatMap(({ name, words, max }) =>
    (['processor', 'wall'] as const).map((what) => {
      const [ms, least] = [typical(words, what), typical(nothing, what)]
      return {
        group: 'Commands',
        name: `${name}, ${what} time over node -e 0`,
        value: ms / least,
        unit: '×' as const,
        max,
        note: `${ms.toFixed(0)} ms over ${least.toFixed(0)} ms`,
      }
    }),
  )
}

/** Milliseconds of a program of Node's and of its children, as the shell has them from the kernel. */
export async function costOf(words: string[], env: Record<string, string>): Promise<Cost> {
  const timed = `TIMEFORMAT='TIME %R %U %S'; time "$@" >/dev/null`
  const { stderr } = await run('bash', ['-c', timed, 'bash', process.execPath, ...words], {
    env: { ...process.env, ...env },
  })
  const [wall = 0, user = 0, system = 0] = /^TIME (.*)$/m.exec(stderr)?.[1]?.split(' ').map(Number) ?? []
  return { wall: wall * 1000, processor: (user + system) * 1000 }
}
