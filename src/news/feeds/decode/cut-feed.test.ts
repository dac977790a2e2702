/** Feeds that end within an element: a part of an address, an identity or a date is not read as one. */
import { expect, it } from 'vitest'
import { parseFeed } from '../parse.ts'

const rss = (end: string) =>
  `<rss version="2.0"><channel><title>T</title><item><title>Complete</title><guid>a</guid></item><item>${end}`
const atom = (end: string) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry>${end}`
const itemsOf = (text: string) =>
  parseFeed(new TextEncoder().encode(text), { url: 'https://cut.example/feed', contentType: null }).items.map(
    ({ title, guid, url, publishedAt }) => [title, guid, url, publishedAt?.toISOString() ?? null],
  )

it.each([
  ['a link', '<title>New</title><guid>b</guid><link>https://cut.example/news/apple-sh', ['New', 'b', null, null]],
  [
    'an identity',
    '<title>New</title><link>https://cut.example/b</link><guid>abc-1',
    ['New', null, 'https://cut.example/b', null],
  ],
  ['a date', '<title>New</title><guid>b</guid><pubDate>Mon, 30 Nov 2026 1', ['New', 'b', null, null]],
  ['a title', '<guid>b</guid><title>New thi', ['New thi', 'b', null, null]],
  [
    'an end tag',
    '<title>New</title><guid>b</guid><link>https://cut.example/b</li',
    ['New', 'b', 'https://cut.example/b', null],
  ],
])('RSS in %s', (_, end, item) => {
  expect(itemsOf(rss(end)).at(-1)).toEqual(item)
})

it.each([
  [
    'an identity',
    '<title>New</title><link href="https://cut.example/b"/><id>tag:cu',
    ['New', null, 'https://cut.example/b', null],
  ],
  ['a date', '<title>New</title><id>b</id><updated>2026-11-30T1', ['New', 'b', null, null]],
])('Atom in %s', (_, end, item) => {
  expect(itemsOf(atom(end)).at(-1)).toEqual(item)
})

it('reads all of a feed of which only the last end tags are gone', () => {
  expect(itemsOf(rss('<title>New</title><guid>b</guid></item>'))).toHaveLength(2)
})
