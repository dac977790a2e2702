import { describe, expect, it, test } from 'vitest'
import { headerReservation, metaReservation, robotsReservation, tdmrepReservation } from './reservation.ts'

describe('headers', () => {
  test.each([
    [{ 'tdm-reservation': '1' }, 'header tdm-reservation'],
    [{ 'tdm-reservation': '0' }, null],
    [{ 'content-usage': 'train-ai=n' }, 'header Content-Usage'],
    [{ 'content-usage': 'train-ai=y' }, null],
    [{ 'x-robots-tag': 'noindex, noai' }, 'header X-Robots-Tag: noai'],
    [{ 'x-robots-tag': 'noindex' }, null],
    [{}, null],
  ])('%j reserve %j', (headers, said) => expect(headerReservation(headers)).toBe(said))
})

describe('meta elements', () => {
  test.each([
    ['tdm-reservation', '1', 'meta tdm-reservation'],
    ['TDM-Reservation', '0', null],
    ['robots', 'index, noai, noimageai', 'meta robots: noai'],
    ['description', 'noai', null],
  ])('%s=%s', (name, content, said) => expect(metaReservation(name, content)).toBe(said))
})

describe('tdmrep.json', () => {
  const rules = JSON.stringify([
    { location: '/open/*', 'tdm-reservation': 0 },
    { location: '/', 'tdm-reservation': 1 },
  ])
  it('decides by the first location that matches', () => {
    expect(tdmrepReservation(rules, '/open/a')).toBeNull()
    expect(tdmrepReservation(rules, '/news/a')).toBe('tdmrep.json')
  })
  it('that is none reserves nothing', () => {
    for (const text of ['', '<html>', '[1, null]', '{"location": 5}']) expect(tdmrepReservation(text, '/a')).toBeNull()
  })
})

test('robots.txt may reserve all or a part by Content-Usage', () => {
  expect(robotsReservation('User-agent: *\nContent-Usage: ai=n\n', '/a')).toBe('robots.txt: Content-Usage')
  expect(robotsReservation('User-agent: *\nContent-Usage: /paid/ ai=n\n', '/a')).toBeNull()
  expect(robotsReservation('User-agent: *\nContent-Usage: /paid/ ai=n\n', '/paid/a')).toBe('robots.txt: Content-Usage')
  expect(robotsReservation('User-agent: *\nDisallow:\n', '/a')).toBeNull()
})
