import { describe, expect, it } from 'vitest'
import { parseGuide } from './parse.ts'
import { type RumorVerdict, withVerdict } from './record-verdict.ts'

const TEXT = `---
title: Rykten om en bil
slug: rykten-om-en-bil
page_type: rumor
family: bilar
tags: []
updated: 2026-11-20
summary: En sammanfattning som är lång nog.
rumors:
  # The oldest first.
  - id: visas
    on: 2026-01-02
    claim: Bilen visas i mars
    by: { name: Bladet, domain: bladet.example }
    verdict: wrong
    settled:
      on: 2026-04-01
      outcome: Ingen bil visades
      url: https://bladet.example/nej
  - verdict: open # not yet
    id: "pris"
    on: 2026-02-03
    claim: Bilen kostar en krona
    by: { name: Posten, domain: posten.example }
---
Brödtext.
`
const settled = { on: '2026-11-21', outcome: 'Den kostar "två": nej', url: 'https://posten.example/pris?a=1' }

function rumorOf(text: string, id: string) {
  const parsed = parseGuide('x.md', text)
  if ('violations' in parsed) throw new Error(JSON.stringify(parsed.violations))
  return parsed.guide.rumors.find((rumor) => rumor.id === id)
}

describe('a verdict', () => {
  it.each<[string, string, RumorVerdict]>([
    ['settles an open one', 'pris', { verdict: 'wrong', settled }],
    ['settles one as true', 'pris', { verdict: 'true', settled: { on: '2026-11-21', outcome: 'Så blev det' } }],
    ['replaces the verdict before', 'visas', { verdict: 'true', settled }],
    ['opens one again', 'visas', { verdict: 'open' }],
    ['leaves an open one open', 'pris', { verdict: 'open' }],
  ])('%s, and nothing else changes', (_, id, given) => {
    const after = withVerdict(TEXT, id, given)
    expect(rumorOf(after, id)).toEqual({ ...rumorOf(TEXT, id), settled: undefined, ...given })
    const other = id === 'pris' ? 'visas' : 'pris'
    expect(rumorOf(after, other)).toEqual(rumorOf(TEXT, other))
    expect(after).toContain('# The oldest first.')
    expect(after.endsWith('---\nBrödtext.\n')).toBe(true)
  })

  it('is refused for a rumor that is not there', () => {
    expect(() => withVerdict(TEXT, 'annat', { verdict: 'open' })).toThrow('There is no rumor "annat"')
    expect(() => withVerdict(TEXT, 'pri', { verdict: 'open' })).toThrow('There is no rumor "pri"')
  })

  it.each([
    ['all on one line', '  - { verdict: open, id: pris }\n'],
    ['the id before others', '  - { id: pris, verdict: open }\n'],
    ['two keys of a line', '  - { verdict: open,\n      id: pris, on: 2026-02-03 }\n'],
    ['none of a verdict', '  - id: pris\n    on: 2026-02-03\n'],
  ])('is refused with the way out for a rumor with %s', (_, rumor) => {
    const text = TEXT.replace(/ {2}- verdict: open[\s\S]*?(?=---)/, rumor)
    const why = 'Rumor "pris": write each of its keys on a line of its own.'
    expect(() => withVerdict(text, 'pris', { verdict: 'open' })).toThrow(why)
  })
})
