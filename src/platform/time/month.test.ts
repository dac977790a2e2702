import { expect, test } from 'vitest'
import { monthStart } from './days.ts'

test.each([
  ['2026-11-21T10:00:00Z', 'Europe/Stockholm', '2026-10-31T23:00:00.000Z'],
  ['2026-06-30T22:30:00Z', 'Europe/Stockholm', '2026-06-30T22:00:00.000Z'],
  ['2026-11-01T03:00:00Z', 'America/Los_Angeles', '2026-10-01T07:00:00.000Z'],
  // Clocks skipped the midnight that this month began with.
  ['1993-10-20T10:00:00Z', 'America/Asuncion', '1993-10-01T04:00:00.000Z'],
  // Clocks were changed between midnight in Greenwich and here.
  ['2029-04-20T10:00:00Z', 'Pacific/Auckland', '2029-03-31T11:00:00.000Z'],
  ['2026-11-21T10:00:00Z', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-11-21T10:00:00Z', 'UTC', '2026-11-01T00:00:00.000Z'],
])('the month of %s in %s began at %s', (now, zone, start) => {
  expect(monthStart(new Date(now), zone).toISOString()).toBe(start)
})
