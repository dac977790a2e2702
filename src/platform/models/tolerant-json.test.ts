import { expect, test } from 'vitest'
import { z } from 'zod'
import { readAnswer } from './tolerant-json.ts'

const Shape = z.object({ title: z.string() })

test.each([
  '{"title":"x"}',
  '```json\n{"title":"x"}\n```',
  'Här är svaret: {"title":"x"} Hoppas det hjälper!',
  '<think>{"title": 1}</think>{"title":"x"}',
])('reads %j', (text) => expect(readAnswer(text, Shape)).toEqual({ title: 'x' }))

test.each(['', 'no json', '{"title":"x', '{"title":1}', '[]', '{"name":"x"}'])('finds nothing in %j', (text) =>
  expect(readAnswer(text, Shape)).toBeNull(),
)

test.each(['{"title":"x\u{e0041}\ufff9"}', '{"title":"x\\udb40\\udc41\\ufff9"}'])(
  'removes what is invisible in %j',
  (text) => expect(readAnswer(text, Shape)).toEqual({ title: 'x' }),
)
