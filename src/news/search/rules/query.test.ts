import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './query.ts'
import { parseSearch, type SearchContent } from './search-content.ts'

const file = join(import.meta.dirname, '../../../../content/search/sv.yaml')
const content: SearchContent = {
  ...parseSearch(readFileSync(file, 'utf8'), 'sv.yaml'),
  synonyms: [],
  stop: new Set(),
  timezone: 'Europe/Stockholm',
}
// A Saturday, one o'clock in Stockholm.
const now = new Date('2026-11-21T12:00:00Z')
const parse = (text: string) => parseQuery(text, content, now)
const since = (text: string) => parse(text).span.from?.toISOString() ?? null
const until = (text: string) => parse(text).span.until?.toISOString() ?? null

describe('operators', () => {
  it('takes phrases in any quotation marks, whose words are searched for too', () => {
    for (const text of ['"svarta hål" nu', '”svarta hål” nu', '“svarta hål” nu', '„svarta hål“ nu'])
      expect(parse(text)).toMatchObject({ phrases: ['svarta hål'], text: 'svarta hål nu' })
  })

  it('takes words and phrases behind a minus sign as excluded', () => {
    const { text, excluded } = parse('airpods -pro -"halva priset" e-post - -3d')
    expect(text).toBe('airpods e-post -')
    expect(excluded).toEqual({ words: ['pro', '3d'], phrases: ['halva priset'] })
  })

  it('takes filters by their names in the language and in English, with and without marks', () => {
    expect(parse('källa:"Svenska Mac" kalla:b SOURCE:c tagg:ipad tag:mac typ:rykte kind:review ord')).toMatchObject({
      sources: ['Svenska Mac', 'b', 'c'],
      tags: ['ipad', 'mac'],
      kinds: ['rykte', 'review'],
      text: 'ord',
    })
  })

  it('takes sources, tags and kinds behind a minus sign as those that articles may not have', () => {
    const { without, text, excluded, sources } = parse('mac -källa:"Svenska Mac" -tagg:ipad -typ:rykte -sedan:igår')
    expect(without).toEqual({ sources: ['Svenska Mac'], tags: ['ipad'], kinds: ['rykte'] })
    expect([text, sources, excluded]).toEqual(['mac', [], { words: [], phrases: ['sedan:igår'] }])
  })

  it('takes what is no filter for words', () => {
    for (const text of ['https://a.example/x', 'kl:12', 'källa:', 'källa: x', '"oavslutat citat', 'a:b'])
      expect(parse(text)).toMatchObject({ text, phrases: [], sources: [] })
  })
})

describe('time', () => {
  it('reads days, months and years where the site is', () => {
    expect(since('sedan:2026-11-01 mac')).toBe('2026-10-31T23:00:00.000Z')
    expect(since('since:2026-07')).toBe('2026-06-30T22:00:00.000Z')
    expect(until('före:2026')).toBe('2025-12-31T23:00:00.000Z')
    expect(since('sedan:igår')).toBe('2026-11-19T23:00:00.000Z')
  })

  it('names a time that cannot be read', () => {
    expect(parse('sedan:nyss före:2026-13-01').unreadable).toEqual(['nyss', '2026-13-01'])
  })

  it.each([
    ['vad hände med AirPods den här veckan', 'AirPods', '2026-11-13T23:00:00.000Z', null],
    ['Vad har hänt med AirPods senaste veckan?', 'AirPods', '2026-11-13T23:00:00.000Z', null],
    ['AirPods i dag', 'AirPods', '2026-11-20T23:00:00.000Z', null],
    ['i går AirPods', 'AirPods', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['vad hände i helgen med AirPods', 'med AirPods', '2026-11-20T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    ['AirPods denna månad', 'AirPods', '2026-10-21T22:00:00.000Z', null],
    ['vad hände med AirPods förra veckan', 'AirPods', '2026-11-08T23:00:00.000Z', '2026-11-15T23:00:00.000Z'],
    ['AirPods förra månaden', 'AirPods', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
    ['AirPods i fjol', 'AirPods', '2024-12-31T23:00:00.000Z', '2025-12-31T23:00:00.000Z'],
    ['vad hände den här veckan', '', '2026-11-13T23:00:00.000Z', null],
  ])('takes %j as words and a time', (text, words, from, to) => {
    expect(parse(text).text).toBe(words)
    expect([since(text), until(text)]).toEqual([from, to])
  })

  it('leaves words of time alone in quotation marks and amid others', () => {
    expect(parse('"i dag" nytt')).toMatchObject({ text: 'i dag nytt', period: null })
    expect(parse('stängt i dag för alla')).toMatchObject({ text: 'stängt i dag för alla', period: null })
  })

  it('takes the last weekend on a weekday', () => {
    const { span } = parseQuery('i helgen', content, new Date('2026-11-25T12:00:00Z'))
    expect(span.from?.toISOString()).toBe('2026-11-20T23:00:00.000Z')
  })
})

it('never fails, and keeps every word that is no operator', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => typeof parse(text).text === 'string'))
  expect(parse('"" -"" "').text).toBe('"" -"" "')
})
