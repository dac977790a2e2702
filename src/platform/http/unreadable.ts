/** Answers to unreadable requests: headers that are too long (431), bytes that are no HTTP (400), silence (408). */
import type { Socket } from 'node:net'

const STATUSES: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

interface ClientError extends Error {
  code?: string
  /** Bytes, whatever the types of Fastify say. */
  rawPacket?: unknown
}

/** In the API's shape where the request's first line names an address of the API. */
export function answerUnreadable(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = STATUSES[error.code ?? ''] ?? ['400 Bad Request', 'This is no readable HTTP request.']
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 64) : ''
  const isApi = /^[A-Z]+ \/api(?:[/? ]|$)/.test(start)
  const meta = { api_version: 'v1', timestamp: new Date().toISOString() }
  const body = isApi ? JSON.stringify({ error: { type: 'bad_request', message }, meta }) : `${message}\n`
  const type = isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Access-Control-Allow-Origin: *\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  )
}
