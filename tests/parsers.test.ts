/** Parsers of what strangers send: none takes time that grows faster than what it is given. */
import { expect, it } from 'vitest'
import { parseStream } from '../src/features/google-reader/streams.ts'
import { parseSubscription } from '../src/features/websub/subscription.ts'
import { parseEmail } from '../src/news/accounts/rules/account.ts'
import { parseCursor } from '../src/news/changes/change-types.ts'
import { parseFollow, parseMute } from '../src/news/editions/rules/profile.ts'
import { parseQuietHours } from '../src/platform/time/quiet-time.ts'
import { parseHeaders } from '../src/news/feeds/rules/source-settings.ts'
import { parseQuery } from '../src/news/search/rules/query.ts'
import { parseDate } from '../src/platform/time/dates.ts'
import { projectContent } from './support/content.ts'
import { growth } from './support/growth.ts'

const { search } = projectContent()
const now = new Date('2026-11-21T12:00:00Z')
const hub = (text: string) => ({ 'hub.mode': 'subscribe', 'hub.topic': text, 'hub.callback': text, 'hub.secret': text })

const parsers: [string, (text: string) => unknown][] = [
  ['an address', parseEmail],
  ['a host of an address', (text) => parseEmail(`a@${text}`)],
  ['a search to follow', (text) => parseFollow('search', text)],
  ['a word to mute', (text) => parseMute('word', text)],
  // Longer ones are refused.
  ['a search', (text) => parseQuery(text.slice(0, 2000), search, now)],
  ['quiet hours', parseQuietHours],
  ['headers', parseHeaders],
  ['a stream of a reading app', (text) => parseStream(`user/${text}`, new Map())],
  ['a feed of a reading app', (text) => parseStream(`feed/search-${text}`, new Map())],
  ['a cursor', parseCursor],
  ['a date', parseDate],
  ['a subscription', (text) => parseSubscription(hub(text))],
]

const units = [
  'a',
  'a ',
  ' ',
  '"',
  '<',
  '&lt;',
  '@',
  '.',
  'a.',
  '-',
  '-a ',
  'å',
  '\u0301',
  ':',
  '://',
  'http://',
  'user/',
]
units.push(
  '\n',
  'a: b\n',
  '  - x: y\n',
  '- ',
  '1',
  '22:00-',
  ',',
  '[',
  '{',
  '{x: y},',
  '\\',
  '%',
  '%25',
  '=',
  '\t',
  '\0',
  '*a ',
)

/** Errors are answers, too. */
const tried = (parse: (text: string) => unknown) => (text: string) => {
  try {
    parse(text)
  } catch {}
}
const of = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

it.each(parsers)('%s', (_, parse) => {
  const run = tried(parse)
  const slow = units.filter((unit) => {
    const started = performance.now()
    run(of(unit, 48_000))
    // What is done at once needs no second look.
    return performance.now() - started > 100 && growth(run, (size) => of(unit, size), 750) > 20
  })
  expect(slow).toEqual([])
})
