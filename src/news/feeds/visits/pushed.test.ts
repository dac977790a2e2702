import { expect, it } from 'vitest'
import { nextPoll } from './pushed.ts'

const polled = new Date('2026-11-21T09:00:00Z')
const after = (hours: number) => new Date(polled.getTime() + hours * 3_600_000)
const pushed = (hours: number, longestGapMinutes: number | null, ownIntervalMinutes: number | null = null) =>
  nextPoll({ pushedAt: after(hours), longestGapMinutes, ownIntervalMinutes }, polled)

it.each([
  ['a day after the last time, while pushes come', 20, 600, 24],
  ['as soon as no push has come for longer than it was ever silent', 2, 300, 7],
  ['no sooner than an hour after a push, however often it writes', 2, 10, 3],
  ['within a day where its silences are not known', -4, null, 20],
])('polls a feed that is pushed %s', (_name, at, gap, expected) => {
  expect(pushed(at, gap)).toEqual(after(expected))
})

it('leaves alone what is not pushed, and what its operator has given an interval', () => {
  expect(nextPoll({ pushedAt: null, longestGapMinutes: 600, ownIntervalMinutes: null }, polled)).toBeNull()
  expect(pushed(1, 600, 15)).toBeNull()
})
