/** Whatever becomes of a document on its way, reading it ends, and only in a feed or in the one error. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeIn } from '../../../quality/conformance/survivors.ts'
import { AppError } from '../../platform/errors.ts'
import { parseFeed } from './parse.ts'
import type { ParsedFeed } from './rules/feed.ts'

const folder = new URL('./fixtures/', import.meta.url)
const documents = readdirSync(folder)
  .filter((name) => !name.endsWith('.expected.json'))
  .map((name) => readFileSync(new URL(name, folder)))
const snippets = [
  '<',
  '>',
  '&',
  ';',
  '"',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<!DOCTYPE x [',
  '<!ENTITY a "b">',
  '&a;',
  '<item>',
  '</item>',
  '</channel>',
  '<div>',
  'xmlns:x="y"',
  'xml:base="::"',
  '\u0000',
  '\ud800',
  '{',
  ']',
  '\\',
]

function read(bytes: Uint8Array): ParsedFeed | null {
  try {
    return parseFeed(bytes, { url: 'https://fruktbladet.example/', contentType: null })
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return null
    throw error
  }
}

function expectSound(feed: ParsedFeed | null): void {
  for (const item of feed?.items ?? []) {
    expect(activeIn(item.contentHtml)).toEqual([])
    expect(item.url ?? 'https://x').toMatch(/^https?:\/\//)
    expect(item.publishedAt?.getTime()).not.toBeNaN()
    expect(item.title.isWellFormed() && item.summary.isWellFormed()).toBe(true)
  }
}

const anyDocument = fc.constantFrom(...documents)

describe('a damaged document', () => {
  it('may be cut anywhere', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(anyDocument, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, share) => {
        expectSound(read(bytes.subarray(0, Math.floor(bytes.length * share))))
      }),
      { numRuns: 300 },
    )
  })

  it('may have bytes changed', { tags: 'slow' }, () => {
    const changes = fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { maxLength: 30 })
    fc.assert(
      fc.property(anyDocument, changes, (bytes, list) => {
        const changed = Uint8Array.from(bytes)
        for (const [at, byte] of list) changed[at % bytes.length] = byte
        expectSound(read(changed))
      }),
      { numRuns: 400 },
    )
  })

  it('may have pieces of markup put in, taken out and repeated', { tags: 'slow' }, () => {
    const edits = fc.array(fc.tuple(fc.nat(100_000), fc.constantFrom(...snippets), fc.nat(40), fc.nat(3)), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(anyDocument, edits, (bytes, list) => {
        const text = list.reduce((complete, [place, snippet, cut, times]) => {
          const at = place % (complete.length + 1)
          return complete.slice(0, at) + snippet.repeat(times) + complete.slice(at + cut)
        }, bytes.toString('utf8'))
        expectSound(read(Buffer.from(text)))
      }),
      { numRuns: 500 },
    )
  })

  it('may be two documents run into each other', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, fc.nat(3000), (one, other, at) => {
        expectSound(read(Buffer.concat([one.subarray(0, at), other, one.subarray(at)])))
      }),
      { numRuns: 200 },
    )
  })

  it('may be no document at all', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => expectSound(read(bytes))),
      { numRuns: 200 },
    )
  })
})
