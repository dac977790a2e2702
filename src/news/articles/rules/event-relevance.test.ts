import { expect, it } from 'vitest'
import { isRelevantByEvent } from './event-relevance.ts'

it.each([
  ['an open text and two publishers', 0.5, 2, true],
  ['an open text just below the threshold', 0.99, 5, true],
  ['one publisher', 0.9, 1, false],
  ['none', 0.9, 0, false],
  ['a text that hardly names the topic', 0.49, 9, false],
  ['a text that speaks against the topic', -2, 9, false],
  ['a text that decides by itself', 1, 9, false],
  ['a text that was not measured', null, 9, false],
])('%s', (_, score, publishers, expected) => {
  expect(isRelevantByEvent({ score, publishers })).toBe(expected)
})
