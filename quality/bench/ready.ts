/** How long `npm start` takes on a filled folder until it answers. */
import { type Measure, middle } from './measure.ts'
import type { Place } from './place.ts'
import { startServe } from './service.ts'

const MOST_MS = 4000

export async function benchReady(place: Place, short: boolean): Promise<Measure[]> {
  const times: number[] = []
  for (let round = 0; round < (short ? 3 : 7); round++) {
    const service = await startServe(place.env, ['npm', '-s', 'start'])
    times.push(service.readyMs)
    await service.stop()
  }
  const note = `of ${times.map((ms) => ms.toFixed(0)).join(', ')}`
  const name = 'npm start until /readyz and / answer'
  return [{ group: 'Commands', name, value: middle(times), unit: 'ms', max: MOST_MS, note }]
}
