import { expect, it } from 'vitest'
import { freshness } from './freshness.ts'

const now = new Date('2026-11-21T12:00:00Z')
const at = (days: number) => new Date(now.getTime() - days * 86_400_000)
const of = (days: number) => freshness({ sortAt: at(days), publishedAt: at(days) }, now)

it('halves in a week what the newest has above the oldest', () => {
  expect(of(0) - 1).toBeCloseTo(0.2)
  expect(of(7) - 1).toBeCloseTo(0.1)
  expect(of(21) - 1).toBeCloseTo(0.025)
  expect(of(3650)).toBeCloseTo(1)
})

it('is the same for now and what a clock ahead of ours has dated', () => expect(of(-3)).toBe(of(0)))

it('is none where the date is unknown, however lately the article was found', () =>
  expect(freshness({ sortAt: now, publishedAt: null }, now)).toBe(1))
