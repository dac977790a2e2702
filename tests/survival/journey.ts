/**
 * Kills at random moments, and then the question: does the database hold exactly what an undisturbed run brings? A kill
 * falls after a random number of requests to the publishers or the model and a random pause, or in the start.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ended, runChild } from './child.ts'
import { type Contents, readContents } from './contents.ts'
import { startWorld, type World } from './world.ts'

export type Work = 'ingest' | 'enrich' | 'import'

export interface Journey {
  work: Work
  kills: number
  /** Makes an empty database and names it; the embedded one without. */
  createDatabase?: () => Promise<string>
  seed: number
  onKill?: (done: number, ended: Ended) => void
}

export interface Outcome {
  kills: number
  /** Runs that ended before their kill came. */
  survived: number
  disturbed: Contents
  undisturbed: Contents
}

export async function runJourney(journey: Journey): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-kill-'))
  const world = await startWorld(folder)
  try {
    const place = await openPlace(journey, world, folder, 'disturbed')
    const random = generator(journey.seed)
    const commands = commandsOf(journey, world)
    const length = journey.work === 'import' ? await lengthOfRun(journey, world, folder) : null
    let kills = 0
    let survived = 0
    while (kills < journey.kills && survived < journey.kills + 20) {
      const command = commands[(kills + survived) % commands.length] as string[]
      const ended = await runChild(command, place.env, moment(world, random, length))
      if (ended.killed) {
        kills++
        journey.onKill?.(kills, ended)
      } else if (ended.code !== 0) throw new Error(`A run that was not killed failed:\n${ended.output}`)
      else survived++
      if (random() < 0.5) world.grow()
    }
    const calm = await openPlace(journey, world, folder, 'undisturbed')
    for (const { env } of [place, calm]) await runToEnd(journey, world, env)
    return { kills, survived, disturbed: await readContents(place), undisturbed: await readContents(calm) }
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openPlace(journey: Journey, world: World, folder: string, name: string) {
  const databaseUrl = await journey.createDatabase?.()
  const dataDir = join(folder, name)
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    SOURCES: journey.work === 'import' ? 'none' : world.opml,
    FETCH_ALLOW: '127.0.0.1/32',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(journey.work === 'enrich' && {
      AI_PROVIDER: 'openai',
      AI_MODEL: 'played',
      AI_BASE_URL: world.model.url,
      AI_RATE_PER_MINUTE: '100000',
    }),
  }
  return { env, dataDir, ...(databaseUrl && { databaseUrl }) }
}

/** The commands of a kind of work; each run takes the next one. */
const commandsOf = ({ work }: Journey, world: World): string[][] =>
  work === 'import'
    ? [
        ['podd', 'import', world.episode],
        ['feeds', 'import', world.opml],
      ]
    : [['ingest']]

async function runToEnd(journey: Journey, world: World, env: Record<string, string>): Promise<void> {
  for (const command of commandsOf(journey, world)) {
    const ended = await runChild(command, env)
    if (ended.code !== 0) throw new Error(`A run that was left alone failed:\n${ended.output}`)
  }
}

/** Milliseconds of one run on a database that is set up: an import asks nobody, so its kills go by time. */
async function lengthOfRun(journey: Journey, world: World, folder: string): Promise<number> {
  const { env } = await openPlace(journey, world, folder, 'measured')
  await runToEnd(journey, world, env)
  const started = Date.now()
  await runToEnd(journey, world, env)
  return (Date.now() - started) / commandsOf(journey, world).length
}

/** Waits for the moment to kill: now and then in the start, else amid the work. */
function moment(world: World, random: () => number, length: number | null) {
  return async (ended: AbortSignal) => {
    if (length !== null) return sleep(random() * length)
    const early = random() < 0.2
    const requests = world.requests() + Math.ceil(random() * (world.model.calls.length > 0 ? 20 : 9))
    const pause = random() * (early ? 2500 : 400)
    while (!early && !ended.aborted && world.requests() < requests) await sleep(2)
    await sleep(pause)
  }
}

/** Mulberry32: the same seed kills in the same manner. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
