import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { foldSpace } from '../text/text.ts'
import { inline, link, paragraphs } from './escape.ts'

const commonmark = new MarkdownIt('commonmark')
const gfm = new MarkdownIt({ html: true, linkify: true })
gfm.linkify.set({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false })
// GitHub's autolinks are www., a scheme or a mail address; a bare host name is none (GFM 6.9).
gfm.linkify.tlds([], false)

const pieces = fc.constantFrom(
  ...['# ', '#', '\n# ', '- ', '1. ', '1) ', '> ', '[', ']', '(', ')', '![', '](http://x)', '<script>', '<http://x>'],
  ...[
    '`',
    '```',
    '~~~',
    '**',
    '_',
    '~~',
    '|',
    '\n---\n',
    '\n===',
    '&lt;',
    '&#35;',
    '\\',
    'http://x.se',
    'www.x.se',
    '//x.se',
  ],
  ...['a@b.se', 'ord', ' ', '\n\n', '\t', '    ', '[x]: http://x', '!', ':', '+', '=', '*', '🍏', 'שלום', '\u2028'],
)
const text = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''))
const forging = (html: string) => /<(h\d|a|img|script|pre|code|em|strong|ul|ol|blockquote|hr|table|s)\b/.exec(html)?.[0]

/** Visible text of a rendered paragraph. */
const shown = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? '')
    .trim()

describe.each([
  ['CommonMark', commonmark],
  ['GFM', gfm],
])('text from outside, read as %s', (_name, reader) => {
  it('forges nothing at the beginning of a line and shows every letter', () => {
    fc.assert(
      fc.property(text, (source) => {
        const html = reader.render(inline(source))
        expect(forging(html)).toBeUndefined()
        expect(shown(html)).toBe(foldSpace(source))
      }),
      { numRuns: 2000 },
    )
  })

  it('stays in its heading and in its list item', () => {
    fc.assert(
      fc.property(text, (source) => {
        const heading = reader.render(`# ${inline(source)}`)
        expect(forging(heading.replace('<h1>', ''))).toBeUndefined()
        expect(shown(heading)).toBe(foldSpace(source))
        expect(forging(reader.render(`- x ${inline(source)}`).replace('<ul>', ''))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('makes one link with our address, whatever its words and address hold', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(text, text, (words, path) => {
        const html = reader.render(`- ${link(words, `https://ok.example/${path}`)} — x`)
        expect(html.match(/<a /g)).toHaveLength(1)
        expect(html).toContain('href="https://ok.example/')
        expect(forging(html.replace(/<ul>|<a /g, ''))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps paragraphs as paragraphs', () => {
    expect(reader.render(paragraphs('Ett.\n\n# Två\n\n- tre')).match(/<p>/g)).toHaveLength(3)
  })
})

it('links to web addresses only', () => {
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/x', 'mailto:a@b.se', 'x'])
    expect(link('ord', address)).toBe('ord')
})

it('leaves names with underscores as they are written, for those who read the text itself', () => {
  expect(inline('?min_sources=3 and feed_id')).toBe('?min_sources=3 and feed_id')
  expect(inline('_so_')).toBe('\\_so\\_')
})
