import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { unreadSources } from './unread-sources.ts'

it.each([undefined, '', ' ', 'content/sources.opml', join(resolve('content'), 'sources.opml')])(
  'is content with %j',
  (sources) => expect(unreadSources(sources, 'content')).toBeNull(),
)

it.each([
  ['none', /^SOURCES=none is set: the site reads no list/],
  ['/srv/other.opml', /^SOURCES=\/srv\/other.opml is set: the site reads \/srv\/other.opml/],
])('warns of %s, and says what to do', (sources, sentence) => {
  const warning = unreadSources(sources, 'content')
  expect(warning).toMatch(sentence)
  expect(warning).toMatch(/Take SOURCES out of .env .*karnhuset feeds import content\/sources.opml/)
})
