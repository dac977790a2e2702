/** Processes that a bench sets against each other: web processes of the service, and scripts of the bench that serve or load. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tests/support/played/small-server.ts'

export const launcher = fileURLToPath(new URL('../../bin/karnhuset', import.meta.url))

export interface Child {
  origin: string
  /** Asks the process over its channel and waits for the answer. */
  ask(question: string): Promise<unknown>
  stop(): Promise<void>
}

/** A web process as the supervisor starts it, on a database that somebody else has. */
export const startWeb = (env: Record<string, string>): Promise<Child> => start([launcher, 'web', '--supervised'], env)

export const startScript = (script: string, env: Record<string, string>): Promise<Child> =>
  start([fileURLToPath(new URL(script, import.meta.url))], env)

/** Resolves with its first message, which says that it is ready. All run as Node comes, without flags. */
async function start(args: string[], env: Record<string, string>): Promise<Child> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  const next = () => nextMessage(child, () => said)
  await next()
  return {
    origin: `http://127.0.0.1:${port}`,
    ask: (question) => {
      const answer = next()
      child.send(question)
      return answer
    },
    stop: async () => {
      child.removeAllListeners('exit')
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

function nextMessage(child: ChildProcess, said: () => string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${child.spawnargs[1]} ended with ${code}: ${said()}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })
}
