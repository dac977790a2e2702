/** Time that the threads of a process ran, and waited for a processor, as Linux reports it. */
import { readdirSync, readFileSync } from 'node:fs'

export interface Look {
  pid: number
  /** Milliseconds of a clock that only goes forward. */
  at: number
  /** By thread; the first one has the id of its process. Null where the system does not report it. */
  threads: Map<number, { ranMs: number; waitedMs: number }> | null
  /** Its first thread waits for a processor or the disk just now. */
  isHeldUp: boolean
}

export function lookAt(pid: number, at: number): Look {
  try {
    const folder = `/proc/${pid}/task`
    const threads = new Map([[pid, timesOf(`${folder}/${pid}/schedstat`)]])
    for (const id of readdirSync(folder)) if (!threads.has(Number(id))) note(threads, Number(id), folder)
    // The name before it may have brackets and blanks.
    const state = readFileSync(`${folder}/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0] ?? ''
    return { pid, at, threads, isHeldUp: 'RD'.includes(state) }
  } catch {
    return { pid, at, threads: null, isHeldUp: false }
  }
}

function note(threads: NonNullable<Look['threads']>, id: number, folder: string): void {
  try {
    threads.set(id, timesOf(`${folder}/${id}/schedstat`))
  } catch {
    // It has just ended.
  }
}

/** proc(5): nanoseconds that it ran, nanoseconds that it could have. */
function timesOf(file: string): { ranMs: number; waitedMs: number } {
  const [ran = 0, waited = 0] = readFileSync(file, 'utf8').split(' ').map(Number)
  return { ranMs: ran / 1e6, waitedMs: waited / 1e6 }
}
