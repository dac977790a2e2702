/**
 * The log: JSON lines, pretty on a terminal, with the process's name. Secrets are cut out of each line as it is written, those of
 * libraries too.
 */
import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Config } from '../../config.ts'
import { withoutPathOf, withoutSecrets } from '../text/addresses.ts'
import { RepeatedErrors } from './repeated-errors.ts'

// Only a terminal needs it, and it takes a while to load.
const pretty = process.stderr.isTTY ? await import('pino-pretty') : null

const redact = ['headers', 'params', 'query', 'body', 'token', 'password', 'authorization'].flatMap((name) => [
  name,
  `*.${name}`,
])

/** An error with what caused it; a server that was asked may have repeated the path in its answer. */
function serializeError(error: Error) {
  const shown = stdSerializers.err(error)
  for (let link: unknown = error; link instanceof Error; link = link.cause) {
    const { url } = link as { url?: unknown }
    if (typeof url !== 'string') continue
    for (const part of ['message', 'stack'] as const) shown[part] = withoutPathOf(url, shown[part])
  }
  return shown
}

/** Writes to `stream` (standard error, so that a command's own output stays clean); `name` is the process's. */
export function createLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  name?: string,
  stream: NodeJS.WritableStream & { isTTY?: boolean } = process.stderr,
): Logger {
  const base = name === undefined ? null : { process: name }
  const cutting = {
    redact,
    serializers: { err: serializeError },
    hooks: { streamWrite: withoutSecrets, logMethod: leavingOutRepeated() },
  }
  const options = { level: config.LOG_LEVEL, base, ...cutting }
  if (!pretty || !stream.isTTY) return pino(options, stream)
  const format = { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'process', messageFormat: '{process} {msg}' }
  return pino(options, pretty.PinoPretty({ destination: stream, ...format }))
}

const WARN = 40

type LogFnHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Lines of one error that goes on are counted, and the next one that is written has the count as `suppressed`. */
function leavingOutRepeated(): LogFnHook {
  const repeated = new RepeatedErrors()
  return function (args, method, level) {
    const [fields, message] = args as unknown as [{ err?: unknown } | string, string | undefined]
    if (level < WARN || typeof fields !== 'object' || fields.err === undefined) return method.apply(this, args)
    const suppressed = repeated.admit(fields.err, message ?? '')
    if (suppressed === null) return
    return suppressed === 0 ? method.apply(this, args) : method.call(this, { ...fields, suppressed }, message as string)
  }
}
