import { describe, expect, it } from 'vitest'
import { citationAt, findCitations, replaceCitations, withoutCitations } from './citations.ts'

const text = 'Den kom 2025 [1][2].\nBatteriet räcker en dag [?]. Se [familjen](/x), ![bild][3] och [4]: en rad.'

describe('marks in a text', () => {
  it('cite sources by number and say what was not checked, each with its line', () => {
    expect(findCitations(text, 10)).toEqual([
      { source: 1, line: 10 },
      { source: 2, line: 10 },
      { source: null, line: 11 },
      { source: 3, line: 11 },
    ])
  })

  it.each(['[x](/y)', '[1](https://a.example/)', '[1][a]', '[0]', '[100]', '[??]', '[1]: https://a.example/'])(
    'are not %s, which is markdown or plain text',
    (other) => {
      expect(findCitations(other)).toEqual([])
      expect(withoutCitations(other)).toBe(other)
    },
  )

  it('go without a trace, and with the space before them', () => {
    expect(withoutCitations('Den kom 2025 [1][2]. Det står så [?].')).toBe('Den kom 2025. Det står så.')
  })

  it('can be written as something else', () => {
    expect(replaceCitations('a [1] b [?]', (source) => `<${source}>`)).toBe('a <1> b <null>')
  })

  it('are found where they stand and nowhere else', () => {
    expect(citationAt('a [12] b', 2)).toEqual({ source: 12, length: 4 })
    expect(citationAt('a [12] b', 1)).toBeUndefined()
    expect(citationAt('[?]', 0)).toEqual({ source: null, length: 3 })
  })
})
