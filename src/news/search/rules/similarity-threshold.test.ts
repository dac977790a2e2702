import { expect, it } from 'vitest'
import { similarityThreshold } from './similarity-threshold.ts'

it.each([
  ['is the least of all models where there are too few to judge by', Array(49).fill(0.9), 0.25],
  ['is what all have in common', Array(50).fill(0.9), 0.9],
  ['lies two deviations above the mean', Array(50).fill([0.3, 0.5]).flat(), 0.6],
  ['is never less than the least of all models', Array(50).fill([0, 0.1]).flat(), 0.25],
])('%s', (_, background, threshold) => expect(similarityThreshold(background)).toBeCloseTo(threshold, 10))
