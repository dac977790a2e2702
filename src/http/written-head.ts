/** Heads of answers that are sent again and again: put together once, where Node would do so at each request. */
import { type ServerResponse, STATUS_CODES } from 'node:http'

/** How long a quiet connection is kept: longer than by a proxy, so that it is never the proxy that writes to a closed one. */
export const KEEP_ALIVE_MS = 72_000

/** RFC 9112, 2.1. `headers`: name, value, name, value …, which Node has found to be fit in an answer that it sent before. */
export class WrittenHead {
  readonly #status: number
  readonly #headers: string[]
  readonly #lines: string
  #second = Number.NaN
  #text = ''

  constructor(status: number, headers: string[]) {
    this.#status = status
    this.#headers = headers
    this.#lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let n = 0; n < headers.length; n += 2) this.#lines += `${headers[n]}: ${headers[n + 1]}\r\n`
  }

  /** Sets the head of `response`: `end` sends it. */
  writeTo(response: ServerResponse, now: Date): void {
    if (!response.shouldKeepAlive) {
      response.writeHead(this.#status, this.#headers)
      return
    }
    response.statusCode = this.#status
    ;(response as WithHead)._header = this.#textAt(now)
  }

  #textAt(now: Date): string {
    const second = Math.floor(now.getTime() / 1000)
    if (second === this.#second) return this.#text
    this.#second = second
    const date = new Date(second * 1000).toUTCString()
    this.#text = `${this.#lines}Date: ${date}\r\n${keptAlive}\r\n`
    return this.#text
  }
}

const keptAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`

/** Where Node keeps what its own `writeHead` has made (docs/adr/0002-written-heads.md). */
type WithHead = ServerResponse & { _header: string }
