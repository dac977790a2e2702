import { readFile } from 'node:fs/promises'
import { describe, expect, it, test } from 'vitest'
import { robotsGroup } from '../robots-rules.ts'
import { FORMS, headerReservation, metaReservation, robotsReservation, tdmrepReservation } from './reservation.ts'

const AGENT = 'karnhuset'

/** Values of each form: those that reserve and those that do not. */
const VALUES: Record<string, { reserve: string[]; not: string[] }> = {
  'tdm-reservation': { reserve: ['1', ' 1 '], not: ['0', '', '11', 'yes'] },
  'Content-Usage': {
    reserve: ['train-ai=n', 'ai=n', 'search=y, train-ai=n', 'genai=no', 'bots=?0', 'TRAIN-AI = N;x=1', 'ai=y, ai=n'],
    not: ['train-ai=y', 'search=n', 'pay=n', 'train-ai=never', 'x-ai=n', 'ai-', ''],
  },
  'Content-Signal': {
    reserve: [
      ...['ai-train=no', 'ai-input=no', 'search=yes,ai-train=no', 'search=yes, ai-input = NO , ai-train=yes'],
      ...['AI-Train=No', 'use=reference, ai-train=no', 'ai-train=yes; ai-train=no', 'ai-train="no"', '\tai-input=no\t'],
    ],
    not: ['ai-train=yes, ai-input=yes', 'search=no', 'use=no', 'ai-train', 'ai-train=nothing', 'no', ''],
  },
  'X-Robots-Tag': {
    reserve: [
      ...[
        'noai',
        'noindex, noai',
        'NOAI',
        'noimageai',
        'noindex noai',
        'karnhuset: noai',
        'Karnhuset/1.0: noindex, noai',
      ],
      ...['googlebot: noindex, *: noai', 'gptbot: noindex, karnhuset : noai', 'max-snippet: -1, noai'],
      'unavailable_after: 25 Jun 2027 15:00:00 PST, noai',
    ],
    not: ['noindex', 'gptbot: noai', 'gptbot: noindex, noai', 'karnhuset: noindex, gptbot: noai', 'noaiming', ''],
  },
}
const valuesOf = (name: string) => VALUES[name === 'robots' ? 'X-Robots-Tag' : name] ?? { reserve: [], not: [] }
const formsAt = (place: string) => FORMS.filter(({ locations }) => locations.some((one) => one === place))
const cases = (place: string) =>
  formsAt(place).flatMap(({ name }) => [
    ...valuesOf(name).reserve.map((value) => [name, value, true] as const),
    ...valuesOf(name).not.map((value) => [name, value, false] as const),
  ])
const labelled = (place: string, name: string) => expect.stringContaining(`${place} ${name}`)

test.each(cases('header'))('the header %s: %j reserves: %j', (name, value, reserved) => {
  const found = headerReservation({ [name.toLowerCase()]: value }, AGENT)
  expect(found).toEqual(reserved ? labelled('header', name) : null)
  expect(headerReservation({ [name.toLowerCase()]: `x\n${value}` }, AGENT)).toBe(found)
})

test.each(cases('meta'))('a meta element %s: %j reserves: %j', (name, value, reserved) => {
  expect(metaReservation(` ${name.toUpperCase()}`, value, AGENT)).toEqual(reserved ? labelled('meta', name) : null)
})

test.each(cases('robots.txt'))('robots.txt with %s: %j reserves: %j', (name, value, reserved) => {
  const statement = reserved ? `robots.txt: ${name}` : null
  expect(reservationIn(`User-agent: *\n${name.toUpperCase()} :${value}\nAllow: /\n`)).toBe(statement)
})

test('a meta element of our name speaks to us, one of another does not', () => {
  expect(metaReservation('Karnhuset', 'noai', AGENT)).toBe('meta robots: noai')
  expect(metaReservation('gptbot', 'noai', AGENT)).toBeNull()
  expect(metaReservation('description', 'noai', AGENT)).toBeNull()
})

