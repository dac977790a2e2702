/** What the load has told: reads by how they went, and every write that was acknowledged, to be found again at the end. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Word } from './load.ts'

export interface Reads {
  answered: number
  stale: number
  unanswered: string[]
}

export interface Ledger {
  mailUrl: string
  /** Token → the sources that it follows. */
  accounts: Map<string, Set<number>>
  deleted: Set<string>
  /** There is something that could have been lost. */
  hasEnough(): boolean
  /** Reads since the last call. */
  takeReads(): Reads
  begin(proxy: string): void
  /** No further writes; those under way are ended. */
  stopWriting(): void
  close(): void
}

/** `restMs`: how long a reader rests between two requests. */
export async function startLoad(restMs: number): Promise<Ledger> {
  const load: ChildProcess = fork(join(import.meta.dirname, 'load.ts'), [String(restMs)])
  process.once('exit', () => load.kill('SIGKILL'))
  const accounts = new Map<string, Set<number>>()
  const deleted = new Set<string>()
  let reads: Reads = { answered: 0, stale: 0, unanswered: [] }
  const mailUrl = await new Promise<string>((resolve) => {
    load.on('message', (word: Word) => {
      if (word.kind === 'mail') resolve(word.url)
      else if (word.kind === 'account') accounts.set(word.token, new Set())
      else if (word.kind === 'follow') accounts.get(word.token)?.add(word.feedId)
      else if (word.kind === 'deleted') deleted.add(word.token)
      else if (word.kind === 'reads') {
        reads.answered += word.answered
        reads.stale += word.stale
        reads.unanswered.push(...word.unanswered)
      }
    })
  })
  return {
    mailUrl,
    accounts,
    deleted,
    hasEnough: () =>
      accounts.size > 3 && deleted.size > 0 && [...accounts.values()].flatMap((all) => [...all]).length > 5,
    takeReads: () => {
      const taken = reads
      reads = { answered: 0, stale: 0, unanswered: [] }
      return taken
    },
    begin: (proxy) => void load.send({ proxy }),
    stopWriting: () => void load.send({ writing: false }),
    close: () => void load.kill('SIGKILL'),
  }
}
