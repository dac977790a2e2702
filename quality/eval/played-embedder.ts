/**
 * A played embedder: a hashed random projection of words and their parts. It is deterministic and knows nothing of
 * meaning; it shows that vectors are used and do no harm, not what a real model would add.
 */
import { createHash } from 'node:crypto'

const DIMENSIONS = 256
const memo = new Map<string, Int8Array>()

/** Unit vector of a text. */
export function playedVector(text: string): number[] {
  const sum = new Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    for (const part of [word, ...partsOf(word)])
      for (const [i, sign] of signs(part).entries()) sum[i] = (sum[i] ?? 0) + sign
  const norm = Math.sqrt(sum.reduce((total, x) => total + x * x, 0)) || 1
  return sum.map((x) => x / norm)
}

function partsOf(word: string): string[] {
  return word.length < 6 ? [] : Array.from({ length: word.length - 4 }, (_, at) => word.slice(at, at + 5))
}

function signs(part: string): Int8Array {
  const kept = memo.get(part)
  if (kept) return kept
  const bytes = createHash('sha256').update(part).digest()
  const made = Int8Array.from({ length: DIMENSIONS }, (_, i) => (((bytes[i >> 3] ?? 0) >> (i & 7)) & 1 ? 1 : -1))
  memo.set(part, made)
  return made
}
