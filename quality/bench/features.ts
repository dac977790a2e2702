/** Cost of features to a service that does nothing: start and memory with all, with those of the contract, with none. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CONTRACT_FEATURES } from '../../tests/support/contract.ts'
import { type Measure, middle } from './measure.ts'
import { familyOf, memoryIn } from './memory.ts'
import { inPlace, type Place } from './place.ts'
import { processorTimeOf } from './processor-time.ts'
import { startServe } from './service.ts'

const SETS = { 'all features': '', 'those of the contract': CONTRACT_FEATURES, 'no feature': 'none' }

/** After the start, until memory is read. */
const REST_MS = 20_000

interface Figures {
  /** Milliseconds of processor time of all processes, until /readyz answers. */
  used: number
  readyMs: number
  memory: Pick<Measure, 'value' | 'note'>
}

/** In alternating rounds, each set on a folder of its own that was started once before. */
export async function benchFeatures(url: string | undefined, short: boolean): Promise<Measure[]> {
  const found = new Map<string, Figures[]>()
  const inPlaces = async (left: [string, string][], ready: [string, Place, string][]): Promise<void> => {
    const [first, ...others] = left
    if (first)
      return inPlace(url, async (place) => {
        await startOnce(place, first[1], 0)
        await inPlaces(others, [...ready, [first[0], place, first[1]]])
      })
    for (let round = 0; round < (short ? 1 : 5); round++)
      for (const [name, place, names] of ready)
        found.set(name, [...(found.get(name) ?? []), await startOnce(place, names, short ? 1000 : REST_MS)])
  }
  await inPlaces(Object.entries(SETS), [])
  return [...found].flatMap(([name, rounds]) => measuresOf(name, rounds))
}

async function startOnce(place: Place, FEATURES: string, restMs: number): Promise<Figures> {
  const service = await startServe({ ...place.env, FEATURES })
  try {
    const used = processorTimeOf(familyOf(service.pid))
    await sleep(restMs)
    return { used, readyMs: service.readyMs, memory: memoryIn(service.pid) }
  } finally {
    await service.stop()
  }
}

function measuresOf(name: string, rounds: readonly Figures[]): Measure[] {
  const used = rounds.map((round) => round.used)
  const byMemory = rounds.toSorted((a, b) => a.memory.value - b.memory.value)
  const { value, note = '' } = byMemory[rounds.length >> 1]?.memory ?? { value: 0 }
  const readyMs = middle(rounds.map((round) => round.readyMs))
  return [
    {
      group: 'Features',
      name: `processor time of all processes until /readyz and / answer, ${name}`,
      value: middle(used),
      unit: 'ms',
      note: `of ${used.join(', ')}; ${readyMs.toFixed(0)} ms by the clock`,
    },
    { group: 'Features', name: `memory of all processes at rest, ${name}`, value, unit: 'MB', note },
  ]
}
