import { expect, it } from 'vitest'
import { type Html, html, trusted } from './html.ts'

const textOf = (value: unknown) => String(html`<p>${value}</p>`)

it.each<[unknown, string]>([
  [`<b title="x" lang='sv'>&amp;</b>`, '&lt;b title=&quot;x&quot; lang=&#39;sv&#39;&gt;&amp;amp;&lt;/b&gt;'],
  ['&', '&amp;'],
  ['Åäö 🎉\u2028`', 'Åäö 🎉\u2028`'],
  [null, ''],
  [undefined, ''],
  [true, ''],
  [false, ''],
  ['', ''],
  [0, '0'],
  [-1.5, '-1.5'],
  [12n, '12'],
  [new URL('https://site.example/?a=1&b=2'), 'https://site.example/?a=1&amp;b=2'],
  [['<', [null, html`<i>${'&'}</i>`, [[2, false]]], trusted('<hr>')], '&lt;<i>&amp;</i>2<hr>'],
  [[], ''],
  [html`${html`<i>${'"'}</i>`}`, '<i>&quot;</i>'],
  [new String('<b>'), '&lt;b&gt;'],
  [{ isEscaped: true, isFinished: true, toString: () => '<b>' }, '&lt;b&gt;'],
])('puts %o in as %s', (value, text) => expect(textOf(value)).toBe(`<p>${text}</p>`))

it('is a text where it is sent, measured or joined', () => {
  const page: Html = html`<p>å</p>`
  expect([`${page}`, page.length, JSON.stringify({ page }), page + page]).toEqual([
    ...['<p>å</p>', 8, '{"page":"<p>å</p>"}', '<p>å</p><p>å</p>'],
  ])
})

it('refuses a promise, which would be a page without its part', () =>
  expect(() => html`${[Promise.resolve('late')]}`).toThrow('promise'))
