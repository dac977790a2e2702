/**
 * Loaded into a process: notes what it tells its supervisor, and blocks its event loop for as long as a file says, on SIGUSR2:
 * in a loop, or asleep.
 */
import { appendFileSync, readFileSync } from 'node:fs'

const folder = process.env.BLOCKING_FOLDER
const send = process.send?.bind(process)
if (folder && send) {
  process.send = (message, ...rest) => {
    appendFileSync(`${folder}/told`, `${process.pid} ${message}\n`)
    return send(message, ...rest)
  }
  process.on('SIGUSR2', () => {
    const [ms, how] = readFileSync(`${folder}/ms`, 'utf8').split(' ')
    const until = performance.now() + Number(ms)
    if (how === 'asleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms))
    while (performance.now() < until);
    appendFileSync(`${folder}/told`, `${process.pid} unblocked\n`)
  })
}
