import { expect, test } from 'vitest'
import { moveBetween } from './moved.ts'

const SITE = 'https://bladet.example'

test.each([
  ['the same page with a slash', '/nyheter/mossa-1', '/nyheter/mossa-1/', 'none'],
  ['https and www', 'http://www.bladet.example/a/mossan-fredas', '/a/mossan-fredas', 'none'],
  ['a tracking parameter less', '/a/mossan?utm_source=rss', '/a/mossan', 'none'],
  ['a new section', '/inrikes/mossan-fredas-nu', '/sverige/mossan-fredas-nu', 'none'],
  ['a shorter address of the same name', '/2026/11/25/mossan', '/mossan', 'none'],
  ['an address by number', '/artikel/123/mossan-fredas', '/artikel/123', 'none'],
  ['the page behind its AMP form', '/nyheter/mossan-fredas-i-dag/print', '/nyheter/mossan-fredas-i-dag', 'none'],
  ['a link by number to a headline', '/?p=512', '/mossan-fredas-i-dag', 'none'],
  ['the front page to a language', '/', '/sv', 'none'],
  ['a shortener to an article', 'https://kort.example/x9', '/nyheter/mossan-fredas-i-dag', 'none'],
  ['the front page', '/nyheter/mossan', '/', 'elsewhere'],
  ['the front page by its file', '/nyheter/mossan', '/index.html', 'elsewhere'],
  ['the front page from a number', '/?p=512', '/', 'elsewhere'],
  ['the section', '/nyheter/inrikes/mossan', '/nyheter/', 'elsewhere'],
  ['a front page of another site', '/nyheter/mossan', 'https://annan.example/', 'doubtful'],
  [
    'a login that leads back',
    '/nyheter/mossan',
    'https://konto.example/login/v2/a?return=%2Fnyheter%2Fmossan',
    'doubtful',
  ],
  [
    'a consent host that leads back',
    '/n/mossan',
    `https://ja.example/q?u=${encodeURIComponent(`${SITE}/n/mossan`)}`,
    'doubtful',
  ],
  ['the front page of a language', '/nyheter/inrikes/mossan', '/sv', 'doubtful'],
  ['a page for all', '/nyheter/mossan', '/prenumerera', 'doubtful'],
])('%s', (_what, from, to, expected) => {
  expect(moveBetween(new URL(from, SITE).href, new URL(to, SITE).href)).toBe(expected)
})
