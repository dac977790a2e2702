import { expect, it } from 'vitest'
import { z } from 'zod'
import { growth } from '../../../tests/support/growth.ts'
import { AppError, messageOf } from '../errors.ts'
import { parseContent } from './content-file.ts'
import { locationsOf } from './yaml-locations.ts'

const Shape = z.strictObject({ mute: z.array(z.strictObject({ word: z.string() })) })

function violationsOf(text: string): string[] {
  try {
    parseContent(text, 'words.yaml', Shape)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return messageOf(error).split('\n')
  }
}

const faulty = (lines: number, violations: number) =>
  `mute:\n${Array.from({ length: lines }, (_, i) => `  - ${i < violations ? 'x: y' : 'word: w'}\n`).join('')}`

it('says where each fault is, and of many the first ones alone', () => {
  expect(violationsOf(faulty(3, 2)).map((line) => /^words\.yaml:(\d+): mute\.(\d)/.exec(line)?.slice(1))).toEqual([
    ['2', '0'],
    ['2', '0'],
    ['3', '1'],
    ['3', '1'],
  ])
  const many = violationsOf(faulty(600, 600))
  expect(many).toHaveLength(51)
  expect(many.at(-1)).toBe('words.yaml: 1150 more like these')
})

it.each<[string, (n: number) => string]>([
  ['lines', (n) => faulty(n, n)],
  ['keys', (n) => Array.from({ length: n }, (_, i) => `k${i}: 1\n`).join('')],
  ['one line', (n) => `mute: [${'{x: y},'.repeat(n)}]`],
  ['empty lines', (n) => `mute:\n${'\n'.repeat(n)}  - x: y`],
  ['anchors', (n) => Array.from({ length: n }, (_, i) => `- &a${i} x\n`).join('')],
  ['good lines', (n) => faulty(n, 0)],
])('faults of a file of many %s are found in time that grows as the file does', (_, make) => {
  expect(growth(violationsOf, make, 100)).toBeLessThan(20)
  expect(growth(locationsOf, make, 100)).toBeLessThan(20)
})
