/** The log: JSON lines, pretty on a terminal, with the process's name. Secrets are cut out wherever they could stand. */
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

// Only a terminal needs it, and it takes a while to load.
const pretty = process.stderr.isTTY ? await import('pino-pretty') : null

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.token', '*.password', '*.authorization']

/** Writes to `stream` (standard error, so that a command's own output stays clean); `name` is the process's. */
export function createLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  name?: string,
  stream: NodeJS.WriteStream = process.stderr,
): Logger {
  const options = { level: config.LOG_LEVEL, redact, base: name === undefined ? null : { process: name } }
  if (!pretty || !stream.isTTY) return pino(options, stream)
  const look = { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'process', messageFormat: '{process} {msg}' }
  return pino(options, pretty.PinoPretty({ destination: stream, ...look }))
}
