import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageAddresses } from './addresses.ts'
import type { ConfiguredPaths } from './configured-paths.ts'
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
  const configured: ConfiguredPaths = { events: ['/news', '/happenings'], quality: '/trust', popular: '/day' }
  const { inward, movedTo } = pageAddresses(configured, 'sv')

  it.each([
    ['/news', '/events'],
    ['/news.rss?min_sources=3', '/events.rss?min_sources=3'],
    ['/news/12-words.md', '/events/12-words.md'],
    ['/tags/printers/news.rss', '/tags/printers/events.rss'],
    ['/embed/news/12', '/embed/events/12'],
    ['/media/podd/a/b.mp3', '/media/podcast/a/b.mp3'],
    ['/embed', '/embed'],
    ['/embed/trust', '/embed/trust'],
    ['/media/news/a', '/media/news/a'],
    ['/tags/news', '/tags/news'],
    ['/entries/12-news', '/entries/12-news'],
    ['/news-of-the-year', '/news-of-the-year'],
    ['/handelser', '/events'],
    ['/events', '/events'],
    ['/day', '/popular'],
    ['/dag/2026-11-21', '/day/2026-11-21'],
    ['/', '/'],
  ])('are routed by the names of pages: %s', (url, routed) => {
    expect(inward(url)).toBe(routed)
  })

  it.each([
    ['/handelser/12', '/news/12'],
    ['/events/12', '/news/12'],
    ['/happenings.rss', '/news.rss'],
    ['/stories/3-a/happenings.json?x', '/stories/3-a/news.json?x'],
    ['/tags/printers/events.rss', '/tags/printers/news.rss'],
    ['/embed/handelser/12', '/embed/news/12'],
    ['/media/podcast/a/b.mp3', '/media/podd/a/b.mp3'],
    ['/kvalitet', '/trust'],
    ['/quality', '/trust'],
    ['/trust', null],
    ['/day', null],
    ['/populart', '/day'],
    ['/tags/kvalitet', null],
    ['/tags/printers/kvalitet', null],
    ['/om', null],
    ['/publishers/a.example.md', '/utgivare/a.example.md'],
    ['/sources.json', '/feeds.json'],
    ['/tags/sources', null],
    ['/about', '/om'],
  ])('lead to where the page is now: %s', (url, to) => {
    expect(movedTo(url)).toBe(to)
  })
})
