/** An ONNX sentence model on this machine through transformers.js, which is loaded only when it is chosen. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { AppError, messageOf } from '../errors.ts'
import type { Embedder } from './ports.ts'
import { prefixFor } from './text-prefix.ts'

const DEFAULT_MODEL = 'intfloat/multilingual-e5-small'

/** The part of transformers.js that is used here; the package is an optional peer and not installed by default. */
interface Transformers {
  env: { localModelPath: string; allowRemoteModels: boolean; allowLocalModels: boolean }
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: Record<string, unknown>,
  ): Promise<(texts: string[], options: object) => Promise<{ tolist(): number[][] }>>
}

// The model runs on the event loop, a batch at a time: a slow machine must answer in between.
const BATCH = 4
const PACKAGE = '@huggingface/transformers'

/** `directory` holds config.json, tokenizer.json and onnx/; without it the model is downloaded by its name. */
export function createLocalEmbedder(options: { model: string | undefined; directory: string | undefined }): Embedder {
  const model = options.model ?? (options.directory ? basename(resolve(options.directory)) : DEFAULT_MODEL)
  let loading: ReturnType<typeof load> | undefined
  return {
    model,
    dimensions: null,
    embed: async (texts, kind, signal) => {
      loading ??= load(model, options.directory)
      // A failed download may succeed the next time.
      const extract = await loading.catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const vectors: number[][] = []
      for (let from = 0; from < texts.length; from += BATCH) {
        signal?.throwIfAborted()
        const batch = texts.slice(from, from + BATCH).map((text) => prefixFor(model, kind) + text)
        vectors.push(...(await extract(batch, { pooling: 'mean', normalize: true })).tolist())
      }
      return vectors
    },
  }
}

async function load(model: string, directory: string | undefined) {
  const transformers = await importTransformers()
  const folder = directory ? resolve(directory) : null
  if (folder !== null) {
    if (!existsSync(join(folder, 'config.json')))
      throw new AppError('unavailable', `EMBEDDING_MODEL_DIR: ${folder} has no config.json.`)
    transformers.env.localModelPath = dirname(folder)
    transformers.env.allowRemoteModels = false
  }
  try {
    const name = folder === null ? model : basename(folder)
    const quantized = folder === null || existsSync(join(folder, 'onnx', 'model_quantized.onnx'))
    const open = (dtype: string) => transformers.pipeline('feature-extraction', name, { dtype, device: 'cpu' })
    // The small form where the model has one, else the full one.
    return await (quantized ? open('q8').catch(() => open('fp32')) : open('fp32'))
  } catch (cause) {
    throw new AppError('unavailable', `The embedding model ${folder ?? model} cannot be loaded: ${messageOf(cause)}`, {
      cause,
    })
  }
}

async function importTransformers(): Promise<Transformers> {
  try {
    // The name in a variable: neither the type checker nor the dead-code check may ask for the package.
    return (await import(PACKAGE)) as Transformers
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `EMBEDDING_PROVIDER=local needs the package ${PACKAGE}: npm install --no-save ${PACKAGE}@4.3.1`,
      { cause },
    )
  }
}
