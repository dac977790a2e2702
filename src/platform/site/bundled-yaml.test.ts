import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundleYaml, findBundled } from './bundled-yaml.ts'
import { parseYaml } from './content-file.ts'

const read = (text: string) => parseYaml(text, 'content')
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-yaml-'))

it('each file of the content reads the same from the bundle', () => {
  const texts = globSync('content/**/*.yaml').map((file) => readFileSync(file, 'utf8'))
  expect(texts.length).toBeGreaterThan(50)
  bundleYaml(folder, new Map(texts.map((text) => [text, read(text)])))
  for (const text of texts) expect(JSON.parse(findBundled(text, folder) ?? '')).toEqual(read(text))
})

it('a text that was changed by a character is not in the bundle', () => {
  const text = readFileSync('content/site.yaml', 'utf8')
  expect(findBundled(text, folder)).not.toBeNull()
  expect(findBundled(`${text}\n`, folder)).toBeNull()
})
