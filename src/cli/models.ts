/** `models`: exams of language models, and servers of them on this machine. */
import { type ExamServices, examsBefore, planExams, runExams } from '../app/exam-commands.ts'
import { chooseModel, findModelServers } from '../app/model-commands.ts'
import { configIgnoring, readEnvironment } from '../config.ts'
import { AppError } from '../domain/errors.ts'
import type { ChoiceNote, ExamRequest, ModelServer } from '../domain/models.ts'
import { EXAM_ROLES, type Exam } from '../domain/quality/exam.ts'
import { examFacts, examReport, planLine } from './exam-report.ts'
import { type Io, progressBar } from './io.ts'

export interface ExamOptions {
  model?: string[]
  baseUrl?: string
  role?: string
  limit?: number
  json?: boolean
}

/** Exit code 0 when every exam came to its end, 1 when one did not, or it was declined. */
export async function modelsExam(services: ExamServices, io: Io, options: ExamOptions): Promise<number> {
  const request = requestOf(options)
  const plan = await planExams(services, request)
  const print = options.json ? io.note : io.line
  print(planLine(plan))
  if (plan.cost > 0 && !(await io.confirm('Go on?'))) return 1
  const onProgress = ({ model, role, answers, items }: Exam) =>
    io.progress(progressBar(`${model} as ${role}`, answers.length, items, io.columns))
  const exams = await runExams(services, request, { onProgress })
  io.progress('')
  const { before, volume } = await examsBefore(services, exams)
  if (options.json)
    io.line(JSON.stringify({ plan, volume, exams: exams.map((exam) => examFacts(exam, volume)) }, null, 2))
  else for (const line of examReport(exams, before, volume)) io.line(line)
  return exams.every(({ error }) => error === null) ? 0 : 1
}

function requestOf({ model = [], baseUrl, role = 'both', limit }: ExamOptions): ExamRequest {
  const existing = EXAM_ROLES.find((name) => name === role)
  if (!existing && role !== 'both')
    throw new AppError('bad_request', `--role: "${role}" is not one of judge, writer, both.`)
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new AppError('bad_request', `--base-url: "${baseUrl}" is no address, as http://127.0.0.1:11434/v1.`)
  if (limit === 0) throw new AppError('bad_request', '--limit: at least 1.')
  return {
    models: model,
    baseUrl: baseUrl?.replace(/\/+$/, '') ?? null,
    roles: existing ? [existing] : [...EXAM_ROLES],
    limit: limit ?? null,
  }
}

/** Exit code 0 when a server was found, 1 when none was. */
export async function modelsFind(
  io: Io,
  addresses: string[],
  { write, ports }: { write?: string; ports?: Record<string, number> },
): Promise<number> {
  const servers = await findModelServers(addresses, ports)
  for (const line of servers.flatMap(linesOf)) io.line(line)
  if (!servers.some(({ models }) => models.length > 0)) {
    io.line(servers.length === 0 ? NONE : 'No model was found.')
    return 1
  }
  if (write !== undefined) for (const note of await writeModel(servers, write)) io.line(note)
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

function linesOf({ kind, baseUrl, models, errorState }: ModelServer): string[] {
  if (errorState !== null) return [`${kind ? `${kind} at ` : ''}${baseUrl}: ${ERROR_STATES[errorState]}.`]
  const [first = ''] = models
  return [
    `${kind} at ${baseUrl}:`,
    ...models.map((model) => `  ${model}`),
    `  whether it can be trusted: karnhuset models exam --base-url ${baseUrl} --model ${first}`,
    `  to use it: karnhuset models find ${baseUrl} --write ${first}`,
  ]
}

async function writeModel(servers: readonly ModelServer[], model: string): Promise<string[]> {
  // A server named on the command line comes last, and precedes one that runs here.
  const server = servers.findLast(({ models }) => models.includes(model))
  if (!server) throw new AppError('unprocessable', `No server that was found has the model ${model}.`)
  const { file, process } = readEnvironment()
  const { config } = configIgnoring({ ...file, ...process })
  const notes = await chooseModel(config, server.baseUrl, model)
  const exam = 'No exam of it yet? "karnhuset models exam" says whether it can be trusted.'
  return [
    `.env: AI_PROVIDER=openai, AI_BASE_URL=${server.baseUrl}, AI_MODEL=${model}.`,
    ...notes.map(({ note, name }) => NOTES[note](name)),
    exam,
  ]
}
