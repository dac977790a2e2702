import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosineTo, directionOf, dotAt, quantise, unitOf } from './quantise.ts'

const vectors = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 70 })
const exactCosine = (a: number[], b: number[]) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b) || 1)

describe('a quantised vector', () => {
  it('fits into signed bytes, its largest component at the limit', () => {
    expect([...quantise([0.5, -1, 0.25])]).toEqual([64, -127, 32])
    expect([...quantise([1e-9, 0])]).toEqual([127, 0])
  })

  it('points nearly where the vector did', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        fc.pre(vector.some((value) => Math.abs(value) > 1e-6))
        // Half a step of 1/127 of the largest component in each dimension.
        expect(exactCosine(unitOf(quantise(vector)), vector)).toBeGreaterThan(1 - vector.length * (0.5 / 127) ** 2)
      }),
    )
  })

  it('has length 1 when it is read back, unless it has no direction', () => {
    expect(Math.hypot(...unitOf(quantise([3, -4, 12])))).toBeCloseTo(1, 12)
    expect(unitOf(quantise([0, 0]))).toEqual([0, 0])
  })

  it.each([[[Number.NaN, 1]], [[1, Number.POSITIVE_INFINITY]]])('is not made of %j', (vector) => {
    expect(() => quantise(vector)).toThrow(/finite/)
    expect(() => directionOf(vector)).toThrow(/finite/)
  })
})

describe('the cosine to a quantised vector', () => {
  it('is that of the vectors, whatever their lengths and dimensions', () => {
    fc.assert(
      fc.property(vectors, fc.integer({ min: 1, max: 1e6 }), (vector, factor) => {
        fc.pre(vector.some((value) => Math.abs(value) > 1e-6))
        const other = vector.map((value, i) => (value + Math.sin(i)) * factor)
        fc.pre(other.some((value) => Math.abs(value) > 1e-6))
        expect(cosineTo(directionOf(vector), quantise(other))).toBeCloseTo(exactCosine(vector, other), 1)
      }),
    )
  })

  it('is 0 where one has no direction', () => {
    expect(cosineTo(directionOf([1, 2]), quantise([0, 0]))).toBe(0)
    expect(cosineTo(directionOf([0, 0]), quantise([1, 2]))).toBe(0)
  })

  it('is none between vectors of different dimensions', () => {
    expect(() => cosineTo(directionOf([1, 2]), quantise([1, 2, 3]))).toThrow(/3 dimensions.* 2/)
  })

  it('does not overflow in the longest vectors that models give', () => {
    const long = new Array<number>(8192).fill(1)
    expect(dotAt(directionOf(long).values, quantise(long), 0)).toBe(8192 * 127 * 2047)
    expect(cosineTo(directionOf(long), quantise(long))).toBeCloseTo(1, 6)
  })
})
