/** A machine whose processors others use: processes of their own that do nothing else. */
import { fork } from 'node:child_process'
import { join } from 'node:path'

const program = join(import.meta.dirname, 'processes/busy.mjs')

/** Starts `processes` busy loops; the result ends them. */
export function makeBusy(processes: number): () => void {
  const children = Array.from({ length: processes }, () => fork(program, { execArgv: [] }))
  const end = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', end)
  return () => {
    process.off('exit', end)
    end()
  }
}
