import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now, 'sv')

describe('relativeTime', () => {
  it.each([
    [0, 'nu'],
    [12 * 60, 'för 12 minuter sedan'],
    [59 * 60 + 59, 'för 59 minuter sedan'],
    [3600, 'för 1 timme sedan'],
    [23.9 * 3600, 'för 23 timmar sedan'],
    [86_400, 'i går'],
    [6.5 * 86_400, 'för 6 dagar sedan'],
    [13 * 86_400, 'för 13 dagar sedan'],
    [13.6 * 86_400, 'för 2 veckor sedan'],
    [-13.6 * 86_400, 'om 2 veckor'],
    [15 * 86_400, 'för 2 veckor sedan'],
    [70 * 86_400, 'för 2 månader sedan'],
    [400 * 86_400, 'för 13 månader sedan'],
    [800 * 86_400, 'för 2 år sedan'],
  ])('says %d seconds as "%s"', (seconds, words) => expect(ago(seconds)).toBe(words))

  it('says what is to come', () => expect(ago(-3 * 60)).toBe('om 3 minuter'))
})
