/** The configured language model as the port that the pipeline uses: structured answers, tokens, cost. */
import {
  APICallError,
  generateText,
  InvalidResponseDataError,
  JSONParseError,
  NoContentGeneratedError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  TypeValidationError,
} from 'ai'
import { type CallPolicy, type CallPolicyOptions, createCallPolicy } from './call-policy.ts'
import { type AiConfig, languageModel } from './language-models.ts'
import type { ModelAnswer, Question, Summariser } from './ports.ts'
import { readAnswer } from './tolerant-json.ts'

interface Written {
  text: string
  inputTokens: number
  outputTokens: number
  usageReported: boolean
}

const MILLION = 1_000_000
/** Calls without an answer, each tried several times, after which the provider is taken for silent. */
const SILENT_AFTER = 2

/** The model that writes and the one that judges: of one provider, under one policy. */
export interface LanguageModels {
  writer: Summariser
  judge: Summariser
}

/** For settings that name a provider. `overrides` are of its policy; a silent provider is tried only while `mayTry`. */
export function createLanguageModels(
  config: AiConfig,
  overrides: Partial<CallPolicyOptions> = {},
  mayTry: () => Promise<boolean> = async () => true,
): LanguageModels {
  // The SDK would otherwise write its warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const policy = createCallPolicy({
    name: `${config.AI_PROVIDER} (${config.AI_MODEL ?? ''})`,
    concurrency: config.AI_CONCURRENCY,
    perMinute: config.AI_RATE_PER_MINUTE,
    timeoutMs: config.AI_TIMEOUT * 1000,
    breakAfter: SILENT_AFTER,
    probe: async (signal) => {
      if (!(await mayTry())) throw new Error('no model may be asked now')
      await probe(config, signal)
    },
    ...overrides,
  })
  return { writer: summariserOf(config, policy), judge: summariserOf(judgeConfig(config), policy) }
}

export const createSummariser = (config: AiConfig, overrides: Partial<CallPolicyOptions> = {}): Summariser =>
  createLanguageModels(config, overrides).writer

/** The judge's model and prices, where they are its own. */
const judgeConfig = (config: AiConfig): AiConfig => ({
  ...config,
  AI_MODEL: config.AI_JUDGE_MODEL ?? config.AI_MODEL,
  AI_PRICE_INPUT: config.AI_JUDGE_PRICE_INPUT ?? config.AI_PRICE_INPUT,
  AI_PRICE_OUTPUT: config.AI_JUDGE_PRICE_OUTPUT ?? config.AI_PRICE_OUTPUT,
})

function summariserOf(config: AiConfig, policy: CallPolicy): Summariser {
  const costOf = (input: number, output: number) =>
    (input * config.AI_PRICE_INPUT + output * config.AI_PRICE_OUTPUT) / MILLION
  const write = createWriter(config)
  return {
    provider: config.AI_PROVIDER,
    model: config.AI_MODEL ?? '',
    costOf,
    isUnreachable: policy.isUnreachable,
    query: async <T>(question: Question<T>): Promise<ModelAnswer<T>> => {
      let started = Date.now()
      const call = (signal: AbortSignal) => {
        started = Date.now()
        return write(question, signal)
      }
      const written = await policy.run(call, question.signal)
      return {
        ...written,
        value: readAnswer(written.text, question.schema),
        cost: costOf(written.inputTokens, written.outputTokens),
        ms: Date.now() - started,
      }
    },
  }
}

/** The smallest call: some tokens, whatever they are. */
async function probe(config: AiConfig, abortSignal: AbortSignal): Promise<void> {
  try {
    await generateText({
      model: languageModel(config, false),
      prompt: '1 + 1 =',
      maxOutputTokens: 16,
      maxRetries: 0,
      abortSignal,
    })
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
}

/**
 * A feature that a server has refused is not requested of it again: a schema, or a temperature, which some models fix.
 */
function createWriter(config: AiConfig) {
  const wanted = { structured: true, temperature: true }
  return async (question: Question<unknown>, signal: AbortSignal): Promise<Written> => {
    for (;;) {
      try {
        return await generate(config, question, signal, wanted)
      } catch (error) {
        if (wanted.structured && refuses(error, SCHEMAS)) wanted.structured = false
        else if (wanted.temperature && refuses(error, TEMPERATURE)) wanted.temperature = false
        else throw error
      }
    }
  }
}

const SCHEMAS = /response_format|json_schema|schema|structured/i
const TEMPERATURE = /temperature/i

function refuses(error: unknown, what: RegExp): boolean {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return false
  return what.test(`${error.message} ${error.responseBody ?? ''}`)
}

async function generate(
  config: AiConfig,
  question: Question<unknown>,
  abortSignal: AbortSignal,
  { structured, temperature }: { structured: boolean; temperature: boolean },
): Promise<Written> {
  try {
    const result = await generateText({
      model: languageModel(config, structured),
      system: question.system,
      prompt: question.prompt,
      output: Output.object({ schema: question.schema, name: question.name }),
      maxOutputTokens: question.maxOutputTokens ?? 2000,
      ...(temperature ? { temperature: 0 } : {}),
      maxRetries: 0,
      abortSignal,
    })
    return { text: result.text, ...tokens(result.usage) }
  } catch (error) {
    // An answer in the wrong shape is an answer: it was paid for, and the caller judges its text.
    if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', ...tokens(error.usage) }
    if (isUnreadable(error)) return { text: '', ...tokens(undefined) }
    throw error
  }
}

/** The server answered 200, but no chat answer: no choices, no JSON. */
function isUnreadable(error: unknown): boolean {
  if (APICallError.isInstance(error)) return error.statusCode === 200
  return (
    error instanceof TypeError ||
    [
      InvalidResponseDataError,
      JSONParseError,
      NoContentGeneratedError,
      NoOutputGeneratedError,
      TypeValidationError,
    ].some((kind) => kind.isInstance(error))
  )
}

function tokens(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined) {
  const [inputTokens, outputTokens] = [usage?.inputTokens ?? 0, usage?.outputTokens ?? 0]
  return { inputTokens, outputTokens, usageReported: inputTokens + outputTokens > 0 }
}
