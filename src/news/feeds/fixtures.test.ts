/** Every pair in fixtures/ is a test: NAME.xml or NAME.json, and in NAME.expected.json what it must become. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { appendedPattern } from '../../platform/languages/appended.ts'
import { parseFeed } from './parse.ts'

interface Expected {
  contentType?: string
  contentLocation?: string
  contentLanguage?: string
  /** The fields that matter, with exactly these items. */
  feed?: { problems?: string[] } & Record<string, unknown>
  /** Part of the message with which the document is refused. */
  error?: string
}

const appended = appendedPattern([
  { appended: ['The post … appeared first on …', 'Read more'] },
  { appended: ['Inlägget … dök först upp på …', 'Läs mer'] },
])
const folder = new URL('./fixtures/', import.meta.url)
const documents = readdirSync(folder).filter((name) => !name.endsWith('.expected.json'))

describe('parseFeed', () => {
  it.each(documents)('reads %s as expected', (name) => {
    const bytes = readFileSync(new URL(name, folder))
    const expected = JSON.parse(
      readFileSync(new URL(name.replace(/\.\w+$/, '.expected.json'), folder), 'utf8'),
    ) as Expected
    const parse = () =>
      parseFeed(bytes, {
        url: 'https://fruktbladet.example/flode.xml',
        contentType: expected.contentType ?? null,
        contentLocation: expected.contentLocation ?? null,
        contentLanguage: expected.contentLanguage ?? null,
        appended,
      })
    if (expected.error) {
      expect(parse).toThrow(AppError)
      expect(parse).toThrow(expected.error)
    } else expect(JSON.parse(JSON.stringify(parse()))).toMatchObject(expected.feed ?? {})
  })
})
