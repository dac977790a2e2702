/** The body of a POST to /mcp: one JSON-RPC message, or what clients of 2025-03-26 send: a few of them. */
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../platform/errors.ts'

/** The only revision with batches; it is meant where a client names none (Streamable HTTP, protocol version header). */
const WITH_BATCHES = '2025-03-26'
const MAX_MESSAGES = 10
/** Levels of objects and lists; validators call themselves for each. */
const MAX_DEPTH = 64

export interface Message {
  id?: unknown
  method?: unknown
  params?: unknown
}

/** Codes of JSON-RPC 2.0, 5.1. */
const RPC = { parse: -32_700, request: -32_600, server: -32_000 } as const

class RefusedMessage extends AppError {
  readonly rpcCode: number

  constructor(rpcCode: number, message: string, cause?: unknown) {
    super('bad_request', message, { cause })
    this.rpcCode = rpcCode
  }
}

/** Throws `bad_request` for what is not JSON, or nests too deep. */
export function parseBody(text: string): unknown {
  const body = parse(text)
  if (isDeeper(body, MAX_DEPTH))
    throw new RefusedMessage(RPC.request, `The body nests deeper than ${MAX_DEPTH} levels.`)
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RefusedMessage(RPC.parse, 'The body is not valid JSON.', cause)
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

/** Throws `bad_request` for a batch that is empty, too long, or of a revision without batches. */
export function messagesIn(body: unknown, headers: IncomingHttpHeaders): Message[] {
  if (!Array.isArray(body)) return [body as Message]
  const revision = headers['mcp-protocol-version'] ?? WITH_BATCHES
  if (revision !== WITH_BATCHES)
    throw new RefusedMessage(RPC.request, `Send one message a request: ${revision} has no batches.`)
  if (body.length === 0 || body.length > MAX_MESSAGES)
    throw new RefusedMessage(RPC.request, `A batch holds 1 to ${MAX_MESSAGES} messages.`)
  return body as Message[]
}

/** Methods of a client that does not read content yet. */
const FREE = new Set([
  ...['initialize', 'server/discover', 'ping', 'logging/setLevel'],
  ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'],
])

/** True for what counts against the limit; notifications and answers have no id or no method. */
export const isCall = (message: Message): boolean =>
  typeof message?.method === 'string' && message.id !== undefined && !FREE.has(message.method)

export const isSubscription = (message: Message): boolean => message?.method === 'subscriptions/listen'

/** A refusal in the form of JSON-RPC, with the id of the message where there is one. */
export function errorMessage(error: AppError, body: unknown): string {
  const id = (body as Message | null | undefined)?.id
  const code = error instanceof RefusedMessage ? error.rpcCode : RPC.server
  const { message } = error
  return JSON.stringify({
    jsonrpc: '2.0',
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    error: { code, message },
  })
}
