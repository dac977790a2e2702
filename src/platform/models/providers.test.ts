import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startSmallServer } from '../../../tests/support/played/small-server.ts'
import { parseConfig } from '../../config.ts'
import { createEmbedder } from './embedders.ts'
import { createLanguageModels, createSummariser } from './summariser.ts'

const ANSWER = { title: 'Rubrik', tags: ['a'] }
const question = {
  system: 'Instruktioner.',
  prompt: 'Sammanfatta.',
  schema: z.object({ title: z.string(), tags: z.array(z.string()) }),
  name: 'answer',
}
const seen: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[] = []

/** Answers in the protocol that the path belongs to. */
function answerTo(path: string, body: Record<string, unknown>): unknown {
  const text = JSON.stringify(ANSWER)
  if (path.includes(':generateContent'))
    return {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    }
  const tools = (body.tools ?? []) as { name: string }[]
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'played',
    content: tools[0] ? [{ type: 'tool_use', id: 't1', name: tools[0].name, input: ANSWER }] : [{ type: 'text', text }],
    stop_reason: tools[0] ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7 },
  }
}

const server = await startSmallServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>
  seen.push({ path: request.url ?? '', headers: request.headers, body })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(request.url ?? '', body)))
})
afterEach(() => void seen.splice(0))
afterAll(server.close)

test.each([
  ['anthropic', 'claude-played', '/v1/messages', 'x-api-key'],
  ['google', 'gemini-played', '/v1/models/gemini-played:generateContent', 'x-goog-api-key'],
])('%s answers in the asked shape, with its tokens and cost', async (provider, model, path, key) => {
  const summariser = createSummariser(
    parseConfig({
      AI_PROVIDER: provider,
      AI_MODEL: model,
      AI_API_KEY: 'secret',
      AI_BASE_URL: `${server.url}/v1`,
      AI_PRICE_INPUT: '1',
      AI_PRICE_OUTPUT: '10',
    }),
    { tries: 1 },
  )
  const answer = await summariser.query(question)
  expect(answer).toMatchObject({ value: ANSWER, inputTokens: 11, outputTokens: 7 })
  expect(answer.cost).toBeCloseTo((11 + 70) / 1e6, 12)
  expect(seen).toHaveLength(1)
  expect(seen[0]?.path).toBe(path)
  expect(seen[0]?.headers[key]).toBe('secret')
  expect(JSON.stringify(seen[0]?.body)).toContain('Instruktioner.')
})

test('a wrong key is said at once, without a second try, and does not open the breaker', async () => {
  const { url } = await startRefusing(401, 'bad key')
  const summariser = createSummariser(parseConfig({ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_BASE_URL: url }))
  for (let n = 0; n < 6; n++)
    await expect(summariser.query(question)).rejects.toMatchObject({ code: 'unprocessable', message: /HTTP 401/ })
})

/** A server that answers everything so, or never. */
async function startRefusing(status: number | null, words: string) {
  const refusing = await startSmallServer((_, response) => {
    if (status === null) return
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: words } }))
  })
  onTestFinished(refusing.close)
  return { url: `${refusing.url}/v1`, close: refusing.close }
}

test.each([
  [401, 'bad key', 'API_KEY'],
  [404, 'no such model', 'MODEL'],
  [429, 'slower', 'RATE_PER_MINUTE'],
  [400, "This model's maximum context length is 2048 tokens", 'Shorter texts'],
  [500, 'out of memory', 'BASE_URL'],
  [null, 'silence', 'AI_TIMEOUT'],
  [0, 'nobody there', 'BASE_URL'],
])(
  '%s (%s) has the advice of its kind, from a writer and from an embedder',
  { tags: 'slow' },
  async (status, words, advice) => {
    const { url, close } = await startRefusing(status || null, words)
    if (status === 0) await close()
    const config = parseConfig({
      AI_PROVIDER: 'openai',
      AI_MODEL: 'm',
      AI_BASE_URL: url,
      AI_TIMEOUT: '1',
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_MODEL: 'e',
      EMBEDDING_BASE_URL: url,
    })
    const once = { tries: 1 }
    await expect(createSummariser(config, once).query(question)).rejects.toMatchObject({ message: new RegExp(advice) })
    const embedding = createEmbedder(config, { policy: once }).embed(['text'], 'passage')
    await expect(embedding).rejects.toMatchObject({ message: new RegExp(advice) })
  },
)

test('a service without a model does not load the SDK, which the summariser brings', { tags: 'slow' }, async () => {
  expect(await sdkLoadedBy('app/services.ts')).toBe(false)
  expect(await sdkLoadedBy('platform/models/summariser.ts')).toBe(true)
})

/** Whether a process that imports `file` of src has loaded the models' SDK. */
async function sdkLoadedBy(file: string): Promise<boolean> {
  const script = `
    import { registerHooks } from 'node:module'
    let loaded = false
    registerHooks({
      load(url, context, next) {
        loaded ||= /node_modules\\/(ai|@ai-sdk)\\//.test(url)
        return next(url, context)
      },
    })
    await import(${JSON.stringify(new URL(`../../${file}`, import.meta.url).href)})
    process.stdout.write(String(loaded), () => process.exit())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

test('a silent provider is not tried while no model may be asked', async () => {
  let requests = 0
  const silent = await startSmallServer((_, response) => {
    requests++
    response.writeHead(503).end()
  })
  onTestFinished(() => silent.close())
  const config = parseConfig({ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_BASE_URL: silent.url })
  let isStopped = true
  const mayTry = async () => !isStopped
  const { writer } = createLanguageModels(config, { tries: 1, breakAfter: 1, breakMs: 5 }, mayTry)
  await expect(writer.query(question)).rejects.toMatchObject({ code: 'unavailable' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(requests).toBe(1)
  isStopped = false
  await expect.poll(() => requests).toBeGreaterThan(1)
})
