/** Vectors quantised to int8, a byte a dimension, and their cosines. Only directions are kept: lengths say nothing. */

const MAX = 127
// Finer than what is stored; its products with int8 stay within 32 bits up to 33,000 dimensions.
const MAX_IN_QUERY = 2047

/** The direction of a vector, its largest component at ±127. Throws for what is not finite. */
export function quantise(vector: readonly number[]): Int8Array {
  const scale = MAX / largest(vector)
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

/** A quantised vector at length 1. */
export function unitOf(bytes: Int8Array): number[] {
  const length = lengthOf(bytes) || 1
  return Array.from(bytes, (value) => value / length)
}

export const lengthOf = (values: Int8Array | Int16Array): number => {
  let sum = 0
  for (const value of values) sum += value * value
  return Math.sqrt(sum)
}

/** Vector that stored vectors are compared with. */
export interface QueryDirection {
  values: Int16Array
  length: number
}

/** A query's vector, made ready for many comparisons. Throws for what is not finite. */
export function directionOf(vector: readonly number[]): QueryDirection {
  const scale = MAX_IN_QUERY / largest(vector)
  const values = Int16Array.from(vector, (value) => Math.round(value * scale))
  return { values, length: lengthOf(values) || 1 }
}

/** Cosine of the angle to one vector; 0 for one without a direction. Throws where the dimensions differ. */
export function cosineTo(query: QueryDirection, vector: Int8Array): number {
  if (vector.length !== query.values.length)
    throw new RangeError(`a vector of ${vector.length} dimensions was compared with one of ${query.values.length}`)
  return dotAt(query.values, vector, 0) / (query.length * (lengthOf(vector) || 1))
}

/** Inner product with the vector that begins at `from`. Four sums, since each must wait for its own last addition only. */
export function dotAt(query: Int16Array, bytes: Int8Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  const unrolled = query.length & ~3
  for (let i = 0; i < unrolled; i += 4) {
    a = (a + Math.imul(query[i] as number, bytes[from + i] as number)) | 0
    b = (b + Math.imul(query[i + 1] as number, bytes[from + i + 1] as number)) | 0
    c = (c + Math.imul(query[i + 2] as number, bytes[from + i + 2] as number)) | 0
    d = (d + Math.imul(query[i + 3] as number, bytes[from + i + 3] as number)) | 0
  }
  for (let i = unrolled; i < query.length; i++) a += (query[i] as number) * (bytes[from + i] as number)
  return a + b + c + d
}

function largest(vector: readonly number[]): number {
  let max = 0
  for (const value of vector) {
    if (!Number.isFinite(value)) throw new RangeError('a vector holds what is not a finite number')
    max = Math.max(max, Math.abs(value))
  }
  return max || 1
}
