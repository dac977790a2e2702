/** `models find`: servers of every kind are known by what they answer, others are not; one model is written into `.env`. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { modelsFind } from '../../cli/models.ts'
import { parseConfig } from '../../config.ts'
import { chooseModel } from '../../news/texts/choose-model.ts'
import { findModelServers } from './model-servers.ts'

const servers: Server[] = []
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-find-'))
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Answers = Record<string, (response: ServerResponse) => void>
const json = (value: unknown) => (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
}

/** A server on loopback that answers these paths; returns its port. */
async function serve(answers: Answers): Promise<number> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Nobody listens there. */
async function unusedPort(): Promise<number> {
  const port = await serve({})
  const [server] = servers.splice(-1)
  await new Promise((resolve) => server?.close(resolve))
  return port
}

const listing = (owner: string | undefined, ...ids: string[]): Answers => ({
  '/v1/models': json({ object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by: owner })) }),
})

it.each<[string, Answers, string[]]>([
  ['Ollama', listing('library', 'qwen2.5:7b', 'nomic-embed-text:latest'), ['qwen2.5:7b']],
  [
    'Ollama',
    { '/api/tags': json({ models: [{ name: 'llama3.2:3b' }, { name: 'gemma3' }] }) },
    ['llama3.2:3b', 'gemma3'],
  ],
  ['LM Studio', listing('organization_owner', 'qwen2.5-7b-instruct', 'text-embedding-nomic'), ['qwen2.5-7b-instruct']],
  ['llama.cpp', listing('llamacpp', '/models/mistral.gguf'), ['/models/mistral.gguf']],
  ['vLLM', listing('vllm', 'Qwen/Qwen2.5-7B-Instruct'), ['Qwen/Qwen2.5-7B-Instruct']],
  ['OpenAI-compatible', listing(undefined, 'one', 'one', '\u0007two\n'), ['one', 'two']],
])('%s is known, and its models for writing are listed', async (kind, answers, models) => {
  const port = await serve(answers)
  const found = await findModelServers([`127.0.0.1:${port}`], {})
  expect(found).toEqual([{ kind, baseUrl: `http://127.0.0.1:${port}/v1`, models, errorState: null }])
})

it('a server that does not name its kind is known by its port', async () => {
  const port = await serve(listing(undefined, 'mistral'))
  expect(await findModelServers([], { vLLM: port })).toMatchObject([{ kind: 'vLLM', models: ['mistral'] }])
})

it.each<[string, Answers]>([
  ['a web page', { '/v1/models': (response) => response.end('<html>hello</html>') }],
  ['other JSON', { '/v1/models': json({ data: 'none' }) }],
  ['nothing', {}],
  ['a redirect', { '/v1/models': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end() }],
  ['more than is read', { '/v1/models': (response) => response.end(`"${'x'.repeat(1_100_000)}"`) }],
])('what answers with %s is no server of models', async (_, answers) => {
  const port = await serve(answers)
  expect(await findModelServers([], { Ollama: port })).toEqual([])
  const [named] = await findModelServers([`http://127.0.0.1:${port}`], {})
  expect(named).toMatchObject({ models: [], errorState: 'nobody' })
})

it('a server without a model, and one that wants a key, say what to do', async () => {
  const empty = await serve(listing('library'))
  const locked = await serve({ '/v1/models': (response) => response.writeHead(401).end() })
  const found = await findModelServers([`127.0.0.1:${empty}`, `127.0.0.1:${locked}/v1`], {})
  expect(found.map(({ errorState }) => errorState)).toEqual(['empty', 'wants_key'])
})

it.each(['', 'http://', '192.168.1.0/24', 'http://gpu.lan/models', 'ftp://gpu.lan', 'user@gpu.lan', 'a b'])(
  '%j is no address',
  async (address) => {
    await expect(findModelServers([address], {})).rejects.toThrow('is no address')
  },
)

/** Of a feature. */
const about = [{ found: (url: string, model: string) => `to look at ${model}: ${url}`, selected: 'Look at it.' }]

it('says aloud what was found, and how to go on', async () => {
  const port = await serve(listing('library', 'qwen2.5:7b', 'gemma3'))
  const { io, lines } = recordedIo()
  expect(await modelsFind(io, [], { ports: { Ollama: port }, about })).toBe(0)
  expect(lines.map((line) => line.replaceAll(String(port), '11434'))).toEqual([
    'Ollama at http://127.0.0.1:11434/v1:',
    '  qwen2.5:7b',
    '  gemma3',
    '  to look at qwen2.5:7b: http://127.0.0.1:11434/v1',
    '  to use it: karnhuset models find http://127.0.0.1:11434/v1 --write qwen2.5:7b',
  ])
  const troubles = recordedIo()
  const empty = await serve(listing('library'))
  const unreachable = `127.0.0.1:${await unusedPort()}`
  expect(await modelsFind(troubles.io, [`127.0.0.1:${empty}`, unreachable], { ports: {}, about })).toBe(1)
  expect(troubles.lines).toEqual([
    `OpenAI-compatible at http://127.0.0.1:${empty}/v1: it has no language model: load one first.`,
    expect.stringMatching(/^127\.0\.0\.1:\d+: no server of models answers there: check/),
    'No model was found.',
  ])
  const none = recordedIo()
  expect(await modelsFind(none.io, [], { ports: {}, about })).toBe(1)
  expect(none.lines).toEqual([expect.stringMatching(/^No server of models answers on this machine \(Ollama 11434/)])
  await expect(modelsFind(none.io, [], { ports: { Ollama: port }, write: 'gpt', about })).rejects.toThrow(
    'No server that was found',
  )
})

it('writes the model that its server names into .env, and says what stays of the one before', async () => {
  const port = await serve(listing('library', 'qwen2.5:7b'))
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const path = join(folder, '.env')
  writeFileSync(path, '# ours\nAI_PROVIDER=openai\nAI_MODEL=gpt\nAI_API_KEY=secret\n')
  const prices = { AI_PRICE_INPUT: '1', AI_PRICE_OUTPUT: '2', AI_JUDGE_MODEL: 'other' }
  const before = parseConfig({ AI_PROVIDER: 'openai', AI_MODEL: 'gpt', AI_API_KEY: 'secret', ...prices })
  const notes = await chooseModel(before, baseUrl, 'qwen2.5:7b', path)
  const expected = `# ours\nAI_PROVIDER=openai\nAI_MODEL=qwen2.5:7b\nAI_API_KEY=secret\nAI_BASE_URL=${baseUrl}\n`
  expect(readFileSync(path, 'utf8')).toBe(expected)
  expect(notes).toEqual([
    { note: 'key_stays', name: 'AI_API_KEY' },
    { note: 'judge_stays', name: 'other' },
    { note: 'prices_stay', name: 'AI_PRICE_INPUT' },
    { note: 'restart', name: '' },
  ])
  await expect(chooseModel(before, baseUrl, 'gpt-9', path)).rejects.toThrow('names no model gpt-9')
  expect(readFileSync(path, 'utf8')).toBe(expected)
})
