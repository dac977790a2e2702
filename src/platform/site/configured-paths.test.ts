import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ConfiguredPaths, pageAddresses } from './configured-paths.ts'
import { parseSite } from './site.ts'

const siteYaml = readFileSync(join(import.meta.dirname, '../../../content/site.yaml'), 'utf8')
const lines = siteYaml.trimEnd().split('\n').length
const parse = (...rows: string[]) =>
  parseSite([siteYaml.trimEnd(), 'paths:', ...rows.map((row) => `  ${row}`)].join('\n'))

describe('paths in site.yaml', () => {
  it('are those by default where none is chosen', () => {
    expect(parseSite(siteYaml).paths).toMatchObject({ quality: '/kvalitet', events: '/handelser' })
    expect(parse('quality: /trust').paths).toMatchObject({ quality: '/trust', events: '/handelser' })
  })

  it.each([
    ['without a slash', 'quality: quality', 'paths.quality: must be a slash and words'],
    ['with capitals', 'quality: /Quality', 'paths.quality: must be a slash and words'],
    ['of another alphabet', 'quality: /качество', 'paths.quality: must be a slash and words'],
    ['below another', 'quality: /about/quality', 'paths.quality: must be a slash and words'],
    ['of the service itself', 'quality: /api', 'paths.quality: /api is a path of the service itself'],
    ['that the contract has', 'events: /entries', 'paths.events: /entries is a path of the service itself'],
    ['that is the old one of another page', 'events: /kvalitet', '/kvalitet is or was the path of "quality"'],
    ['in a list', 'events: [/events, /tags]', 'paths.events: /tags is a path of the service itself'],
  ])('are refused with their line: %s', (_what, row, violation) => {
    expect(() => parse('about: /about', row)).toThrow(`site.yaml:${lines + 3}: `)
    expect(() => parse('about: /about', row)).toThrow(violation)
  })

  it('are refused where a guide is read', () => {
    const text = `${siteYaml.trimEnd()}\npaths:\n  quality: /airpods`
    const violation = `site.yaml:${lines + 2}: paths.quality: /airpods is the address of a guide`
    expect(() => parseSite(text, (path) => path === '/airpods')).toThrow(violation)
  })

  it('are refused where two pages have the same, and where a page has no such name', () => {
    expect(() => parse('about: /news', 'events: /news')).toThrow(
      `site.yaml:${lines + 3}: paths.events: /news is or was the path of "about"`,
    )
    expect(() => parse('pictures: /pictures')).toThrow(/site\.yaml:\d+: paths/)
  })
})

describe('addresses', () => {
  const configured: ConfiguredPaths = { events: ['/events', '/happenings'], quality: '/quality' }
  const { inward, movedTo } = pageAddresses(configured)

  it.each([
    ['/events', '/handelser'],
    ['/events.rss?min_sources=3', '/handelser.rss?min_sources=3'],
    ['/events/12-words.md', '/handelser/12-words.md'],
    ['/tags/printers/events.rss', '/tags/printers/handelser.rss'],
    ['/embed/events/12', '/embed/handelser/12'],
    ['/embed', '/embed'],
    ['/embed/quality', '/embed/quality'],
    ['/tags/events', '/tags/events'],
    ['/entries/12-events', '/entries/12-events'],
    ['/events-of-the-year', '/events-of-the-year'],
    ['/handelser', '/handelser'],
    ['/', '/'],
  ])('are routed by their default words: %s', (url, routed) => {
    expect(inward(url)).toBe(routed)
  })

  it.each([
    ['/handelser/12', '/events/12'],
    ['/happenings.rss', '/events.rss'],
    ['/stories/3-a/happenings.json?x', '/stories/3-a/events.json?x'],
    ['/embed/handelser/12', '/embed/events/12'],
    ['/kvalitet', '/quality'],
    ['/quality', null],
    ['/tags/kvalitet', null],
    ['/tags/printers/kvalitet', null],
    ['/om', null],
    ['/sources.json', '/feeds.json'],
    ['/tags/sources', null],
    ['/about', '/om'],
  ])('lead to where the page is now: %s', (url, to) => {
    expect(movedTo(url)).toBe(to)
  })
})
