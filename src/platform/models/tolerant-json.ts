/** Reads an object from what a model wrote: bare JSON, JSON in a code fence, or JSON among words. */
import type { z } from 'zod'
import { withoutInvisible } from '../text/invisible.ts'

/** The value in the schema's shape, or null. Cut-off JSON is not repaired: half an answer is none, nor is one with NUL. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): T | null {
  if (/\0|\\u0000/.test(text)) return null
  for (const candidate of candidates(text)) {
    const parsed = schema.safeParse(parseJson(candidate))
    if (parsed.success) return parsed.data
  }
  return null
}

function* candidates(text: string): Generator<string> {
  yield text
  const withoutThought = text.replace(/<think>[\s\S]*?<\/think>/g, '')
  const fence = /```(?:json)?\s*([\s\S]*?)```/.exec(withoutThought)?.[1]
  if (fence) yield fence
  const [start, end] = [withoutThought.indexOf('{'), withoutThought.lastIndexOf('}')]
  if (start >= 0 && end > start) yield withoutThought.slice(start, end + 1)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? withoutInvisible(value) : value))
  } catch {
    return undefined
  }
}
