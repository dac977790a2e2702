/**
 * `npm run survival`: random SIGKILLs of each process of a service, of all at once, and of commands, against an undisturbed
 * run. Options: --kills N (of each, 100), --process web|worker|postgres|supervisor|all|command, --seed N.
 */
import { parseArgs } from 'node:util'
import { killCommands } from './command-kills.ts'
import type { Verdict } from './place.ts'
import { killService, type Victim, victims } from './service-kills.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    process: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const all: (Victim | 'command')[] = [...victims, 'command']
const selected = all.filter((victim) => !values.process || victim === values.process)
const wanted = Number(values.kills)
const seed = Number(values.seed)
console.log(`seed ${seed}, ${wanted} kills of each`)
let failed = selected.length > 0 ? 0 : 1
for (const victim of selected) failed += await report(victim).catch(broken(victim))
console.log(`${selected.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function report(victim: Victim | 'command'): Promise<number> {
  const started = Date.now()
  const tell = (kills: number) => {
    if (kills % 5 === 0) console.error(`${victim}: ${kills} kills, ${Math.round((Date.now() - started) / 1000)} s`)
  }
  const outcome = await (victim === 'command' ? killCommands(wanted, seed, tell) : killOften(victim, tell))
  const kills = typeof outcome.kills === 'number' ? outcome.kills : outcome.kills.length
  console.log(`${victim.padEnd(10)} ${kills} kills, ${inWords(outcome)}`)
  if (Array.isArray(outcome.kills)) console.log(`           ${timesOf(outcome.kills.map(({ mendedMs }) => mendedMs))}`)
  for (const line of outcome.differences.slice(0, 20)) console.log(`  ${line.slice(0, 300)}`)
  return outcome.differences.length === 0 && kills === wanted && outcome.undisturbed.articles.length > 100 ? 0 : 1
}

/** A model takes part in every other one. */
function killOften(victim: Victim, tell: (kills: number) => void) {
  let kills = 0
  const models = victims.indexOf(victim) % 2 === 1
  return killService(Array<Victim>(wanted).fill(victim), { seed, models, onKill: () => tell(++kills) })
}

function inWords({ differences, undisturbed: { articles, identities, events } }: Verdict): string {
  return `${articles.length} articles, ${identities.length} identities, ${events.length} events: ${differences.length} differences`
}

function timesOf(times: number[]): string {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  return `mended after ${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms (longest)`
}

function broken(victim: string) {
  return (error: Error) => {
    console.log(`${victim.padEnd(10)} broke off: ${error.message.slice(-2000)}`)
    return 1
  }
}
