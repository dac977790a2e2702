import { expect, it } from 'vitest'
import { moveDates } from './documents.ts'

const now = new Date('2026-11-24T12:00:00Z')

it('moves all dates of a feed alike, so that the newest is of now', () => {
  const rss = '<pubDate>Tue, 18 Mar 2025 10:00:00 GMT</pubDate> <dc:date>2025-03-17T10:00:00+00:00</dc:date>'
  expect(moveDates(rss, now)).toBe(
    '<pubDate>Tue, 24 Nov 2026 12:00:00 GMT</pubDate> <dc:date>2026-11-23T12:00:00.000Z</dc:date>',
  )
  expect(moveDates('{"date_published": "2017-06-27T00:54:20-05:00"}', now)).toBe(
    '{"date_published": "2026-11-24T12:00:00.000Z"}',
  )
})

it('leaves what is no date, and a feed without any', () => {
  for (const text of ['<updated>soon</updated>', '<title>18 Mar 2025</title>', ''])
    expect(moveDates(text, now)).toBe(text)
})
