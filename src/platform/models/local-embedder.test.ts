/** A local model by a played package; `npm run suites -- local-model` tests it with the real one. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createEmbedder } from './embedders.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-local-'))
afterAll(() => {
  hooks?.deregister()
  rmSync(folder, { recursive: true })
})

/** Models that were opened and batches that were read; errors to come. */
const opened: string[] = []
const batches: string[][] = []
let errors: string[]
const env = { localModelPath: '', allowRemoteModels: true, allowLocalModels: true }
beforeEach(() => {
  for (const list of [opened, batches]) list.length = 0
  errors = []
})

const played = {
  env,
  pipeline: async (_task: string, name: string, { dtype }: { dtype: string }) => {
    opened.push(`${name} ${dtype}`)
    const error = errors.shift()
    if (error) throw new Error(error)
    return async (texts: string[]) => {
      batches.push(texts)
      return { tolist: () => texts.map((text) => [text.length]) }
    }
  },
}
/** The package is found from now on, as after an operator installed it. */
let hooks: ReturnType<typeof registerHooks> | undefined
function play(): void {
  const file = join(folder, 'package.mjs')
  writeFileSync(file, 'export const { env, pipeline } = globalThis.playedTransformers')
  vi.stubGlobal('playedTransformers', played)
  hooks ??= registerHooks({
    resolve: (name, context, next) =>
      name === '@huggingface/transformers'
        ? { url: pathToFileURL(file).href, shortCircuit: true }
        : next(name, context),
  })
}
const local = (settings: Record<string, string>) =>
  createEmbedder(parseConfig({ EMBEDDING_PROVIDER: 'local', ...settings }))

test('without the package the message says how to install it', async () => {
  const embedder = local({ EMBEDDING_MODEL_DIR: '/nowhere' })
  await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ message: /npm install --no-save/ })
})

test('what cannot be downloaded is tried again the next time, and opened once when it can', async () => {
  play()
  const embedder = local({ EMBEDDING_MODEL: 'maker/some-e5-model' })
  errors = ['away', 'away']
  await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable', message: /away/ })
  expect(await embedder.embed(['ab'], 'passage')).toEqual([['passage: ab'.length]])
  expect(await embedder.embed(['a'], 'query')).toEqual([['query: a'.length]])
  expect(opened).toEqual(['q8', 'fp32', 'q8'].map((dtype) => `maker/some-e5-model ${dtype}`))
})

test('texts are read a few at a time, all of them in their order, until nobody waits', async () => {
  play()
  const embedder = local({ EMBEDDING_MODEL: 'plain' })
  const texts = Array.from({ length: 9 }, (_, n) => 'x'.repeat(n))
  expect(await embedder.embed(texts, 'passage')).toEqual(texts.map(({ length }) => [length]))
  expect(batches.map(({ length }) => length)).toEqual([4, 4, 1])
  await expect(embedder.embed(texts, 'passage', AbortSignal.abort())).rejects.toThrow()
})

test('a folder is read in the form that it has, and nothing is downloaded', async () => {
  play()
  const directory = join(folder, 'own')
  mkdirSync(join(directory, 'onnx'), { recursive: true })
  const embedder = local({ EMBEDDING_MODEL_DIR: directory })
  await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ message: /has no config\.json/ })
  writeFileSync(join(directory, 'config.json'), '{}')
  await embedder.embed(['x'], 'query')
  writeFileSync(join(directory, 'onnx', 'model_quantized.onnx'), '')
  await local({ EMBEDDING_MODEL_DIR: directory }).embed(['x'], 'query')
  expect(opened).toEqual(['own fp32', 'own q8'])
  expect([embedder.model, env]).toEqual([
    basename(directory),
    { localModelPath: dirname(directory), allowRemoteModels: false, allowLocalModels: true },
  ])
})
