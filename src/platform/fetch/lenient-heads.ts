/**
 * Heads of answers as browsers read those of old servers, rewritten as strict HTTP/1.1. The parser behind stays strict: it
 * alone decides on lengths, and refuses two that differ.
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { buildConnector } from 'undici'
import { FetchError } from './fetch-error.ts'

/** Bytes of a head. What is longer goes to the parser as it came, which has a limit of its own. */
const MAX_HEAD = 64 * 1024
const LF = 0x0a
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers read a value around these.
const CONTROLS = /[\x01-\x08\x0b-\x1f\x7f]/g
/** Headers that decide where the body ends. */
const FRAMING = new Set(['content-length', 'transfer-encoding'])

/** Connections of one request at a time. */
export const withLenientHeads =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (socket) callback(null, new LenientSocket(socket) as unknown as Socket)
      else callback(error ?? new Error('no socket'), null)
    })

/** Each write is a request, so what comes after it begins with a head. */
class LenientSocket extends Duplex {
  readonly #socket: Socket
  #head = createHead()

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#give(() => this.#head.read(chunk)))
    socket.on('end', () => {
      this.#give(() => this.#head.rest())
      this.push(null)
    })
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  #give(read: () => Buffer): void {
    try {
      const bytes = read()
      if (bytes.length > 0 && !this.push(bytes)) this.#socket.pause()
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, coding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#head = createHead()
    this.#socket.write(chunk, coding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  ref(): this {
    this.#socket.ref()
    return this
  }

  unref(): this {
    this.#socket.unref()
    return this
  }
}

interface Head {
  /** The bytes for the parser. */
  read(chunk: Buffer): Buffer
  /** The bytes that are still to be given when the connection ends. */
  rest(): Buffer
}

function createHead(): Head {
  let [open, size, pending] = [true, 0, [] as Buffer[]]
  const lines = createLines()
  const rest = () => {
    const bytes = Buffer.concat([Buffer.from(lines.rest(), 'latin1'), ...pending])
    pending = []
    return bytes
  }
  return {
    rest,
    read(chunk) {
      if (!open) return chunk
      pending.push(chunk)
      size += chunk.length
      let text = ''
      if (chunk.includes(LF)) {
        const bytes = Buffer.concat(pending)
        let from = 0
        for (let end = bytes.indexOf(LF); end >= 0 && open; end = bytes.indexOf(LF, from)) {
          const { written, isLast } = lines.take(bytes.toString('latin1', from, end).replace(/\r$/, ''))
          text += written
          open = !isLast
          from = end + 1
        }
        pending = from < bytes.length ? [bytes.subarray(from)] : []
      }
      if (size > MAX_HEAD) open = false
      return Buffer.concat([Buffer.from(text, 'latin1'), ...(open ? [] : [rest()])])
    },
  }
}

/** The lines of a head; those of an interim answer (1xx) are followed by another. */
function createLines() {
  let [status, held, framing] = ['', '', new Map<string, string>()]
  const rest = () => {
    const written = strictLine(held, framing)
    held = ''
    return written
  }
  return {
    rest,
    take(line: string): { written: string; isLast: boolean } {
      if (status === '') {
        status = line
        return { written: line === '' ? '' : `${line}\r\n`, isLast: false }
      }
      if (/^[ \t]/.test(line)) {
        // A line that goes on, folded (RFC 9112, 5.2).
        if (held !== '') held += ` ${line.trim()}`
        return { written: '', isLast: false }
      }
      const written = rest()
      if (line !== '') held = line
      if (line !== '') return { written, isLast: false }
      const isInterim = /^HTTP\/1\.\d 1(?!01)/.test(status)
      if (isInterim) [status, framing] = ['', new Map()]
      return { written: `${written}\r\n`, isLast: !isInterim }
    },
  }
}

/** Without blanks before its colon; nothing for a line without a name. `framing` has the lengths and codings so far. */
function strictLine(line: string, framing: Map<string, string>): string {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0)).trimEnd()
  if (!TOKEN.test(name)) return ''
  const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')
  if (!FRAMING.has(name.toLowerCase())) return `${name}: ${value.replace(CONTROLS, ' ')}\r\n`
  return framingLine(name.toLowerCase(), value.toLowerCase(), framing)
}

/** Nothing for what was existing before. Throws where the body has no one length. */
function framingLine(name: string, value: string, framing: Map<string, string>): string {
  const isLength = name === 'content-length'
  const once = isLength ? [...new Set(value.split(/[ \t]*,[ \t]*/))].join(', ') : value
  const existing = framing.get(name)
  const isOne = isLength ? /^\d+$/.test(once) : true
  if (!isOne || (existing ?? once) !== once || (existing === undefined && framing.size > 0))
    throw new FetchError('protocol', 'The answer does not say one length of its body, so it is not read.')
  framing.set(name, once)
  return existing === undefined ? `${name}: ${once}\r\n` : ''
}
