/** Parsers of what strangers send: none takes time that grows faster than what it is given. */
import { expect, it } from 'vitest'
import { parseEmail } from '../src/news/accounts/rules/account.ts'
import { parseFollow, parseMute } from '../src/news/accounts/rules/profile.ts'
import { parseCursor } from '../src/news/changes/change-types.ts'
import { parseHeaders } from '../src/news/feeds/rules/source-settings.ts'
import { parseQuery } from '../src/news/search/rules/query.ts'
import { parseDate } from '../src/platform/time/dates.ts'
import { parseQuietHours } from '../src/platform/time/quiet-time.ts'
import { projectContent } from './support/content.ts'
import { slowPieces } from './support/growth.ts'

const { search } = projectContent()
const now = new Date('2026-11-21T12:00:00Z')

const parsers: [string, (text: string) => unknown][] = [
  ['an address', parseEmail],
  ['a host of an address', (text) => parseEmail(`a@${text}`)],
  ['a search to follow', (text) => parseFollow('search', text)],
  ['a word to mute', (text) => parseMute('word', text)],
  // Longer ones are refused.
  ['a search', (text) => parseQuery(text.slice(0, 2000), search, now)],
  ['quiet hours', parseQuietHours],
  ['headers', parseHeaders],
  ['a cursor', parseCursor],
  ['a date', parseDate],
]

it.each(parsers)('%s', (_, parse) => expect(slowPieces(parse)).toEqual([]))
