/** MCP from standard input to a server over HTTP and back: one POST for each message, answers as they come. */
import { createInterface } from 'node:readline'
import { messageOf } from '../domain/errors.ts'

interface Message {
  id?: string | number
  method?: string
  params?: { name?: unknown; uri?: unknown; protocolVersion?: unknown; _meta?: Record<string, unknown> }
  result?: { protocolVersion?: unknown }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** Standard input is kept waiting while this many calls are under way. */
const mostCalls = 16

/** Resolves when standard input ends and every answer is written. */
export async function forwardMcp(baseUrl: string): Promise<void> {
  const link = { url: `${baseUrl}/mcp`, version: null as string | null }
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const message = readMessage(line)
    const call = post(link, line, message).finally(() => running.delete(call))
    running.add(call)
    // A handshake decides how the messages after it are sent.
    if (message?.method === 'initialize') await call
    if (running.size >= mostCalls) await Promise.race(running)
  }
  await Promise.all(running)
}

async function post(link: { url: string; version: string | null }, line: string, message: Message | null) {
  try {
    const response = await fetch(link.url, { method: 'POST', headers: headersOf(link.version, message), body: line })
    const text = await response.text()
    const answers = response.headers.get('content-type')?.includes('event-stream') ? eventData(text) : [text]
    for (const answer of answers) {
      if (answer.trim() === '' || message?.id === undefined) continue
      const read = readMessage(answer)
      if (message.method === 'initialize' && typeof read?.result?.protocolVersion === 'string')
        link.version = read.result.protocolVersion
      write(response.ok ? { ...read } : { ...read, id: message.id })
    }
  } catch (error) {
    if (message?.id === undefined) return
    const reason = `The server at ${link.url} cannot be reached: ${messageOf(error)}`
    write({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: reason } })
  }
}

/** The revision without sessions repeats method and name in headers (SEP-2243), taken from the message itself. */
function headersOf(version: string | null, message: Message | null): Record<string, string> {
  const own = message?.params?._meta?.[versionKey]
  const name = message?.params?.name ?? message?.params?.uri
  const spoken = typeof own === 'string' ? own : message?.method === 'initialize' ? null : version
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(spoken ? { 'mcp-protocol-version': spoken } : {}),
    ...(message?.method ? { 'mcp-method': message.method } : {}),
    ...(typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
  }
}

/** Header values are ASCII: others travel as base64 (SEP-2243). */
const headerText = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

const eventData = (stream: string): string[] =>
  stream.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith('data:') ? line.slice(5).trimStart() : []))
      .join('\n'),
  )

function readMessage(text: string): Message | null {
  try {
    return JSON.parse(text) as Message
  } catch {
    return null
  }
}

const write = (message: object): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
