import { expect, it } from 'vitest'
import { parseConcepts } from './concepts.ts'

const files = (yaml: Record<string, string>) => new Map(Object.entries(yaml))

it('gives clustering the concepts of each language, and search those of all and of readers too', () => {
  expect(parseConcepts(files({ en: 'launch: launch', sv: 'launch: Släppa\n~hole: lucka hål' }))).toEqual({
    shared: new Map([
      ['en', { launch: ['launch'] }],
      ['sv', { launch: ['släppa'] }],
    ]),
    requested: [
      ['launch', 'släppa'],
      ['lucka', 'hål'],
    ],
  })
})

it.each([
  ['launch: launch\nfix: [a, b]', 'concepts/en.yaml:2: fix: '],
  ['launch: launch\nfix: ""', 'concepts/en.yaml:2: fix: must hold a word'],
  ['launch: two_words', 'concepts/en.yaml:1: launch.0: must be one word'],
  ['- launch', 'concepts/en.yaml:1: file: '],
])('names the line of a fault in %j', (yaml, violation) => {
  expect(() => parseConcepts(files({ en: yaml }))).toThrow(violation)
})
