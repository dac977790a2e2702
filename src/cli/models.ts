/** `models find`: servers of language models on this machine. */

import { configIgnoring, readEnvironment } from '../config.ts'
import { chooseModel } from '../news/texts/choose-model.ts'
import { AppError } from '../platform/errors.ts'
import { findModelServers } from '../platform/models/model-servers.ts'
import type { ChoiceNote, ModelServer } from '../platform/models/models.ts'
import type { AboutModel, Io } from './io.ts'

/** Exit code 0 when a server was found, 1 when none was. */
export async function modelsFind(
  io: Io,
  addresses: string[],
  { write, ports, about }: { write?: string; ports?: Record<string, number>; about: readonly AboutModel[] },
): Promise<number> {
  const servers = await findModelServers(addresses, ports)
  for (const line of servers.flatMap((server) => linesOf(server, about))) io.line(line)
  if (!servers.some(({ models }) => models.length > 0)) {
    io.line(servers.length === 0 ? NONE : 'No model was found.')
    return 1
  }
  if (write !== undefined) for (const note of await writeModel(servers, write, about)) io.line(note)
  return 0
}

const NONE =
  'No server of models answers on this machine (Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM 8000): start one, or name an address.'

const ERROR_STATES: Record<NonNullable<ModelServer['errorState']>, string> = {
  nobody:
    'no server of models answers there: check the address, and that the server listens to the network (OLLAMA_HOST=0.0.0.0 of Ollama)',
  wants_key: 'it wants a key: set AI_PROVIDER=openai, AI_BASE_URL, AI_MODEL and AI_API_KEY yourself',
  empty: 'it has no language model: load one first',
}

const NOTES: Record<ChoiceNote['note'], (name: string) => string> = {
  key_stays: () => 'AI_API_KEY stays, and is sent to this server: take it out where it needs none.',
  judge_stays: (name) => `AI_JUDGE_MODEL stays ${name}: this server must have it too, or take it out.`,
  prices_stay: () => 'AI_PRICE_INPUT and AI_PRICE_OUTPUT stay: set what this model costs.',
  environment_wins: (name) => `${name} is set in the environment too, which wins over .env: change it there.`,
  restart: () => 'Restart the service, so that it reads .env.',
}

function linesOf({ kind, baseUrl, models, errorState }: ModelServer, about: readonly AboutModel[]): string[] {
  if (errorState !== null) return [`${kind ? `${kind} at ` : ''}${baseUrl}: ${ERROR_STATES[errorState]}.`]
  const [first = ''] = models
  return [
    `${kind} at ${baseUrl}:`,
    ...models.map((model) => `  ${model}`),
    ...about.map(({ found }) => `  ${found(baseUrl, first)}`),
    `  to use it: karnhuset models find ${baseUrl} --write ${first}`,
  ]
}

async function writeModel(
  servers: readonly ModelServer[],
  model: string,
  about: readonly AboutModel[],
): Promise<string[]> {
  // A server named on the command line comes last, and precedes one that runs here.
  const server = servers.findLast(({ models }) => models.includes(model))
  if (!server) throw new AppError('unprocessable', `No server that was found has the model ${model}.`)
  const { file, process } = readEnvironment()
  const { config } = configIgnoring({ ...file, ...process })
  const notes = await chooseModel(config, server.baseUrl, model)
  return [
    `.env: AI_PROVIDER=openai, AI_BASE_URL=${server.baseUrl}, AI_MODEL=${model}.`,
    ...notes.map(({ note, name }) => NOTES[note](name)),
    ...about.map(({ selected }) => selected),
  ]
}
