/** argv → a command and an exit code. */
import { CommanderError } from 'commander'
import { type Io, terminalIo } from './cli/io.ts'
import { buildProgram } from './cli/program.ts'
import { AppError, isDiskFull, messageOf } from './platform/errors.ts'

/** Runs one command line and sets the process's exit code. */
export async function run(argv: string[]): Promise<void> {
  process.exitCode = await execute(argv, terminalIo())
}

/** Exit code of a command: 0 done, 1 failed, 2 asked for wrongly. */
export async function execute(argv: string[], io: Io): Promise<number> {
  let code = 0
  const program = await buildProgram(io, (exit) => {
    code = exit
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    io.note(explain(error))
    return 1
  }
}

function explain(error: unknown): string {
  if (error instanceof AppError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return 'The disk is full: make room and try again. Nothing was left half-written.'
  if (path && code === 'ENOENT') return `There is no file ${path}, or no such folder.`
  if (code === 'EISDIR') return `${path ?? 'What is named'} is a folder: name a file.`
  if (path && (code === 'EACCES' || code === 'EPERM')) return `This user may not use ${path}: change its rights.`
  return messageOf(error)
}
