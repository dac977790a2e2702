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

  it('says in English what a language lacks, and names it', () => {
    const english = 'a: x\nb:\n  c: y\n  n:\n    one: "{n} day"\n    other: "{n} days"\nd: z'
    const { t, missing } = parseMessages('a: ä', 'de', english)
    expect([t('a'), t('b.c'), t('b.n', { n: 1 }), t('b.n', { n: 2 })]).toEqual(['ä', 'y', '1 day', '2 days'])
    expect(missing).toEqual(['b.c', 'b.n', 'd'])
  })

  it('names the text that is asked for and not there', () => {
    expect(() => parseMessages('a: x', 'sv').t('front.nothing')).toThrow('has no text "front.nothing"')
  })

  it.each([
    ['a:\n  b: [1]', 'messages/sv.yaml:2: "a.b" must be a text or a group of texts'],
    ['a: x\nb: 1\nc:\n', 'messages/sv.yaml:2: "b" must be a text or a group of texts\nmessages/sv.yaml:3: "c" must'],
    ['a:\n  one: x\n  other:\n    b: x', 'messages/sv.yaml:4: "a.other" must be a text'],
    ['- a', 'messages/sv.yaml:1: "the file" must be'],
    ['', 'messages/sv.yaml:1: '],
    ['a: x\n  b: y', 'messages/sv.yaml:2: '],
  ])('refuses %j, and names file and line of all that is wrong', (text, message) => {
    expect(() => parseMessages(text, 'sv')).toThrow(message)
  })

  it('names the file that was read where the language has none of its own', () => {
    expect(() => parseMessages('a: 1', 'en-GB', undefined, 'en')).toThrow('messages/en.yaml:1: ')
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

  it.each(['de', 'nb'])('has in %s no text that English has not, the same holes, and all that readers see', (code) => {
    const [en, other] = [
      parseMessages(file('en.yaml'), 'en'),
      parseMessages(file(`${code}.yaml`), code, file('en.yaml')),
    ]
    const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
    expect(other.keys.filter((key) => !en.keys.includes(key))).toEqual([])
    for (const key of other.keys)
      expect([key, holes(other.t(key, { n: 2 }))]).toEqual([key, holes(en.t(key, { n: 2 }))])
    // The texts of the console and for agents may wait; those for readers may not.
    const groups = ['layout', 'nav', 'search', 'front', 'article', 'stories', 'account', 'mail']
    expect(other.keys.filter((key) => groups.includes(key.split('.')[0] ?? '')).length).toBeGreaterThan(150)
  })
})
