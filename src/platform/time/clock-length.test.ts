import { expect, it } from 'vitest'
import { clockLength } from './clock-length.ts'

it.each([
  [0, '0:00'],
  [59.6, '0:59'],
  [521, '8:41'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3900, '1:05:00'],
  [36_061, '10:01:01'],
])('%d seconds are %s', (seconds, words) => expect(clockLength(seconds)).toBe(words))
