import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRelevanceSets } from './relevance-sets.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-relevance-'))
const file = join(folder, 'judged.jsonl')
afterAll(() => rmSync(folder, { recursive: true }))

const read = (...lines: string[]) => {
  writeFileSync(file, lines.join('\n'))
  return readRelevanceSets({ file, content: 'content' })[0]?.examples
}

describe('a set of judged headlines', () => {
  it('leaves out what is borderline, and reads the rest', () => {
    expect(
      read(
        '{"id":"a","title":"Roses","label":1,"publisher":"https://news.example.org/x","language":"en"}',
        '{"id":"b","title":"Goal","label":"borderline"}',
      ),
    ).toEqual([
      { title: 'Roses', text: '', relevant: true, language: 'en', publisher: 'example.org', half: expect.anything() },
    ])
  })

  it.each([
    ['no JSON', 'Roses'],
    ['another label', '{"id":"a","title":"Roses","label":2}'],
    ['no title', '{"id":"a","label":1}'],
  ])('is refused with the line that has %s', (_, line) => {
    expect(() => read('', line)).toThrow(`${file}:2: `)
  })

  it('that is not there is refused', () => {
    expect(() => readRelevanceSets({ file: join(folder, 'none.jsonl'), content: 'content' })).toThrow('ENOENT')
  })

  it('of our own are halves that no change of order moves', () => {
    const sets = readRelevanceSets({ data: 'own', content: 'content' })
    expect(sets.map(({ name, examples }) => [name, examples.length])).toEqual([
      ['swedish', 198],
      ['bicycles', 60],
      ['railways', 60],
      ['bicycles, demo', 43],
      ['railways, demo', 29],
    ])
    for (const { examples } of sets) {
      const share = examples.filter(({ half }) => half === 'tuning').length / examples.length
      expect(share).toBeGreaterThan(0.4)
      expect(share).toBeLessThan(0.6)
    }
  })
})
