/**
 * The control socket: a command given while another process has the embedded database runs in that process and answers
 * in the caller's terminal. A JSON line in ({argv, cwd, columns, isTTY}), JSON lines out ({line}, {note}, {progress},
 * {confirm}, {exit}); a {confirm} is answered with a line {yes}.
 */
import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '../config.ts'
import { AppError, messageOf } from '../domain/errors.ts'
import type { Io } from './io.ts'

interface Call {
  argv: string[]
  cwd: string
  columns: number
  isTTY: boolean
}

type Answer = { line: string } | { note: string } | { progress: string } | { confirm: string } | { exit: number }

/** A socket's path may be about 100 characters: a longer data directory gets one beside the system's temporary files. */
function socketPath(config: Config): string {
  const path = join(config.DATA_DIR, 'control.sock')
  if (Buffer.byteLength(path) < 100) return path
  return join(tmpdir(), `karnhuset-${createHash('sha256').update(config.DATA_DIR).digest('hex').slice(0, 16)}.sock`)
}

/** Listens for commands and gives each to `execute`. Only the data directory's owner can connect. */
export async function serveControl(
  config: Config,
  execute: (argv: string[], io: Io) => Promise<number>,
): Promise<{ close(): Promise<void> }> {
  const path = socketPath(config)
  // The lock on the data directory is ours: a socket file that is here was left by a process that died.
  rmSync(path, { force: true })
  const server = createServer((socket) => void answer(socket, execute))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return {
    close: async () => {
      server.close()
      rmSync(path, { force: true })
    },
  }
}

/** node:readline splits at U+2028 and U+2029 too. */
const jsonLine = (value: Answer | Call | { yes: boolean }) =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

async function answer(socket: Socket, execute: (argv: string[], io: Io) => Promise<number>): Promise<void> {
  socket.on('error', () => {})
  const send = (message: Answer) => void (socket.writable && socket.write(jsonLine(message)))
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const { value: text, done } = await lines.next()
  if (!done) {
    try {
      const call = JSON.parse(text) as Call
      const io: Io = {
        line: (line = '') => send({ line }),
        note: (note) => send({ note }),
        progress: (progress) => call.isTTY && send({ progress }),
        confirm: async (question) => {
          if (!call.isTTY) return true
          send({ confirm: question })
          // A caller who has gone has not said yes.
          const answer = await lines.next()
          return !answer.done && (JSON.parse(answer.value) as { yes: unknown }).yes === true
        },
        isTTY: call.isTTY,
        columns: call.columns,
        cwd: call.cwd,
      }
      send({ exit: await execute(call.argv, io) })
    } catch (error) {
      send({ note: messageOf(error) })
      send({ exit: 1 })
    }
  }
  socket.end()
}

/** Runs `argv` in the process that has the database; its exit code. */
export async function callRunning(config: Config, argv: string[], io: Io): Promise<number> {
  const socket = createConnection(socketPath(config))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', (cause) =>
      reject(
        new AppError(
          'unavailable',
          `Another process has the database in ${config.DATA_DIR} open and takes no commands (is it starting, or a command itself?). Try again when it is done.`,
          { cause },
        ),
      ),
    )
  })
  const call: Call = { argv, cwd: io.cwd, columns: io.columns, isTTY: io.isTTY }
  socket.write(jsonLine(call))
  for await (const text of createInterface({ input: socket })) {
    const message = JSON.parse(text) as Answer
    if ('line' in message) io.line(message.line)
    else if ('note' in message) io.note(message.note)
    else if ('progress' in message) io.progress(message.progress)
    else if ('confirm' in message) socket.write(jsonLine({ yes: await io.confirm(message.confirm) }))
    else return message.exit
  }
  throw new AppError('unavailable', 'The process that runs the command ended before it was done.')
}
