import { expect, it } from 'vitest'
import { unbroken } from './unbroken.ts'

it.each([
  ['Priset är 4 495 kronor', 'Priset är 4_495 kronor'],
  ['1 234 567 kr, 412 MB och 85 %', '1_234_567_kr, 412_MB och 85_%'],
  ['5 av 9, iOS 27 2026, 12 minuter', '5 av 9, iOS 27 2026, 12 minuter'],
])('keeps a number in one piece: %s', (text, expected) => {
  expect(unbroken(text).replaceAll('\u00a0', '_')).toBe(expected)
})
