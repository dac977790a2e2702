import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readAnswerSet } from './answer-sets.ts'
import { scoreChecks } from './trust.ts'

const folder = mkdtempSync(join(tmpdir(), 'gates-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'set.jsonl')
const write = (...lines: object[]) =>
  writeFileSync(path, `\uFEFF${lines.map((line) => JSON.stringify(line)).join('\r\n')}`)

const source = {
  text: "The council of harwick has approved a bridge. It will cost $ 40, 500 and was called `` badly needed'' by ann reed. Work on the well - known road begins in may.",
  language: 'en',
}
const good = { source, answer: { summary: 'The bridge that the council of harwick approved will cost $ 40,500.' } }

test('answers in another language, short, without headlines and in tokens are held to what they say', {
  tags: 'slow',
}, async () => {
  write(good, {
    ...good,
    answer: { summary: 'The bridge that the council approved will cost $ 40,900.' },
    fault: 'value',
  })
  const set = await readAnswerSet(path)
  expect(set).toMatchObject({ language: 'en', leftOut: ['length'] })
  expect(set.pairs[0]?.source.text).toContain('cost $40,500 and was called “badly needed”')
  const { classes } = scoreChecks(set)
  expect(classes.find(({ fault }) => fault === null)).toMatchObject({
    answers: 1,
    certain: { touched: 0 },
    withFindings: { touched: 0 },
  })
  expect(classes.find(({ fault }) => fault === 'value')).toMatchObject({ answers: 1, withFindings: { touched: 1 } })
  await expect(readAnswerSet(path, { language: 'sv' })).resolves.toMatchObject({ language: 'sv' })
})

test('a line that cannot be read is named', async () => {
  write(good, { source: {}, answer: null })
  await expect(readAnswerSet(path)).rejects.toThrow(/set\.jsonl:2: source\.text: /)
})
