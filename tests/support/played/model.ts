/** A model server: the OpenAI protocol on loopback, well-behaved or with one fault at a time, and the settings that lead to it. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, parseConfig } from '../../../src/config.ts'
import { honest, isJudging, noteWritten } from './answers/judge.ts'
import { honestPairs, isJudgingPairs } from './answers/pairs.ts'
import { playEventText, playEventUpdate, playScript, playStory } from './answers/texts.ts'
import { type PlayedSummary, playSummary, spoil } from './answers/writer.ts'
import { startSmallServer } from './small-server.ts'

export type ModelMode =
  | 'good'
  | 'slow'
  | 'hang'
  | 'limited'
  | 'broken'
  | 'cut-off'
  | 'nul'
  | 'no-choices'
  | 'two-answers'
  | 'fenced'
  | 'no-schemas'
  | 'english'
  | 'invented-number'
  | 'invented-name'
  | 'invented-quote'
  | 'copied'
  | 'injected'
  | 'expensive'
  | 'prose'
  | 'short-context'
  | 'refuses'

export interface ModelCallSeen {
  path: string
  mode: ModelMode
  /** The one that was asked for. */
  model: string
  /** The key that was sent. */
  authorization: string | null
  /** What was sent: of embeddings the texts, a line or more each. */
  prompt: string
  /** The part of the prompt that instructs. */
  system: string
  /** What it wrote. */
  answer: string
  inputTokens: number
  outputTokens: number
  /** The answer was sent, whether or not anybody was there to read it. */
  answered: boolean
}

export interface ModelServer {
  /** Base address for AI_BASE_URL and EMBEDDING_BASE_URL. */
  url: string
  /** What comes next: one mode for all, or a mode for each call by its number from 0. */
  mode: ModelMode | ((call: number, prompt: string) => ModelMode)
  /** Answers sent, in order. */
  calls: ModelCallSeen[]
  /** What it writes when it is asked for a summary; the mode spoils it. */
  summary: (prompt: string) => PlayedSummary
  /** What it writes when it is asked whether two reports tell of one happening. */
  sameEvent: (prompt: string) => string
  /** What it writes when it is to judge sentences by their evidence. */
  judge: (prompt: string) => string
  /** Its answer on how statements relate. */
  pairs: (prompt: string) => string
  /** What it writes when it is asked for the text of an event. */
  eventText: (prompt: string) => string
  /** Its additions to the text of an event that has changed. */
  eventUpdate: (prompt: string) => string
  /** What it writes when it is asked for the text of a story. */
  story: (prompt: string) => string
  /** What it writes when it is asked for the script of an episode. */
  script: (prompt: string) => string
  /** The vector that it gives a text. */
  embed: (text: string, dimensions: number) => number[]
  /** Called after an answer is made and before it is sent. */
  beforeAnswer: (() => void | Promise<void>) | null
  /** What it says where it refuses. */
  refusal: { status: number; message: string }
  slowMs: number
  retryAfter: string
  dimensions: number
  close(): Promise<void>
}

export async function startModelServer(mode: ModelServer['mode'] = 'good'): Promise<ModelServer> {
  const { url, close } = await startSmallServer((request, response) => void handle(model, request, response))
  const model: ModelServer = {
    url: `${url}/v1`,
    close,
    mode,
    calls: [],
    summary: playSummary,
    sameEvent: () => '{"same":"no"}',
    judge: honest,
    pairs: honestPairs(),
    eventText: playEventText,
    eventUpdate: playEventUpdate,
    story: playStory,
    script: playScript,
    embed: embedText,
    beforeAnswer: null,
    refusal: { status: 401, message: 'Incorrect API key provided' },
    slowMs: 400,
    retryAfter: '1',
    dimensions: 64,
  }
  return model
}

async function handle(model: ModelServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.replace(/^\/v1/, '') ?? ''
  if (path === '/models') return send(response, { data: [{ id: 'played-model', owned_by: 'vllm' }] })
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  const prompt = path === '/embeddings' ? [body.input].flat().join('\n') : promptOf(body)
  const mode = typeof model.mode === 'function' ? model.mode(model.calls.length, prompt) : model.mode
  const seen = {
    path,
    mode,
    model: String(body.model),
    prompt,
    system: promptOf(body, 'system'),
    authorization: request.headers.authorization ?? null,
    answer: '',
    inputTokens: 0,
    outputTokens: 0,
    answered: false,
  }
  model.calls.push(seen)
  response.once('finish', () => {
    seen.answered = response.statusCode === 200
  })
  if (mode === 'hang') return
  if (mode === 'slow') await sleep(model.slowMs)
  if (mode === 'limited') return refuse(response, 429, 'rate limit reached', { 'retry-after': model.retryAfter })
  if (mode === 'refuses') return refuse(response, model.refusal.status, model.refusal.message)
  if (mode === 'broken') return refuse(response, 500, 'internal error')
  if (path === '/embeddings') return send(response, embeddings(model, seen, body))
  const format = body.response_format as { type?: string } | undefined
  if (mode === 'no-schemas' && format?.type === 'json_schema')
    return refuse(response, 400, 'response_format json_schema is not supported')
  if (path !== '/chat/completions') return refuse(response, 404, 'no such path')
  const answer = chat(model, seen, body)
  await model.beforeAnswer?.()
  send(response, answer)
}

