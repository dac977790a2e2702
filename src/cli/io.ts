/** Output of a command: standard output, standard error, or a test's recorder. */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'

export interface Io {
  /** Standard output, a line. */
  line(text?: string): void
  /** Standard error, a line: progress, warnings, errors. */
  note(text: string): void
  /** Redraws one line of progress; does nothing without a terminal. */
  progress(text: string): void
  /** One line that is typed at a terminal. */
  query(question: string): Promise<string>
  /** All of standard input, as for what must not be an argument; `hint` is for a terminal. */
  read(hint: string): Promise<string>
  /** Asks for a yes; true at once without a terminal. */
  confirm(question: string): Promise<boolean>
  isTTY: boolean
  columns: number
  /** The caller's working directory, for paths in arguments. */
  cwd: string
}

/** Advice of a feature on a model: that was found, and that was selected. */
export interface AboutModel {
  found(baseUrl: string, model: string): string
  selected: string
}

/** Adds commands of a feature to the program, beside the features that are on. What they do is loaded when they are called. */
export type AddCommands = (
  program: Command,
  io: Io,
  exit: (code: number) => void,
  features: ReadonlySet<string>,
) => void

export const pathIn = (io: Io, path: string): string => resolve(io.cwd, path)

const isYes = (answer: string) => /^\s*y(es)?\s*$/i.test(answer)

/** Control characters of a file or a feed would steer the terminal. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd')

export function terminalIo(): Io {
  let written = false
  const isTTY = process.stderr.isTTY === true
  const clear = () => isTTY && process.stderr.write('\r\x1b[K')
  const query = async (question: string) => {
    clear()
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return await terminal.question(printable(question))
    } finally {
      terminal.close()
    }
  }
  return {
    line: (text = '') => {
      clear()
      // The reader of the output has seen enough, as `head` has.
      if (!written)
        process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))
      written = true
      process.stdout.write(`${printable(text)}\n`)
    },
    note: (text) => {
      clear()
      process.stderr.write(`${printable(text)}\n`)
    },
    progress: (text) => {
      if (isTTY) process.stderr.write(`\r\x1b[K${printable(text)}`)
    },
    query,
    read: async (hint) => {
      if (process.stdin.isTTY) process.stderr.write(`${hint}\n`)
      return text(process.stdin)
    },
    confirm: async (question) => {
      if (!isTTY || process.stdin.isTTY !== true) return true
      return isYes(await query(`${question} (y/N) `))
    },
    isTTY,
    columns: process.stderr.columns ?? 80,
    cwd: process.cwd(),
  }
}

/** "fetch    ███████░░░░░ 12/40" in at most `columns` characters. */
export function progressBar(label: string, done: number, total: number, columns: number): string {
  const counts = ` ${done}/${total}`
  const width = Math.max(5, Math.min(40, columns - label.length - counts.length - 2))
  const full = total === 0 ? width : Math.round((done / total) * width)
  return `${label} ${'█'.repeat(full)}${'░'.repeat(width - full)}${counts}`
}

/** Columns of text, left-aligned, two blanks apart. */
export function table(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), [])
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
