import { expect, it } from 'vitest'
import { parseTiming } from './vtt.ts'

it.each([
  ['00:01.500 --> 00:02.000', [1.5, 2]],
  ['00:01,5 --> 00:02,05', [1.5, 2.05]],
  ['01:02:03.004 --> 01:02:03.04 align:start', [3723.004, 3723.04]],
])('%s is read to the millisecond, however many digits it is written with', (line, seconds) =>
  expect(parseTiming(line)).toEqual(seconds),
)
