/** For a language: the site's own file before the project's, that of the region before that of the language. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readContentFile } from './content-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'content-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each<[language: string, codes: string[], read: string | null]>([
  ['sv', [], 'summary.sv.md'],
  ['sv', ['sv'], 'own summary.sv.md'],
  ['en-GB', [], 'summary.en.md'],
  ['en-GB', ['en'], 'own summary.en.md'],
  ['en-GB', ['en', 'en-GB'], 'own summary.en-GB.md'],
  ['en', ['en-GB'], 'summary.en.md'],
  ['nl', [], null],
  ['nl-BE', ['nl'], 'own summary.nl.md'],
])('a site in %s with files of its own in %j reads %s', async (language, codes, read) => {
  const site = mkdtempSync(join(folder, 'site-'))
  mkdirSync(join(site, 'prompts'))
  for (const code of codes) writeFileSync(join(site, 'prompts', `summary.${code}.md`), 'own')
  const found = await readContentFile(site, 'prompts', (code) => `summary.${code}.md`, language)
  expect(found && `${found.text === 'own' ? 'own ' : ''}${found.name}`).toBe(read)
})
