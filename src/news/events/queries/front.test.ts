import { describe, expect, it } from 'vitest'
import { articleView, eventView } from '../../../../tests/support/views.ts'
import { pickLeading } from './front.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ids = (events: { id: number }[]) => events.map(({ id }) => id)

describe('takeLeading', () => {
  it('never leads with an event without a date, while there is a dated one', () => {
    const undated = eventView([articleView(1, 0, { publishedAt: null, imageUrl: 'x' })], { sourceCount: 9 })
    const { leading, rest } = pickLeading([undated, eventView([articleView(2, 90)])], 1, now)
    expect([ids(leading), ids(rest)]).toEqual([[2], [1]])
    expect(pickLeading([undated], 1, now).leading).toHaveLength(1)
  })

  it('puts what many report before what is a little newer, and the new before the old', () => {
    const events = [
      eventView([articleView(1, 1)]),
      eventView([articleView(2, 3)], { sourceCount: 7 }),
      eventView([articleView(3, 60)], { sourceCount: 9 }),
    ]
    const { leading, rest } = pickLeading(events, 2, now)
    expect([ids(leading), ids(rest)]).toEqual([[2, 1], [3]])
  })
})
