import { describe, expect, it } from 'vitest'
import { excerpt, plainText, sha256, slugify } from './text.ts'

describe('plainText', () => {
  it('strips tags, decodes entities once and folds white space', () => {
    expect(plainText('<p>Bäst&nbsp;&amp;&amp;amp; <b>st</b>örst</p>\n\n<p>nu&hellip;</p>')).toBe(
      'Bäst &&amp; störst nu…',
    )
  })

  it('keeps what only looks like markup', () => {
    expect(plainText('1 < 2 && 3 > 2 R&D')).toBe('1 < 2 && 3 > 2 R&D')
  })

  it('drops scripts, styles, comments and invisible characters', () => {
    expect(plainText('a<script>alert(1)</script><style>b{}</style><!-- c -->\u0000\u202ed')).toBe('ad')
  })

  it('drops soft hyphens and what has no width, and keeps how letters are written and joined', () => {
    expect(plainText('Kommun&shy;full\u200bmäk\u2060tige')).toBe('Kommunfullmäktige')
    for (const text of [
      'Växjö'.normalize('NFD'),
      '\ufb01skare',
      '👩\u200d👩',
      'می\u200cخواهم',
      'א\u200f(1)',
      '❤\ufe0f',
    ])
      expect(plainText(text)).toBe(text)
  })

  it('survives deep nesting and cut-off markup', () => {
    expect(plainText(`${'<div>'.repeat(50_000)}djupt<a href="`)).toBe('djupt')
  })
})

describe('excerpt', () => {
  it('leaves a short text whole', () => {
    expect(excerpt('<p>Kort text.</p>')).toBe('Kort text.')
  })

  it('cuts after a sentence where one ends late enough', () => {
    expect(excerpt('Första meningen här. Andra meningen är längre.', 30)).toBe('Första meningen här.')
  })

  it('does not stop at a sentence that ends in the first half', () => {
    expect(excerpt('Kort. Därefter följer en lång mening utan slut', 30)).toBe('Kort. Därefter följer en…')
  })

  it('cuts after a word otherwise, within the limit', () => {
    const cut = excerpt('ett två tre fyra fem sex sju åtta nio tio', 20)
    expect(cut).toBe('ett två tre fyra…')
  })

  it('never exceeds the limit nor halves a character', () => {
    const cut = excerpt('😀'.repeat(100), 20)
    expect(cut.length).toBeLessThanOrEqual(20)
    expect(cut.isWellFormed()).toBe(true)
  })
})

describe('slugify', () => {
  it.each([
    ['Så här köper du en Äkta iPhone 17 Pro!', 'sa-har-koper-du-en-akta-iphone-17-pro'],
    ["Apple's  «Mac» – nu", 'apples-mac-nu'],
    ['Smørrebrød på Ærø', 'smorrebrod-pa-aero'],
    ['日本', ''],
  ])('of %s is %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  it('ends at a word within 80 characters', () => {
    const slug = slugify('ord och '.repeat(20))
    expect(slug.length).toBeLessThanOrEqual(80)
    expect(slug).toMatch(/(ord|och)$/)
  })
})

it('sha256 is hexadecimal', () => {
  expect(sha256('å')).toMatch(/^[0-9a-f]{64}$/)
})
