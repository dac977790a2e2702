/** A real `karnhuset` process, left alone or killed at a moment of the caller's choice. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const launcher = join(import.meta.dirname, '../../bin/karnhuset')

export interface Ended {
  code: number | null
  killed: boolean
  output: string
}

/** Runs a command to its end, or until `kill` resolves, which is SIGKILL: nothing is put away. */
export function runChild(
  args: string[],
  env: Record<string, string>,
  kill?: (ended: AbortSignal) => Promise<void>,
): Promise<Ended> {
  const over = new AbortController()
  const child = spawn(process.execPath, [launcher, ...args], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  void kill?.(over.signal).then(() => child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      over.abort()
      resolve({ code, killed: signal === 'SIGKILL', output })
    })
  })
}
