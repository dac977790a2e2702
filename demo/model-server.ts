/** The played model over HTTP, as OpenAI's protocol has it, with the truths that its judge knows. */
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { parse } from 'yaml'
import { shippedContent } from '../src/platform/package/package-folder.ts'
import { PLAYED_MODEL, playModel, type Truths } from './played-model.ts'
import type { PlayedTexts } from './played-texts.ts'

export interface ModelServer {
  /** The answer to a request below `/v1`; null where there is none. */
  answer(path: string, request: IncomingMessage): Promise<object | null>
}

export function createModelServer(texts: PlayedTexts): ModelServer {
  const play = playModel(texts, readTruths(shippedContent))
  return {
    answer: async (path, request) => {
      if (path === '/v1/models') return { data: [{ id: PLAYED_MODEL, owned_by: 'demo' }] }
      if (path !== '/v1/chat/completions' || request.method !== 'POST') return null
      const prompt = promptOf(await bodyOf(request))
      return completion(prompt, play(prompt))
    },
  }
}

function readTruths(contentDir: string): Truths {
  const sentences = readLines<{ sentence: string; truth: boolean }>(join(contentDir, 'exams'))
  const prompts = join(contentDir, 'prompts')
  const kinds = readdirSync(prompts)
    .filter((name) => /^statements\.\w\w\.yaml$/.test(name))
    .flatMap((name) => Object.values(parse(readFileSync(join(prompts, name), 'utf8')) as Record<string, string>))
  const pairs = readLines<{ relation: string; statements: { text: string }[] }>(join(contentDir, 'statement-pairs'))
  return {
    // Its own summaries name the kinds that their articles have.
    sentences: new Set([...sentences.flatMap(({ sentence, truth }) => (truth ? sentence : [])), ...kinds]),
    relations: new Map(
      pairs.map(({ relation, statements }) => [statements.map(({ text }) => text).join('\n'), relation]),
    ),
  }
}

const readLines = <Line>(folder: string): Line[] =>
  readdirSync(folder)
    .filter((name) => /^\w\w\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Line)))

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function promptOf(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { content: string | { text?: string }[] }[] }
  const written = messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n'),
  )
  return written.join('\n')
}

/** Some four characters a token, as most models count. */
function completion(prompt: string, content: string) {
  const [read, wrote] = [prompt, content].map((text) => Math.ceil(text.length / 4)) as [number, number]
  return {
    id: 'demo',
    object: 'chat.completion',
    created: 1,
    model: PLAYED_MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: read, completion_tokens: wrote, total_tokens: read + wrote },
  }
}
