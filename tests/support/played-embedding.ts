/** Vectors for tests: words hashed into a unit vector, so that texts that share words are near each other. */
import { createHash } from 'node:crypto'

export function embedText(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  for (const word of words) {
    const digest = createHash('md5').update(word.slice(0, 5)).digest()
    const at = digest.readUInt32LE(0) % dimensions
    vector[at] = (vector[at] ?? 0) + ((digest[4] ?? 0) % 2 ? 1 : -1)
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
