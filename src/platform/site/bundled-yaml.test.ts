import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundleYaml, findBundled } from './bundled-yaml.ts'
import { parseYaml } from './content-file.ts'

const read = (text: string) => parseYaml(text, 'content')
const texts = globSync('content/**/*.yaml').map((file) => readFileSync(file, 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-yaml-'))
bundleYaml(folder, new Map(texts.map((text) => [text, read(text)])))
afterAll(() => rmSync(folder, { recursive: true }))

it('each file of the content reads the same from the bundle', () => {
  expect(texts.length).toBeGreaterThan(50)
  for (const text of texts) expect(JSON.parse(findBundled(text, folder) ?? '')).toEqual(read(text))
})

it('a text that was changed by a character is not in the bundle', () => {
  expect(texts.map((text) => findBundled(`${text}\n`, folder))).toEqual(texts.map(() => null))
})
