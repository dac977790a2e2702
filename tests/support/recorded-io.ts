/** A command's terminal for tests: what it writes is recorded, what it asks is answered from a list. */
import type { Io } from '../../src/cli/io.ts'

export interface RecordedIo {
  io: Io
  lines: string[]
  notes: string[]
}

export function recordedIo(options: { answers?: string[]; input?: string; isTTY?: boolean } = {}): RecordedIo {
  const [lines, notes]: [string[], string[]] = [[], []]
  const answers = [...(options.answers ?? [])]
  const io: Io = {
    line: (text = '') => lines.push(text),
    note: (text) => notes.push(text),
    progress: () => {},
    query: async () => answers.shift() ?? '',
    read: async () => options.input ?? '',
    confirm: async () => true,
    isTTY: options.isTTY ?? false,
    columns: 80,
    cwd: process.cwd(),
  }
  return { io, lines, notes }
}
