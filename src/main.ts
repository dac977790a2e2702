/** argv → a command. Commands run here, or in the process that has the embedded database open. */
import { CommanderError } from 'commander'
import { openServices, type Services } from './app/services.ts'
import { callRunning } from './cli/control.ts'
import { type Io, terminalIo } from './cli/io.ts'
import { buildProgram, type Host } from './cli/program.ts'
import { type Config, readConfig } from './config.ts'
import { AppError, messageOf } from './domain/errors.ts'
import { createLog } from './log.ts'
import { DatabaseHeldError } from './store/database/embedded.ts'

/** Runs one command line and sets the process's exit code. */
export async function run(argv: string[]): Promise<void> {
  process.exitCode = await execute(argv, terminalIo(), localHost(argv))
}

/** Exit code of a command: 0 done, 1 failed, 2 asked for wrongly. */
export async function execute(argv: string[], io: Io, host: Host): Promise<number> {
  let code = 0
  const program = buildProgram(io, host, (exit) => {
    code = exit
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof HandedOver) return error.code
    io.note(explain(error))
    return 1
  }
}

/** An answer that came from the process that has the database. */
class HandedOver extends Error {
  readonly code: number
  constructor(code: number) {
    super('handed over')
    this.code = code
  }
}

/** Opens the database here; where another process holds it, gives the whole command line to that process. */
function localHost(argv: string[]): Host {
  return {
    config: readConfig,
    execute,
    withServices: async (io, work, overrides) => {
      const config = readConfig(overrides)
      let services: Services
      try {
        services = await openServices(config, createLog(config))
      } catch (error) {
        if (error instanceof DatabaseHeldError) throw new HandedOver(await callRunning(config, argv, io))
        throw error
      }
      try {
        await work(services)
      } finally {
        await services.close()
      }
    },
    serve: (config: Config) => openServices(config, createLog(config)),
  }
}

function explain(error: unknown): string {
  if (error instanceof AppError) return error.message
  const code = (error as { code?: string }).code
  if (code === 'ENOSPC') return 'The disk is full: make room and try again. Nothing was left half-written.'
  if (code === 'EADDRINUSE') return `The address is in use already: choose another PORT. (${messageOf(error)})`
  return messageOf(error)
}
