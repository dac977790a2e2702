/** A sentence model through transformers.js: a tiny one of our own, so that nothing is downloaded. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../src/config.ts'
import { createEmbedder } from '../../src/platform/models/embedders.ts'
import { writeTinyModel } from './tiny-onnx.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-onnx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const local = (directory: string, model?: string) =>
  createEmbedder(
    parseConfig({
      EMBEDDING_PROVIDER: 'local',
      EMBEDDING_MODEL_DIR: directory,
      ...(model ? { EMBEDDING_MODEL: model } : {}),
    }),
  )

const cosine = (a: number[] = [], b: number[] = []) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

describe('a local ONNX model', () => {
  test('turns texts into unit vectors, near for the same words', async () => {
    writeTinyModel(join(folder, 'tiny'))
    const embedder = local(join(folder, 'tiny'))
    const [one, same, other] = await embedder.embed(['apple battery', 'battery apple', 'court lawsuit'], 'passage')
    expect(one).toHaveLength(8)
    expect(Math.hypot(...(one ?? []))).toBeCloseTo(1, 4)
    expect(cosine(one, same)).toBeCloseTo(1, 4)
    expect(cosine(one, other)).toBeLessThan(0.9)
  })

  test('of the E5 family is given its prefixes', async () => {
    writeTinyModel(join(folder, 'tiny'))
    const plain = local(join(folder, 'tiny'))
    const e5 = local(join(folder, 'tiny'), 'tiny-e5-test')
    const [expected] = (await plain?.embed(['query: apple'], 'query')) ?? []
    const [asQuery] = (await e5?.embed(['apple'], 'query')) ?? []
    const [asPassage] = (await e5?.embed(['apple'], 'passage')) ?? []
    expect(cosine(asQuery, expected)).toBeCloseTo(1, 4)
    expect(cosine(asPassage, expected)).toBeLessThan(0.999)
  })

  test('that is missing says which folder', async () => {
    const missing = local(join(folder, 'nothing'))
    await expect(missing?.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable', message: /config\.json/ })
  })
})
