import { expect, it } from 'vitest'
import { createNames } from './prepare.ts'

const read = (text: string, times: number, nameOf = createNames()) =>
  Array.from({ length: times }, () => nameOf(text)).at(-1)
const named = /^[\w-]{16}$/

it.each([
  ['select id from tags where id = $1', 4, undefined],
  ['select id from tags where id = $1', 5, named],
  ['\n  SELECT id from tags', 5, named],
  [`select ${'a, '.repeat(5000)}b`, 9, undefined],
  ['insert into tags select $1', 9, undefined],
  ['update tags set name = $1', 9, undefined],
  ['with a as (delete from tags returning id) select id from a', 9, undefined],
  ['selection', 9, undefined],
  ['begin', 9, undefined],
])('%.40s, read %i times, has the name %s', (text, times, name) => {
  const found = read(text, times)
  if (name) expect(found).toMatch(name)
  else expect(found).toBeUndefined()
})

it('keeps the name of a text, and gives each text its own', () => {
  const nameOf = createNames()
  const one = read('select 1', 5, nameOf)
  expect(read('select 2', 5, nameOf)).not.toBe(one)
  expect(nameOf('select 1')).toBe(one)
  expect(read('select 1', 5)).toBe(one)
})

it('names a hundred texts, and counts few of those that never recur', () => {
  const nameOf = createNames()
  for (let n = 0; n < 5; n++) for (let text = 0; text < 600; text++) nameOf(`select ${text}`)
  expect(nameOf('select 599')).toBeUndefined()
  for (let text = 0; text < 150; text++) read(`select ${text}`, 5, nameOf)
  const names = Array.from({ length: 150 }, (_, text) => nameOf(`select ${text}`))
  expect(names.filter((name) => name !== undefined)).toHaveLength(100)
  expect(nameOf('select 99')).toMatch(named)
})
