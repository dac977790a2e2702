import { expect, test } from 'vitest'
import { foldName, soundOf, withoutEnding } from './name-forms.ts'

test.each([
  ['apples', ['s', 'es'], ['apples', 'apple', 'appl']],
  ['apple', ['s'], ['apple']],
  ['hps', ['s'], ['hps', 'hp']],
  ['as', ['s'], ['as']],
])('%s loses an ending that it has, where a name is left: %j', (name, endings, forms) =>
  expect(withoutEnding(name, endings)).toEqual(forms),
)

test('a name has one key in the ways that it is carried over', () => {
  for (const [one, other] of [
    ['Zelenskyj', 'Zelensky'],
    ['Chrusjtjov', 'Khrushchov'],
    ['Müller', 'Mueller'],
    ['Möller', 'Moeller'],
    ['Åkesson', 'Aakesson'],
  ] as const)
    expect(soundOf(foldName(one))).toBe(soundOf(foldName(other)))
  expect(soundOf(foldName('Cook'))).not.toBe(soundOf(foldName('Kim')))
})
