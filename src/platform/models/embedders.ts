/** The configured embedding model: an OpenAI-compatible server, or an ONNX model on this machine. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany } from 'ai'
import type { Config } from '../../config.ts'
import { type CallPolicyOptions, createCallPolicy } from './call-policy.ts'
import { OPENAI } from './language-models.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import { patientFetch } from './patient-fetch.ts'
import type { Embedder } from './ports.ts'
import { prefixFor } from './text-prefix.ts'

export type EmbeddingConfig = Pick<
  Config,
  | 'EMBEDDING_PROVIDER'
  | 'EMBEDDING_MODEL'
  | 'EMBEDDING_BASE_URL'
  | 'EMBEDDING_API_KEY'
  | 'EMBEDDING_MODEL_DIR'
  | 'EMBEDDING_PRICE_INPUT'
  | 'AI_CONCURRENCY'
  | 'AI_RATE_PER_MINUTE'
  | 'AI_TIMEOUT'
>

/** Use of embedding a batch. */
export interface EmbeddingUse {
  model: string
  texts: number
  tokens: number
  cost: number
  ms: number
}

export interface EmbedderOptions {
  /** Another model of the same provider: the one whose vectors still serve while a new one is being filled. */
  model?: string
  onUse?: (use: EmbeddingUse) => void
  policy?: Partial<CallPolicyOptions>
}

/** For settings that name a provider. */
export function createEmbedder(config: EmbeddingConfig, options: EmbedderOptions = {}): Embedder {
  const siblings = new Map<string, Embedder>()
  return Object.assign(createOne(config, options), {
    sibling: (model: string) => {
      const existing = siblings.get(model) ?? createOne(config, { ...options, model })
      siblings.set(model, existing)
      return existing
    },
  })
}

function createOne(config: EmbeddingConfig, options: EmbedderOptions): Embedder {
  if (config.EMBEDDING_PROVIDER === 'local')
    return createLocalEmbedder({
      model: options.model ?? config.EMBEDDING_MODEL,
      // Another model than the configured one lies elsewhere.
      directory: options.model === undefined ? config.EMBEDDING_MODEL_DIR : undefined,
    })
  return createRemoteEmbedder(config, options)
}

function createRemoteEmbedder(config: EmbeddingConfig, options: EmbedderOptions): Embedder {
  const model = options.model ?? config.EMBEDDING_MODEL ?? ''
  const policy = createCallPolicy({
    name: `embeddings (${model})`,
    concurrency: config.AI_CONCURRENCY,
    perMinute: Math.max(config.AI_RATE_PER_MINUTE, 600),
    timeoutMs: config.AI_TIMEOUT * 1000,
    of: 'EMBEDDING',
    ...options.policy,
  })
  const provider = createOpenAICompatible({
    name: 'openai',
    baseURL: config.EMBEDDING_BASE_URL ?? OPENAI,
    fetch: patientFetch,
    ...(config.EMBEDDING_API_KEY ? { apiKey: config.EMBEDDING_API_KEY } : {}),
  })
  return {
    model,
    dimensions: null,
    embed: async (texts, kind, signal) => {
      const values = texts.map((text) => prefixFor(model, kind) + text)
      return policy.run(async (abortSignal) => {
        const started = Date.now()
        const result = await embedMany({ model: provider.embeddingModel(model), values, maxRetries: 0, abortSignal })
        const { tokens } = result.usage
        const cost = (tokens * config.EMBEDDING_PRICE_INPUT) / 1_000_000
        options.onUse?.({ model, texts: texts.length, tokens, cost, ms: Date.now() - started })
        return result.embeddings.map(toUnit)
      }, signal)
    },
  }
}

function toUnit(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : vector
}
