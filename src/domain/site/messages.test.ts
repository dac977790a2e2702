import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseMessages } from './messages.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../../content/messages', name), 'utf8')

describe('parseMessages', () => {
  it('fills in names and writes numbers as the language does', () => {
    const { t } = parseMessages('a:\n  b: "{n} av {what}"', 'sv')
    expect(t('a.b', { n: 12345, what: 'x{n}' })).toBe('12\u00a0345 av x{n}')
  })

  it('chooses the plural form by the language', () => {
    const text = 'k:\n  one: "{n} källa"\n  other: "{n} källor"'
    const { t } = parseMessages(text, 'sv')
    expect([t('k', { n: 1 }), t('k', { n: 0 }), t('k', { n: 7 })]).toEqual(['1 källa', '0 källor', '7 källor'])
  })

  it('names every text that a language lacks', () => {
    expect(() => parseMessages('a: x', 'de', 'a: x\nb:\n  c: y\nd: z')).toThrow('de.yaml lacks 2 texts: b.c, d')
  })

  it('names the text that is asked for and not there', () => {
    expect(() => parseMessages('a: x', 'sv').t('front.nothing')).toThrow('has no text "front.nothing"')
  })

  it('refuses a list or a number where a text belongs, and says where', () => {
    expect(() => parseMessages('a:\n  b: [1]', 'sv')).toThrow('"a.b" must be a text')
  })

  it('has the same texts in Swedish and English', () => {
    const [sv, en] = [parseMessages(file('sv.yaml'), 'sv'), parseMessages(file('en.yaml'), 'en')]
    expect([...en.keys].sort()).toEqual([...sv.keys].sort())
  })

  it('has the same holes to fill in Swedish and English', () => {
    const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
    const [sv, en] = [parseMessages(file('sv.yaml'), 'sv'), parseMessages(file('en.yaml'), 'en')]
    for (const key of sv.keys) expect([key, holes(en.t(key, { n: 2 }))]).toEqual([key, holes(sv.t(key, { n: 2 }))])
  })
})
