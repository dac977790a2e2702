import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseChapters } from './chapters.ts'

const chapters = (list: unknown[]) => parseChapters(JSON.stringify({ version: '1.2.0', chapters: list }))

describe('Podcasting 2.0 chapters', () => {
  it('are ordered, without the silent and the nameless', () => {
    const list = [
      { startTime: 60.5, title: 'Två', url: 'https://example.com/', img: 'https://example.com/a.jpg' },
      { startTime: 0, title: 'Ett' },
      { startTime: 30, title: 'Bild', toc: false },
      { startTime: 40, img: 'https://example.com/b.jpg' },
    ]
    expect(chapters(list)).toEqual([
      { startSeconds: 0, title: 'Ett', url: null, imageUrl: null },
      { startSeconds: 60.5, title: 'Två', url: 'https://example.com/', imageUrl: 'https://example.com/a.jpg' },
    ])
  })

  it('lose addresses that are not of the web', () => {
    expect(chapters([{ startTime: 0, title: 'x', url: 'javascript:alert(1)', img: 'file:///etc/passwd' }])).toEqual([
      { startSeconds: 0, title: 'x', url: null, imageUrl: null },
    ])
  })

  it.each(['', '{', '[]', '{"version":"1.2.0"}', '{"version":"1.2.0","chapters":[{"title":"x"}]}'])(
    '%j is refused',
    (json) => {
      expect(() => parseChapters(json)).toThrow('not a Podcasting 2.0 chapters document')
    },
  )
})

const shared = join(process.env.KARNHUSET_TEST_DATA ?? '../shared/data', 'podcast/chapters')

describe.skipIf(!existsSync(shared))(`the Podcasting 2.0 examples (skipped without ${shared})`, () => {
  it.each([
    ['example.json', 9],
    ['exampleComplex.json', 10],
  ])('%s', (name, count) => {
    expect(parseChapters(readFileSync(join(shared, name), 'utf8'))).toHaveLength(count)
  })
})
