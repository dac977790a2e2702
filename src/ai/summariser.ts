/** The configured language model as the port that the pipeline uses: structured answers, tokens, cost. */
import { APICallError, generateText, NoObjectGeneratedError, Output } from 'ai'
import type { ModelAnswer, Question, Summariser } from '../domain/ports.ts'
import { type CallPolicyOptions, createCallPolicy } from './call-policy.ts'
import { type AiConfig, languageModel } from './language-models.ts'
import { readAnswer } from './tolerant-json.ts'

interface Written {
  text: string
  inputTokens: number
  outputTokens: number
}

const MILLION = 1_000_000

/** For settings that name a provider. `overrides` are of its policy, for tests. */
export function createSummariser(config: AiConfig, overrides: Partial<CallPolicyOptions> = {}): Summariser {
  // The SDK would otherwise write its warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const model = config.AI_MODEL ?? ''
  const policy = createCallPolicy({
    name: `${config.AI_PROVIDER} (${model})`,
    concurrency: config.AI_CONCURRENCY,
    perMinute: config.AI_RATE_PER_MINUTE,
    ...overrides,
  })
  const costOf = (input: number, output: number) =>
    (input * config.AI_PRICE_INPUT + output * config.AI_PRICE_OUTPUT) / MILLION
  const write = createWriter(config)
  return {
    provider: config.AI_PROVIDER,
    model,
    costOf,
    ask: async <T>(question: Question<T>): Promise<ModelAnswer<T>> => {
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

/** Asks with a schema; a server that refuses schemas is asked for plain JSON from then on. */
function createWriter(config: AiConfig) {
  let structured = true
  return async (question: Question<unknown>, signal: AbortSignal): Promise<Written> => {
    if (structured) {
      try {
        return await generate(config, question, signal, true)
      } catch (error) {
        if (!refusesSchemas(error)) throw error
        structured = false
      }
    }
    return generate(config, question, signal, false)
  }
}

function refusesSchemas(error: unknown): boolean {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return false
  return /response_format|json_schema|schema|structured/i.test(`${error.message} ${error.responseBody ?? ''}`)
}

async function generate(
  config: AiConfig,
  question: Question<unknown>,
  abortSignal: AbortSignal,
  structured: boolean,
): Promise<Written> {
  try {
    const result = await generateText({
      model: languageModel(config, structured),
      system: question.system,
      prompt: question.prompt,
      output: Output.object({ schema: question.schema, name: question.name }),
      maxOutputTokens: question.maxOutputTokens ?? 2000,
      maxRetries: 0,
      abortSignal,
    })
    return { text: result.text, ...tokens(result.usage) }
  } catch (error) {
    // An answer in the wrong shape is an answer: it was paid for, and the caller judges its text.
    if (!NoObjectGeneratedError.isInstance(error)) throw error
    return { text: error.text ?? '', ...tokens(error.usage) }
  }
}

function tokens(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined) {
  return { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 }
}
