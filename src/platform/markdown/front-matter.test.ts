import fc from 'fast-check'
import { load, YAML11_SCHEMA } from 'js-yaml'
import { expect, it } from 'vitest'
import { readFrontMatter } from '../site/front-matter.ts'
import { frontMatter } from './front-matter.ts'

const nasty = fc.constantFrom(
  '---',
  '\n---\n',
  '"',
  "'",
  ': ',
  '# ',
  '\\',
  '\r\n',
  '\u2028',
  '\u0085',
  '\ufeff',
  '🍏',
  '👩🏽‍💻',
  'مرحبا',
  '\u202eשלום',
  '{{',
  '[x](y)',
  '!!js/function',
  '&a *a',
  '%YAML',
  '\t',
  '\u0000',
  'null',
  '~',
  '1e3',
  '@`',
)
const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 6 }).map((parts) => parts.join(''))
const value = fc.oneof(text, fc.constant(null), fc.array(text, { maxLength: 4 }), fc.integer(), fc.boolean())
const record = fc.record({ title: text, source: text, published: value, tags: fc.array(text, { maxLength: 5 }), value })

it('reads back as it was, whatever the texts hold', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(record, (values) => {
      const rendered = `${frontMatter(values)}\n# body\n`
      const read = readFrontMatter(rendered)
      expect('frontMatter' in read && read.frontMatter.data).toEqual(values)
      expect('frontMatter' in read && read.frontMatter.body).toBe('\n# body\n')
      expect(Object.keys(load(rendered.split('\n---')[0] ?? '', { schema: YAML11_SCHEMA }) as object)).toEqual(
        Object.keys(values),
      )
    }),
    { numRuns: 2000 },
  )
})

it('stays on one line for each key, so that no text can end the block', () => {
  fc.assert(
    fc.property(record, (values) => {
      const lines = frontMatter(values).split(/[\n\r\u0085\u2028\u2029]/)
      expect(lines).toHaveLength(Object.keys(values).length + 3)
      expect(lines.filter((line) => line.startsWith('---'))).toHaveLength(2)
    }),
  )
})
