import { expect, it } from 'vitest'
import { parseConcepts } from './concepts.ts'

it('gives clustering the concepts, and search those of readers too', () => {
  expect(parseConcepts('launch: launch Släppa\n~hole: lucka hål')).toEqual({
    shared: { launch: ['launch', 'släppa'] },
    asked: [
      ['launch', 'släppa'],
      ['lucka', 'hål'],
    ],
  })
})

it.each([
  ['launch: launch\nfix: [a, b]', 'concepts.yaml:2: fix: '],
  ['launch: launch\nfix: ""', 'concepts.yaml:2: fix: must hold a word'],
  ['launch: two_words', 'concepts.yaml:1: launch.0: must be one word'],
  ['- launch', 'concepts.yaml:1: file: '],
])('names the line of a fault in %j', (yaml, fault) => {
  expect(() => parseConcepts(yaml)).toThrow(fault)
})
