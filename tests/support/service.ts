/** A real `karnhuset` process that stays, as its operator starts it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Service {
  pid: number
  /** Where it listens; empty for a worker. */
  url: string
  /** All that it has written. */
  output(): string
  /** SIGTERM; its exit code. Rejects where one of its processes had to be killed. */
  stop(): Promise<number | null>
  /** SIGKILL: nothing is put away. */
  kill(): Promise<number | null>
  /** Resolves with the exit code when it ends by itself. */
  ended: Promise<number | null>
}

const launcher = join(import.meta.dirname, '../../bin/karnhuset')

/** Resolves when it listens; rejects with its words when it ends before. */
export const startService = (
  command: 'serve' | 'web' | 'worker' | 'web-and-worker',
  env: Record<string, string>,
  onText?: (text: string) => void,
): Promise<Service> => startProgram([launcher, command], env, '.', onText)

/** As `web`; strangers' addresses may lead to loopback. */
export const startWebForStrangers = (env: Record<string, string>): Promise<Service> =>
  startProgram([join(import.meta.dirname, 'processes/web-for-strangers.ts')], env)

/** Runs `program` by this Node, in the working directory or another. */
export async function startProgram(
  program: string[],
  env: Record<string, string>,
  cwd = '.',
  onText: (text: string) => void = () => {},
): Promise<Service> {
  const child = spawn(process.execPath, program, {
    cwd,
    env: { PATH: process.env.PATH ?? '', PORT: '0', SOURCES: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      onText(String(chunk))
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let over = false
  void ended.then(() => {
    over = true
    process.off('exit', abandon)
  })
  while (!over && !/listening on http|Kärnhuset works/.test(output)) await sleep(20)
  if (over) throw new Error(output)
  return {
    pid: child.pid ?? 0,
    url: /listening on (http:[^)\s]+)\)/.exec(output)?.[1] ?? '',
    output: () => output,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const code = await ended
      const killed = /[^"]* did not end in time and was killed/.exec(output)
      if (killed) throw new Error(killed[0])
      return code
    },
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** Asks again until `good` holds; the last answer when it does, an error after `seconds`. */
export async function until<T>(ask: () => Promise<T>, good: (answer: T) => boolean, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (good(answer)) return answer
    if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(answer)} after ${seconds} s`)
    await sleep(100)
  }
}