function promptOf(body: Record<string, unknown>, only?: 'system'): string {
  const messages = (body.messages ?? []) as { role: string; content: string | { text?: string }[] }[]
  return messages
    .filter(({ role }) => only === undefined || role === only)
    .map(({ content }) => (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')))
    .join('\n')
}

function chat(model: ModelServer, seen: ModelCallSeen, body: Record<string, unknown>): unknown {
  const content = contentOf(model, seen)
  if (!isJudging(seen.prompt)) noteWritten(content)
  seen.answer = content
  seen.inputTokens = tokensRead(seen)
  seen.outputTokens = Math.ceil(content.length / 4)
  return {
    id: `played-${seen.inputTokens}`,
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices:
      seen.mode === 'no-choices' ? [] : [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: seen.inputTokens,
      completion_tokens: seen.outputTokens,
      total_tokens: seen.inputTokens + seen.outputTokens,
    },
  }
}

function tokensRead({ mode, prompt }: ModelCallSeen): number {
  if (mode === 'expensive') return 1_000_000
  return mode === 'short-context' ? 300 : Math.ceil(prompt.length / 4)
}

function contentOf(model: ModelServer, { prompt, mode }: ModelCallSeen): string {
  if (mode === 'prose' || mode === 'short-context') return 'Gladly! The first sentence seems right to me.'
  if (prompt.includes('Answer with {"ok": true}.')) return '{"ok": true}'
  if (/<report-[0-9a-f]+>/.test(prompt)) return model.sameEvent(prompt)
  if (isJudging(prompt)) return model.judge(prompt)
  if (isJudgingPairs(prompt)) return model.pairs(prompt)
  if (/<existing-[0-9a-f]+>/.test(prompt)) return model.eventUpdate(prompt)
  if (/<reports-[0-9a-f]+>/.test(prompt)) return model.eventText(prompt)
  if (/<material-[0-9a-f]+>/.test(prompt)) return model.story(prompt)
  if (/<news-[0-9a-f]+>/.test(prompt)) return model.script(prompt)
  return writeAnswer(mode, model.summary(prompt), prompt)
}

function writeAnswer(mode: ModelMode, good: PlayedSummary, prompt: string): string {
  const text = JSON.stringify(spoil(mode, good, prompt))
  if (mode === 'cut-off') return text.slice(0, Math.floor(text.length * 0.6))
  if (mode === 'nul') return text.replace('"sentences":[{"text":"', '$&\\u0000')
  if (mode === 'two-answers') return `${text}\n${JSON.stringify({ ...good, title: `${good.title} igen` })}`
  return mode === 'fenced' ? `Här kommer svaret:\n\`\`\`json\n${text}\n\`\`\`` : text
}

function embeddings(model: ModelServer, seen: ModelCallSeen, body: Record<string, unknown>): unknown {
  const texts = [body.input].flat() as string[]
  seen.inputTokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
  return {
    object: 'list',
    model: body.model,
    data: texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: model.embed(text, model.dimensions),
    })),
    usage: { prompt_tokens: seen.inputTokens, total_tokens: seen.inputTokens },
  }
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  const body = JSON.stringify({ error: { message, type: 'played', code: status } })
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** Settings that point every model at the played server. */
export const playedSettings = (server: { url: string }): Record<string, string> => ({
  AI_PROVIDER: 'openai',
  AI_MODEL: 'played',
  AI_BASE_URL: server.url,
  AI_PRICE_INPUT: '2',
  AI_PRICE_OUTPUT: '8',
  AI_RATE_PER_MINUTE: '100000',
  EMBEDDING_PROVIDER: 'openai',
  EMBEDDING_MODEL: 'played-embedding',
  EMBEDDING_BASE_URL: server.url,
})

export function playedConfig(server: { url: string }, env: Record<string, string> = {}): Config {
  return parseConfig({ ...playedSettings(server), ...env })
}

/** Words hashed into a unit vector: texts that share words are near each other. */
export function embedText(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  for (const word of words) {
    const digest = createHash('md5').update(word.slice(0, 5)).digest()
    const at = digest.readUInt32LE(0) % dimensions
    vector[at] = (vector[at] ?? 0) + ((digest[4] ?? 0) % 2 ? 1 : -1)
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
