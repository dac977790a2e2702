/** A thread that publishes and reads again and again until it is told to stop, and tells how long the longest of each took. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { connectDatabase, publishing } from '../../src/platform/database/database.ts'

export interface Waits {
  publishing: number
  reading: number
}

const database = await connectDatabase(workerData.address, 2)
const NEWEST = `select title from articles where status = 'published' order by sort_at desc, id desc limit 20`
const waits: Waits = { publishing: 0, reading: 0 }
let running = true
parentPort?.once('message', () => {
  running = false
})

async function again(what: keyof Waits, once: () => Promise<unknown>): Promise<void> {
  // What is compiled and planned at first is nobody's wait.
  for (let n = 0; n < 20; n++) await once()
  while (running) {
    const started = performance.now()
    await once()
    waits[what] = Math.max(waits[what], performance.now() - started)
    await sleep(2)
  }
}

const both = [
  again('publishing', () => publishing(database, async () => {})),
  again('reading', () => database.pool.query(NEWEST)),
]
await sleep(500)
parentPort?.postMessage('ready')
await Promise.all(both)
await database.close()
parentPort?.postMessage(waits)
