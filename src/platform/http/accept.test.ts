import { expect, it } from 'vitest'
import { growth } from '../../../tests/support/growth.ts'
import { preferencesIn, wantsMarkdown } from './accept.ts'

it.each([
  ['text/markdown', true],
  ['TEXT/Markdown', true],
  ['text/markdown;charset=utf-8', true],
  ['Text/Markdown ; Charset="UTF-8"; Q=0.3', true],
  ['text/markdown; variant=GFM', true],
  ['text/markdown;variant="a,b;q=0", text/html;q=0.5', true],
  ['text/markdown;q=1.0;ext=1', true],
  ['text/markdown, text/html', true],
  ['text/html, text/markdown', true],
  ['text/html;q=0.8,\ttext/markdown;q=0.801', true],
  ['text/markdown;q=0.1, text/html;q=0', true],
  ['application/json, text/markdown;q=0.1', true],
  // The most specific range of each type decides, in whatever order they come.
  ['text/*;q=0.9, text/html;q=0.1', true],
  ['text/*, text/html;q=0', true],
  ['text/markdown, text/*;q=0.9', true],
  ['text/markdown;q=0.1, text/markdown;charset=utf-8, text/html;q=0.5', true],
  ['text/markdown;q=0.5, text/html;level=1;q=0.9, text/html;q=0.2', true],
  ['text/*', false],
  ['text/markdown;q=0.5, text/*', false],
  ['text/markdown;q=0, text/*', false],
  ['text/markdown;charset=iso-8859-1', false],
  ['text/markdown, text/markdown;charset=utf-8;q=0', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.000', false],
  ['text/markdown;q=high', false],
  ['text/markdown;q=', false],
  ['text/markdown;q=-1', false],
  ['text/markdown;q=1.5, text/html', false],
  ['text/markdown;q=0.5, text/html', false],
  ['text/markdownx, x-text/markdown', false],
  ['x="text/markdown"', false],
  ['application/json', false],
  ['', false],
  [',;,;q=1,', false],
  [undefined, false],
  // The contract: nothing with */* in it is negotiated.
  ['*/*', false],
  ['text/markdown, */*', false],
  ['text/markdown, */*;q=0', false],
  ['text/markdown, text/html, */*', false],
  ['text/markdown, text/html;q=0.9, */*;q=0.1', false],
])('%j gives markdown: %j', (accept, markdown) => expect(wantsMarkdown(accept)).toBe(markdown))

it.each(['text/markdown;', 'a="', '"\\', ',', '; q=0.5', '=;'])(
  'reads a long hostile field of %j in time that grows with its length alone',
  (piece) => {
    expect(growth(wantsMarkdown, (size) => piece.repeat(size), 500)).toBeLessThan(16)
  },
)

it('reads names and parameters without case, and values as they are', () => {
  expect(preferencesIn('A/B;X="q,;\\"";q=0.5, c')).toEqual([
    { name: 'a/b', parameters: [['x', 'q,;"']], weight: 0.5 },
    { name: 'c', parameters: [], weight: 1 },
  ])
})
