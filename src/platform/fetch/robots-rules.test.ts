/**
 * Cases of the public suites of google/robotstxt and scrapy/protego, in words of our own. Cases that contradict RFC
 * 9309 are left out: agents with blanks or stars in their names, an unknown line that ends a group, `%62` that differs
 * from `b`. A byte order mark within the file is passed over too.
 */

import { describe, expect, test } from 'vitest'
import { growth } from '../../../tests/support/growth.ts'
import { robotsAllow, robotsGroup } from './robots-rules.ts'

const pathOf = (path: string) => {
  const { pathname, search } = new URL(`https://example.com${path}`)
  return pathname + search
}
const allows = (text: string, path: string, agent = 'Karnhuset') => robotsAllow(robotsGroup(text, agent), pathOf(path))

const us = (...rules: string[]) => ['User-agent: karnhuset', ...rules].join('\n')
const ONLY = (path: string) => us('Disallow: /', `Allow: ${path}`)
const LONG = `/x/${'a'.repeat(16_649)}`

interface Case {
  text: string
  open?: string[]
  shut?: string[]
}
const CASES: Record<string, Case> = {
  'an empty file': { text: '', open: ['/', '/a'] },
  'HTML instead of rules': { text: '<!doctype html><p>User-agent: none', open: ['/a'] },
  'other keys': { text: 'foo: karnhuset\nbar: /', open: ['/a'] },
  'keys without their colon': { text: 'user-agent karnhuset\ndisallow /', shut: ['/a'] },
  'keys in any case': { text: 'uSeR-aGeNt: KARNhuset\nAlLoW: /x/\ndIsAlLoW: /', open: ['/x/y'], shut: ['/a'] },
  'keys with slips of the pen': {
    text: us('Dissallow: /2', 'Dissalow: /3', 'Disalow: /4', 'Diasllow: /5', 'Disallaw: /6'),
    open: ['/1'],
    shut: ['/2', '/3', '/4', '/5', '/6'],
  },
  'user agent in two words': { text: 'User agent: karnhuset\nDisallow: /', shut: ['/a'] },
  'blanks around everything': { text: '  User-agent :  karnhuset  \n\t Disallow\t:\t/a  ', shut: ['/a'], open: ['/b'] },
  comments: { text: us('# Disallow: /', 'Disallow: /q#x', 'Allow: /'), open: ['/a'], shut: ['/q'] },
  'a byte order mark': { text: `\ufeff${us('Disallow: /')}`, shut: ['/a'] },
  'a very long line, cut': { text: `${us()}\ndisallow: ${LONG}/qux`, open: ['/fux'], shut: [`${LONG}/fux`] },
  'a line that says nothing': { text: us('Disallow: /a', 'Harry Potter', 'Disallow: /b'), shut: ['/a', '/b'] },

  'rules before any agent': { text: `Disallow: /a\nAllow: /\n${us('Disallow: /b')}`, open: ['/a'], shut: ['/b'] },
  'all agents': { text: 'User-agent: *\nDisallow: /a', open: ['/b'], shut: ['/a'] },
  'all agents and a word more': { text: 'User-agent: * baz\nDisallow: /a', shut: ['/a'] },
  'a star within a name': { text: 'User-agent: *huset\nDisallow: /a', open: ['/a'] },
  'our version': { text: 'User-agent: Karnhuset/2.1\nDisallow: /', shut: ['/a'] },
  'our name and a word more': { text: 'User-agent: Karnhuset Bot\nDisallow: /', shut: ['/a'] },
  'our name as part of another': { text: 'User-agent: karnhuset-bilder\nDisallow: /', open: ['/a'] },
  'part of our name': { text: 'User-agent: karn\nDisallow: /', open: ['/a'] },
  'only others': { text: 'User-agent: GPTBot\nDisallow: /', open: ['/a'] },
  'our own group before that of all': {
    text: `User-agent: *\nDisallow: /a\n${us('Disallow: /b')}`,
    open: ['/a'],
    shut: ['/b'],
  },
  'our own group after which another follows': { text: `${us('Disallow: /')}\nUser-agent: *\nAllow: /`, shut: ['/a'] },
  'our own group without rules': { text: 'User-agent: *\nDisallow: /\nUser-agent: karnhuset', open: ['/a'] },
  'a group for several': {
    text: 'User-agent: a\n\n# b\nUser-agent: karnhuset\nUser-agent: c\nDisallow: /a',
    shut: ['/a'],
  },
  'a group that goes on after blank lines': {
    text: us('Disallow: /', '', '', 'Allow: /y'),
    open: ['/y'],
    shut: ['/a'],
  },
  'our groups, together': {
    text: `${us('Disallow: /', 'Allow: /x/')}\nUser-agent: b\nDisallow: /\nAllow: /y/\n${us('Allow: /z/')}`,
    open: ['/x/a', '/z/a'],
    shut: ['/y/a'],
  },
  'the groups of all, together': {
    text: 'User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /c',
    open: ['/b'],
    shut: ['/a', '/c'],
  },

  'an empty disallow': { text: us('Disallow:', 'Allow:'), open: ['/a'] },
  'letters of either case in a path': { text: us('Disallow: /X/'), open: ['/x/y'], shut: ['/X/y'] },
  'the longest rule: to shut': { text: us('Disallow: /x/p.html', 'Allow: /x/'), open: ['/x/q'], shut: ['/x/p.html'] },
  'the longest rule: to open': { text: us('Allow: /x/p.html', 'Disallow: /x/'), open: ['/x/p.html'], shut: ['/x/'] },
  'a folder and its name': { text: us('Disallow: /x', 'Allow: /x/'), open: ['/x/'], shut: ['/x'] },
  'two rules as long': { text: us('Disallow: /x', 'Allow: /x'), open: ['/x'] },
  'the longest rule with a star': {
    text: us('Allow: /page', 'Disallow: /*.html'),
    open: ['/page'],
    shut: ['/page.html'],
  },
  'a star at the start': { text: us('Allow: */p', 'Disallow: /'), open: ['/page'], shut: ['/a'] },
  'a longer star at the start': { text: us('Allow: /page', 'Disallow: */*.htm'), shut: ['/page.htm'] },
  'the root alone': { text: us('Allow: /$', 'Disallow: /'), open: ['/', ''], shut: ['/page.html'] },
  'an index that opens its folder': {
    text: us('Allow: /open/index.html', 'Disallow: /'),
    open: ['/open/', '/open/index.html'],
    shut: ['/open/index.htm', '/a'],
  },
  'the file itself': { text: us('Disallow: /'), open: ['/robots.txt'], shut: ['/robots.txt.gz'] },

  'a prefix': {
    text: ONLY('/fish'),
    open: ['/fish', '/fish.html', '/fish/salmon', '/fishheads/y', '/fish.html?id=x'],
    shut: ['/Fish.asp', '/catfish', '/?id=fish'],
  },
  'a prefix with a star': { text: ONLY('/fish*'), open: ['/fish', '/fishheads'], shut: ['/Fish', '/catfish'] },
  'a folder': { text: ONLY('/fish/'), open: ['/fish/', '/fish/?salmon', '/fish/a'], shut: ['/fish', '/fish.html'] },
  'an ending': {
    text: ONLY('/*.php'),
    open: ['/a.php', '/f/a.php?p', '//f/any.php.file.html', '/a.php/', '/index?f=a.php/'],
    shut: ['/php/', '/index?php', '/windows.PHP'],
  },
  'an anchored ending': {
    text: ONLY('/*.php$'),
    open: ['/a.php', '/f/a.php', '/a.php.php'],
    shut: ['/a.php?p', '/a.php/', '/a.php5', '/aaaphpaaa'],
  },
  'a star in the middle': { text: ONLY('/fish*.php'), open: ['/fish.php', '/fishheads/c.php?p'], shut: ['/Fish.PHP'] },
  'a star for a folder': {
    text: us('Disallow: /no/*/end$', 'Disallow: /pro*work'),
    open: ['/no', '/no/x/endless', '/pro_does_wor'],
    shut: ['/no/x/end', '/proworks', '/pro/works', '/pro_does_work'],
  },
  'a star and nothing else': {
    text: us('Allow: /foo/bar.html', 'Disallow: *'),
    open: ['/foo/bar.html'],
    shut: ['/foo'],
  },
  'a great many stars': { text: us('Allow: *****************/****.js'), open: ['/a/b'] },
  'two stars': { text: us('Disallow: /foo*/*bar.html'), open: ['/food/rebarf.html'], shut: ['/foo/a/b/rebar.html'] },
  'a query': { text: us('Disallow: /?', 'Disallow: /*s='), open: ['/', '/s/'], shut: ['/?q', '/a?s=x'] },
  'parameters of a path': { text: us('Disallow: /p;a?q', 'Disallow: /;'), open: ['/'], shut: ['/p;a?q', '/;b'] },
  'two slashes': { text: us('Disallow: //f/*'), open: ['/f/a', '//f'], shut: ['//f/a'] },
  'an address as a path': { text: us('Disallow: http://b.example/'), open: ['/'], shut: ['/http://b.example/'] },
  'a dollar sign within': { text: us('Disallow: /x$/a', 'Disallow: /y*y$/a'), shut: ['/x$/a', '/x%24/ab', '/yay$/a'] },
  'a dollar sign at the end, either way': { text: us('Disallow: /x$'), open: ['/xy'], shut: ['/x', '/x$', '/x%24'] },
  'encoded special signs': {
    text: us('Disallow: /x/a%24', 'Disallow: /x%2Ax/a'),
    open: ['/x/a', '/xbx/a'],
    shut: ['/x/a$', '/x/a$a', '/x*x/ab'],
  },

  'letters beyond ASCII, as they are': { text: ONLY('/räksmörgås/ツ'), open: ['/r%C3%A4ksm%C3%B6rg%C3%A5s/%E3%83%84'] },
  'letters beyond ASCII, encoded': { text: ONLY('/r%c3%a4k/%E3%83%84'), open: ['/räk/ツ', '/r%C3%A4k/%e3%83%84'] },
  'plain letters, encoded': { text: us('Disallow: /%41dmin'), shut: ['/Admin', '/%41dmin', '/%41%64min'] },
  'a plain path, asked for encoded': { text: us('Disallow: /Admin'), shut: ['/%41dmin'] },
  'a tilde, encoded': { text: us('Disallow: /%7Ered/', 'Disallow: /%7egul/'), shut: ['/~red/a', '/%7ered/', '/~gul/'] },
  'a tilde as it is': { text: us('Disallow: /~joe/'), shut: ['/~joe/', '/%7Ejoe/', '/%7ejoe/'] },
  'a sign that is always encoded': {
    text: us('Disallow: /a%3cd', 'Disallow: /b<d*'),
    shut: ['/a<d', '/a%3Cd', '/b%3cd'],
  },
  'a slash, encoded, is none': {
    text: us('Disallow: /a%2fb', 'Disallow: /c/d'),
    open: ['/a/b', '/c%2Fd'],
    shut: ['/a%2Fb'],
  },
  'an address in a query': { text: ONLY('/a?q=t&z=http://b.example?c&p'), open: ['/a?q=t&z=http://b.example?c&p'] },
  'half an encoding': { text: us('Disallow: /%4', 'Disallow: /b%zz'), shut: ['/%4', '/b%zz'] },
}

