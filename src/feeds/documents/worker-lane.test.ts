import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLane } from './worker-lane.ts'

const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', (ms) => setTimeout(() => parentPort.postMessage(threadId), ms))`)}`,
)

it('keeps its thread from job to job, however long one takes, and ends it when there was none for a while', async () => {
  const lane = createLane<number, number>(worker, { timeMs: 5000, memoryMb: 50, idleMs: 200 })
  const first = await lane.run(0)
  expect(await Promise.all([lane.run(400), lane.run(0)])).toEqual([first, first])
  await sleep(600)
  expect(await lane.run(0)).not.toBe(first)
  await lane.close()
})

it('does what has priority before what came earlier', async () => {
  const lane = createLane<number, number>(worker, { timeMs: 5000, memoryMb: 50 })
  const order: string[] = []
  const run = (name: string, priority?: number) => lane.run(10, priority).then(() => order.push(name))
  await Promise.all([run('running'), run('first'), run('urgent', 1)])
  expect(order).toEqual(['running', 'urgent', 'first'])
  await lane.close()
})
