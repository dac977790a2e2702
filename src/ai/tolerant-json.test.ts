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
