/** Two data folders beside each other on one played world: the one that is disturbed and the one that is left alone. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from './child.ts'
import { differences } from './compare.ts'
import { type Contents, readContents } from './contents.ts'
import { startWorld, type World } from './world.ts'

export interface Place {
  dataDir: string
  env: Record<string, string>
}

/** How a disturbed run compares with one that was left alone. */
export interface Verdict {
  differences: string[]
  undisturbed: Contents
}

export interface Stage {
  world: World
  folder: string
  open(name: string, env?: Record<string, string>): Place
  close(): Promise<void>
}

export async function openStage(feeds?: number): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-kill-'))
  const world = await startWorld(folder, feeds)
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  return {
    world,
    folder,
    open: (name, env = {}) => {
      const dataDir = join(folder, name)
      return { dataDir, env: { DATA_DIR: dataDir, TMPDIR: temporary, FETCH_ALLOW: '127.0.0.1/32', ...env } }
    },
    close: async () => {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const modelSettings = (world: World): Record<string, string> => ({
  AI_PROVIDER: 'openai',
  AI_MODEL: 'played',
  AI_BASE_URL: world.model.url,
  AI_RATE_PER_MINUTE: '100000',
})

/** Runs `commands` to their end in both places and compares what they hold then. */
export async function judge(disturbed: Place, calm: Place, commands: string[][]): Promise<Verdict> {
  for (const { env } of [disturbed, calm]) await runToEnd(commands, env)
  const undisturbed = await readContents(calm)
  return { differences: differences(await readContents(disturbed), undisturbed), undisturbed }
}

export async function runToEnd(commands: string[][], env: Record<string, string>): Promise<void> {
  for (const command of commands) {
    const ended = await runChild(command, env)
    if (ended.code !== 0) throw new Error(`${command.join(' ')}, left alone, failed:\n${ended.output}`)
  }
}
