import { describe, expect, it } from 'vitest'
import { isNamed, plainTitle, titleFromText } from './titles.ts'

describe('plainTitle', () => {
  it.each([
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['Tom &amp;amp;amp; Jerry', 'Tom & Jerry'],
    ['It&amp;#8217;s', 'It’s'],
    ['R&D; &unknown;', 'R&D; &unknown;'],
    ['<i>Den</i> <a href="x">nya</a>', 'Den nya'],
    ['Två<br>rader<p>till', 'Två rader till'],
    ['Using <b> and <section>', 'Using <b> and <section>'],
    ['Using &lt;b&gt;', 'Using <b>'],
    ['<script>alert(1)</script>Bron', 'Bron'],
    ['“&amp;amp;” in &amp;quot;XML&amp;quot;', '“&amp;” in "XML"'],
  ])('reads %j as %j', (html, text) => {
    expect(plainTitle(html)).toBe(text)
  })

  it('is not slow on a title made of tags', () => {
    expect(plainTitle('<b '.repeat(50_000)).length).toBeLessThan(20_001)
    expect(plainTitle('<b><i>'.repeat(50_000))).toContain('<b><i>')
  })
})

describe('titleFromText', () => {
  it.each([
    ['', ''],
    ['Bron är stängd.', 'Bron är stängd'],
    ['Bron är stängd. Den öppnas i maj.', 'Bron är stängd'],
    ['Är bron stängd? Ja.', 'Är bron stängd?'],
    ['Kl. 9.30 öppnar bron. Sedan stängs den.', 'Kl. 9.30 öppnar bron'],
    ['Använd <b> & inte &amp; här. Mer.', 'Använd <b> & inte &amp; här'],
  ])('of %j is %j', (text, title) => {
    expect(titleFromText(text)).toBe(title)
  })

  it('cuts a long sentence at a word, with an ellipsis', () => {
    const title = titleFromText('Bron mellan öarna '.repeat(20))
    expect(title).toMatch(/^Bron mellan .+ (Bron|mellan|öarna)…$/)
    expect(title.length).toBeLessThanOrEqual(80)
  })
})

it.each([
  ['iOS 27', true],
  ['東京', true],
  ['🎉', true],
  ['', false],
  [' \u200b\u200e ', false],
  ['…', false],
  ['https://a.example/2026/11/21/x', false],
  ['https://a.example är nere', true],
])('that %j is a name: %j', (title, named) => expect(isNamed(title)).toBe(named))