describe.each(Object.entries(CASES))('%s', (_name, { text, open = [], shut = [] }) => {
  test.each(open)('%s may be read', (path) => expect(allows(text, path)).toBe(true))
  test.each(shut)('%s may not', (path) => expect(allows(text, path)).toBe(false))
})

test.each([
  'Sitemap: https://example.com/s.xml',
  'Crawl-delay: 5',
  'Content-Signal: ai-train=no',
  'Content-Usage: train-ai=n',
  'Noindex: /a',
  'Host: example.com',
  'Clean-param: ref',
  'Request-rate: 1/10',
  'Unknown-Line: what',
  'nothing at all to see',
])('"%s" between two agents ends no group', (line) => {
  const text = `User-agent: karnhuset\n${line}\nUser-agent: *\nDisallow: /a`
  expect(allows(text, '/a')).toBe(false)
  expect(allows(text, '/a', 'other')).toBe(false)
})

test.each(['\n', '\r\n', '\r', '\n\r\n'])('lines may end with %j', (end) => {
  const text = ['User-agent: a', 'Allow: /p', 'User-agent: karnhuset', '', 'Disallow: /'].join(end)
  for (const file of [text, text + end]) expect([allows(file, '/p', 'a'), allows(file, '/p')]).toEqual([true, false])
})

test('a path of many stars takes time that grows with the path alone', () => {
  const text = us(...Array(10).fill(`Disallow: /${'*a'.repeat(500)}b`))
  const path = (size: number) => `/${'a'.repeat(size)}`
  expect(allows(text, path(4000))).toBe(true)
  expect(growth((of) => allows(text, of), path, 60)).toBeLessThan(16)
})