const reservationIn = (text: string, path = '/news/a') => robotsReservation(robotsGroup(text, AGENT), path)

describe.each(['Content-Usage', 'Content-Signal'])('%s in robots.txt', (name) => {
  const statement = `robots.txt: ${name}`
  test.each([
    ['for all', `User-agent: *\n${name}: ai-train=no`, statement],
    ['for us', `User-agent: karnhuset\n${name}: ai-train=no`, statement],
    ['for several', `User-agent: gptbot\nUser-agent: karnhuset\nAllow: /\n${name}: ai-train=no`, statement],
    ['before any agent', `${name}: ai-train=no\nUser-agent: karnhuset\nAllow: /`, statement],
    ['for another', `User-agent: gptbot\n${name}: ai-train=no\nDisallow: /\nUser-agent: *\nAllow: /`, null],
    ['for another, without a rule', `User-agent: gptbot\n${name}: ai-train=no\n\nUser-agent: *\nAllow: /`, null],
    [
      'for us, with another after it',
      `User-agent: *\n${name}: ai-train=no\n\nUser-agent: gptbot\nDisallow: /b`,
      statement,
    ],
    ['for all where we are named', `User-agent: *\n${name}: ai-train=no\nUser-agent: karnhuset\nAllow: /`, null],
    ['in another of our groups', `User-agent: *\nAllow: /\n\nUser-agent: *\n${name}: ai-train=no`, statement],
    ['twice, the stricter', `User-agent: *\n${name}: ai-train=yes\n${name}: ai-train=no`, statement],
    ['in a comment', `User-agent: *\n# ${name}: ai-train=no\nAllow: /`, null],
    ['with a comment', `User-agent: *\n${name}: ai-train=no # please`, statement],
    ['for this path', `User-agent: *\n${name}: /news/ ai-train=no`, statement],
    ['for another path', `User-agent: *\n${name}: /paid/ ai-train=no`, null],
    ['but for this path', `User-agent: *\n${name}: ai-train=no\n${name}: /news/ ai-train=yes`, null],
    ['for a path, encoded', `User-agent: *\n${name}: /%6Eews/*$ ai-train=no`, statement],
  ])('%s', (_where, text, expected) => expect(reservationIn(text)).toBe(expected))
})

test('robots.txt: a form that permits does not undo another that reserves', () => {
  const text = 'User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\n'
  expect(reservationIn(text)).toBe('robots.txt: Content-Signal')
})

test('a path that we are shut out of is reserved', () => {
  const text = 'User-agent: *\nDisallow: /news/'
  expect([reservationIn(text), reservationIn(text, '/b')]).toEqual(['robots.txt', null])
})

describe('tdmrep.json', () => {
  const rules = JSON.stringify([
    { location: '/open/*', 'tdm-reservation': 0 },
    { location: '/*.pdf$', 'tdm-reservation': 0 },
    { location: '/r%C3%A4k/', 'tdm-reservation': 0 },
    { location: '/', 'tdm-reservation': 1 },
  ])
  test.each([
    ['/open/a', null],
    ['/news/a', 'tdmrep.json'],
    ['/a.pdf.pdf', null],
    ['/räk/a', null],
  ])('decides by the first location that matches: %s', (path, statement) => {
    expect(tdmrepReservation(rules, path)).toBe(statement)
  })
  it('that is none reserves nothing', () => {
    for (const text of ['', '<html>', '[1, null]', '{"location": 5}']) expect(tdmrepReservation(text, '/a')).toBeNull()
  })
})

test('docs/models.md lists each form, its values, what it withholds and its source', async () => {
  const docs = await readFile(new URL('../../../../docs/models.md', import.meta.url), 'utf8')
  const rows = FORMS.map(({ name, locations, values, withholds, source }) =>
    ['', `\`${name}\``, locations.join(', '), values, withholds, `[source](${source})`, ''].join(' | ').trim(),
  )
  expect(docs.split('\n').filter((line) => line.includes('[source]('))).toEqual(rows)
})
