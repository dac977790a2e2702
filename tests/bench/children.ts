/** The servers that a bench sets against each other, each a process of its own. */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { environment, nodeFlags } from '../../bin/memory.js'
import { freePort } from '../support/postgres-cluster.ts'

export interface BenchServer {
  origin: string
  /** Asks the process over its channel and waits for the answer. */
  ask(question: string): Promise<number>
  stop(): void
}

/** Resolves when it listens. */
export async function startServer(script: string, env: Record<string, string>): Promise<BenchServer> {
  const port = await freePort()
  // Only the service is started as its launcher does; what it is held against runs as Node comes.
  const ours = script === './server.ts'
  const child = spawn(process.execPath, [...(ours ? nodeFlags : []), new URL(script, import.meta.url).pathname], {
    env: { ...(ours && environment), ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await nextMessage(child, script)
  return {
    origin: `http://127.0.0.1:${port}`,
    ask: (question) => {
      const answer = nextMessage(child, script)
      child.send(question)
      return answer
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

function nextMessage(child: ChildProcess, script: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${script} ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(Number(message))
    })
  })
}
