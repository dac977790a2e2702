/** The demo across restarts: the same port and dates, so that known articles stay known, until the world has aged. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../src/platform/errors.ts'
import { type RunningDemo, startDemoPublisher } from './publisher.ts'

const Memory = z.object({ now: z.coerce.date(), port: z.number().int().min(1).max(65535) })
type Memory = z.infer<typeof Memory>

const DAY = 86_400_000

export interface RememberedDemo extends RunningDemo {
  /** True at the first start, and once the last world is over a day old: then a database of before should go. */
  fresh: boolean
}

/** Keeps `demo.json` in `dataDir`. Throws `unavailable` when the port of before is taken. */
export async function startRememberedDemo(dataDir: string, world?: string, now = new Date()): Promise<RememberedDemo> {
  const file = join(dataDir, 'demo.json')
  const memory = recall(file)
  const fresh = !memory || now.getTime() - memory.now.getTime() > DAY || memory.now > now
  const start = fresh ? now : memory.now
  const demo = await startDemoPublisher({
    now: start,
    ...(!fresh && { port: memory.port }),
    ...(world !== undefined && { world }),
  }).catch((cause: unknown) => {
    if (fresh) throw cause
    throw new AppError(
      'unavailable',
      `Port ${memory.port}, from which the demo publishes, is taken. Is it running already?`,
      { cause },
    )
  })
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify({ now: start, port: Number(new URL(demo.url).port) }))
  return { ...demo, fresh }
}

/** A file that cannot be read is as good as none. */
function recall(file: string): Memory | null {
  try {
    return Memory.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
