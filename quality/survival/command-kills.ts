/** Commands killed at random moments: `ingest`, `podd import`, `feeds import` and `restore`. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChild } from './child.ts'
import { judge, modelSettings, openStage, type Place, runToEnd, type Stage, type Verdict } from './place.ts'
import { generator } from './random.ts'

export interface CommandKills extends Verdict {
  kills: number
  /** Runs that ended before their kill came. */
  survived: number
}

/** `onKill` is told how many there were. */
export async function killCommands(
  wanted: number,
  seed: number,
  onKill: (kills: number) => void = () => {},
): Promise<CommandKills> {
  const stage = await openStage()
  try {
    const random = generator(seed)
    const settings = { SOURCES: stage.world.opml, ...modelSettings(stage.world) }
    const [disturbed, calm] = [stage.open('disturbed', settings), stage.open('undisturbed', settings)]
    const commands = await commandsOf(stage, disturbed)
    let [kills, survived] = [0, 0]
    while (kills < wanted && survived < wanted + 20) {
      const { args, byTime } = commands[(kills + survived) % commands.length] ?? { args: [], byTime: true }
      const ended = await runChild(args, disturbed.env, byTime ? () => sleep(random() * 4000) : amid(stage, random))
      if (ended.killed) onKill(++kills)
      else if (ended.code !== 0) throw new Error(`A run that was not killed failed:\n${ended.output}`)
      else survived++
      if (random() < 0.5) stage.world.grow()
    }
    const all = commands.map(({ args }) => args)
    return { kills, survived, ...(await judge(disturbed, calm, all)) }
  } finally {
    await stage.close()
  }
}

/** What is restored is an older state of the same world: `ingest` then brings it up to date. */
async function commandsOf({ world, folder }: Stage, place: Place): Promise<{ args: string[]; byTime: boolean }[]> {
  const backup = join(folder, 'backup.gz')
  await runToEnd([['ingest'], ['backup', backup]], place.env)
  return [
    { args: ['restore', '--replace', backup], byTime: true },
    ...(world.episode === null ? [] : [{ args: ['podd', 'import', world.episode], byTime: true }]),
    { args: ['feeds', 'import', world.opml], byTime: true },
    { args: ['ingest'], byTime: false },
  ]
}

/** Now and then in the start, else after a random number of requests and a random pause. */
function amid({ world }: Stage, random: () => number) {
  return async (ended: AbortSignal) => {
    const early = random() < 0.2
    const requests = world.requests() + Math.ceil(random() * 20)
    while (!early && !ended.aborted && world.requests() < requests) await sleep(2)
    await sleep(random() * (early ? 2500 : 400))
  }
}
