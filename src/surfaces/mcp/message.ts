/** The body of a POST to /mcp: one JSON-RPC message, or what clients of 2025-03-26 send: a few of them. */
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../domain/errors.ts'

/** The only revision with batches; it is meant where a client names none (Streamable HTTP, protocol version header). */
const WITH_BATCHES = '2025-03-26'
const MAX_MESSAGES = 10

export interface Message {
  method?: unknown
  params?: unknown
}

/** The parsed body and how many calls it is. Throws `bad_request`, and `payload_too_large` for too long a batch. */
export function readMessages(text: string, headers: IncomingHttpHeaders): { body: unknown; messages: Message[] } {
  const body = parse(text)
  if (!Array.isArray(body)) return { body, messages: [body as Message] }
  const revision = headers['mcp-protocol-version'] ?? WITH_BATCHES
  if (revision !== WITH_BATCHES)
    throw new AppError('bad_request', `Send one message a request: ${revision} has no batches.`)
  if (body.length === 0 || body.length > MAX_MESSAGES)
    throw new AppError('bad_request', `A batch holds 1 to ${MAX_MESSAGES} messages, each of which counts as a call.`)
  return { body, messages: body as Message[] }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not valid JSON.', { cause })
  }
}

export const isSubscription = (message: Message): boolean => message?.method === 'subscriptions/listen'
