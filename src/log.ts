/** The log: JSON lines, pretty on a terminal. Secrets are cut out wherever they could stand. */
import { type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import type { Config } from './config.ts'

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.token', '*.password', '*.authorization']

/** Writes to `stream` (standard error, so that a command's own output stays clean). */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, stream: NodeJS.WriteStream = process.stderr): Logger {
  const options = { level: config.LOG_LEVEL, redact, base: null }
  if (!stream.isTTY) return pino(options, stream)
  return pino(
    options,
    PinoPretty({ destination: stream, colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
  )
}
