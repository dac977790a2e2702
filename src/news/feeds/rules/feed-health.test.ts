import { describe, expect, test } from 'vitest'
import {
  type HealthRecord,
  type HealthState,
  healthOf,
  isOffline,
  needsPerson,
  type Reach,
  verdictOn,
} from './feed-health.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const HOUR = 60
const DAY = 24 * HOUR
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const well: HealthRecord = {
  status: 'active',
  createdAt: ago(100 * DAY),
  lastFetchedAt: ago(5),
  lastSuccessAt: ago(5),
  lastNewAt: ago(10),
  failingSince: null,
  failure: null,
  errorsInRow: 0,
  usualGapMinutes: 60,
  longestGapMinutes: 300,
  answerMs: 200,
  republishedAt: null,
  redirectUrl: null,
  redirectSince: null,
}
const failed = (changes: Partial<HealthRecord> = {}): Partial<HealthRecord> => ({
  errorsInRow: 1,
  failingSince: ago(30),
  failure: 'busy',
  ...changes,
})

test.each<[HealthState[], string, number]>([
  [[], 'none', 0],
  [['well', 'offline', 'gone'], 'offline', 1],
  [['well', 'gone', 'failing', 'unread'], 'some_bad', 2],
  [['well', 'unread', 'silent', 'slow'], 'some_unread', 1],
  [['well', 'moved', 'silent', 'paused'], 'all_well', 3],
  [['paused', 'paused'], 'all_paused', 0],
])('sources that are %j are %s', (states, verdict, n) => {
  expect(verdictOn(states)).toEqual({ verdict, n })
})

describe('the state of a source', () => {
  test.each<[string, Partial<HealthRecord>]>([
    ['well', {}],
    ['unread', { lastFetchedAt: null, lastSuccessAt: null, lastNewAt: null }],
    ['never_answered', failed({ lastSuccessAt: null })],
    ['failing', failed()],
    ['failing', failed({ failure: null, errorsInRow: 800, lastNewAt: ago(90 * DAY) })],
    ['wants_login', failed({ failure: 'login' })],
    ['not_a_feed', failed({ failure: 'not_a_feed' })],
    ['gone', { status: 'gone' }],
    ['paused', { status: 'paused', errorsInRow: 9 }],
    ['slow', { answerMs: 10_000 }],
    ['well', { answerMs: 9999 }],
    ['moved', { redirectUrl: 'https://new.example/feed', redirectSince: ago(DAY) }],
    ['republishing', { republishedAt: ago(6 * DAY) }],
    ['well', { republishedAt: ago(8 * DAY) }],
    ['well', { lastNewAt: ago(3 * DAY - 1) }],
    ['silent', { lastNewAt: ago(3 * DAY + 1) }],
    ['well', { lastNewAt: ago(34 * DAY), usualGapMinutes: 7 * DAY }],
    ['silent', { lastNewAt: ago(36 * DAY), usualGapMinutes: 7 * DAY }],
    ['well', { lastNewAt: ago(13 * DAY), usualGapMinutes: 0, longestGapMinutes: 7 * DAY }],
    ['silent', { lastNewAt: ago(15 * DAY), usualGapMinutes: 0, longestGapMinutes: 7 * DAY }],
    ['well', { lastNewAt: null, usualGapMinutes: null, createdAt: ago(29 * DAY) }],
    ['silent', { lastNewAt: null, usualGapMinutes: null, createdAt: ago(31 * DAY) }],
  ])('%s: %j', (expected, changes) => {
    expect(healthOf({ ...well, ...changes }, NOW).state).toBe(expected)
  })

  test('is never well without a success', () => {
    expect(healthOf({ ...well, lastSuccessAt: null }, NOW).state).toBe('unread')
  })

  test('says since when and why it fails', () => {
    expect(healthOf({ ...well, ...failed({ failure: 'missing' }) }, NOW)).toEqual({
      state: 'failing',
      since: ago(30),
      cause: 'missing',
    })
  })

  test('blames no source while nobody can be reached, but one that answers badly', () => {
    const state = (failure: HealthRecord['failure']) => healthOf({ ...well, ...failed({ failure }) }, NOW, true).state
    expect([state('unreachable'), state('offline'), state('busy')]).toEqual(['offline', 'offline', 'failing'])
  })
})

test('waits a day for a source that fails, hours for a login, and not at all for one that is gone', () => {
  const needs = (state: Parameters<typeof needsPerson>[0]['state'], hours: number) =>
    needsPerson({ state, since: ago(hours * HOUR) }, NOW)
  expect([needs('failing', 23), needs('failing', 24)]).toEqual([false, true])
  expect([needs('wants_login', 5), needs('wants_login', 6)]).toEqual([false, true])
  expect([needs('gone', 0), needs('well', 900), needs('offline', 900)]).toEqual([true, false, false])
})

describe('our own network is away', () => {
  const answered = (publisher: string, minutes: number): Reach => ({
    publisher,
    lastSuccessAt: ago(minutes),
    lastFetchedAt: ago(minutes),
    failingSince: null,
    failure: null,
  })
  const lost = (publisher: string, minutes: number, before: number | null = 60): Reach => ({
    publisher,
    lastSuccessAt: before === null ? null : ago(before),
    lastFetchedAt: ago(1),
    failingSince: ago(minutes),
    failure: 'unreachable',
  })

  test('when three publishers are lost at once and nobody has answered since', () => {
    const list = [lost('a.se', 9), lost('b.se', 8), lost('c.se', 7), answered('d.se', 10)]
    expect(isOffline(list)).toBe(true)
    expect(isOffline([...list, answered('e.se', 5)])).toBe(false)
  })

  test('not when one publisher with many feeds is lost', () => {
    expect(isOffline([lost('a.se', 9), lost('a.se', 8), lost('a.se', 7), answered('b.se', 10)])).toBe(false)
  })

  test('not by sources that have been dead for long', () => {
    const dead = [lost('a.se', 900), lost('b.se', 800), lost('c.se', 700)]
    expect(isOffline([...dead, answered('d.se', 30)])).toBe(false)
  })

  test('at a first start that reaches nobody; a single source proves nothing', () => {
    expect(isOffline([lost('a.se', 9, null), lost('b.se', 9, null)])).toBe(true)
    expect(isOffline([lost('a.se', 9, null)])).toBe(false)
  })

  test('not when somebody at least refuses', () => {
    const refused: Reach = { ...lost('d.se', 9), failure: 'refused' }
    expect(isOffline([lost('a.se', 9), lost('b.se', 8), lost('c.se', 7), refused])).toBe(false)
  })

  test('though an address is one that we do not ask, which needs no network to be known', () => {
    const blocked: Reach = { ...lost('d.se', 9), failure: 'broken' }
    expect(isOffline([lost('a.se', 9), lost('b.se', 8), lost('c.se', 7), blocked])).toBe(true)
  })
})
