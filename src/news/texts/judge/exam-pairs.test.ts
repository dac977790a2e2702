import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readControlSource } from './exam-pairs.ts'

function contentOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'exams-'))
  mkdirSync(join(folder, 'exams'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'exams', name), text)
  return folder
}
const line = (id: string) =>
  JSON.stringify({ id, class: 'role', sentence: 'X.', evidence: [{ text: 'Y.', language: 'en' }], truth: true })

it.each([
  ['sv', 'sv', ['a', 'b'], 'sv'],
  ['sv-SE', 'sv', ['a', 'b'], 'sv'],
  ['fi', 'fi', ['c'], 'en'],
])('a site in %s has pairs of its language, else English ones', async (tag, language, ids, of) => {
  const source = await readControlSource(
    contentOf({ 'sv.jsonl': `${line('a')}\n\n${line('b')}\n`, 'en.jsonl': line('c') }),
    tag,
  )
  expect(source.language).toBe(language)
  expect(source.pairs.map((pair) => [pair.id, pair.language])).toEqual(ids.map((id) => [id, of]))
})

it.each(['{"id":"a"}', 'no JSON', line('')])('a line of another form is named: %s', async (bad) => {
  const folder = contentOf({ 'sv.jsonl': `${line('a')}\n${bad}` })
  await expect(readControlSource(folder, 'sv')).rejects.toMatchObject({
    message: expect.stringContaining('sv.jsonl:2'),
    cause: expect.any(Error),
  })
})
