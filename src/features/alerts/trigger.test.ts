import { describe, expect, it } from 'vitest'
import { type AlertEvent, namesOfEvent, reportedAs, triggerOf } from './trigger.ts'

const now = new Date('2026-11-23T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const event = (id: number, about: Partial<AlertEvent> = {}): AlertEvent => ({
  id,
  text: '',
  reportedAt: now,
  firstAt: hoursAgo(1),
  lastAt: hoursAgo(1),
  publishedAt: now,
  sourceCount: 1,
  kinds: ['news'],
  tagIds: [7],
  feedIds: [],
  storyId: null,
  splitFrom: [],
  siblings: [],
  ...about,
})

/** Triggers of a rule of `minSources` for a name, one change after the other. */
function matchedBy(name: string, minSources: number, changes: AlertEvent[]): boolean[] {
  let existing: ReturnType<typeof reportedAs> | null = null
  return changes.map((change) => {
    const names = namesOfEvent(change)
    const trigger = triggerOf(change, names, existing, now)
    existing = reportedAs(change, names, existing)
    const over = trigger?.names.find((each) => each.name === name)?.over
    return over !== undefined && over < minSources && minSources <= change.sourceCount
  })
}

describe('a happening', () => {
  it('meets a rule when as many publishers tell it as the rule asks for, and only then', () => {
    const counts = [1, 2, 3, 4, 3, 4].map((sourceCount) => event(1, { sourceCount }))
    expect(matchedBy('tag:7', 3, counts)).toEqual([false, false, true, false, false, false])
    expect(matchedBy('tag:8', 1, counts)).not.toContain(true)
  })

  it('meets it when it comes to be about what the rule asks for, however many told it before', () => {
    const later = event(1, { sourceCount: 4, tagIds: [7, 8] })
    expect(matchedBy('tag:8', 3, [event(1, { sourceCount: 4 }), later])).toEqual([false, true])
  })

  it('meets nothing when nobody has reported on it for a day: an archive is no news', () => {
    expect(matchedBy('tag:7', 1, [event(1, { lastAt: hoursAgo(25) })])).toEqual([false])
  })
})

describe('a story', () => {
  const first = { id: 1, firstAt: hoursAgo(5) }
  const later = { id: 3, firstAt: hoursAgo(0.5) }

  it('turns with news that began later than what was told of it', () => {
    const turn = event(2, { storyId: 9, siblings: [first] })
    expect(namesOfEvent(turn)).toEqual(expect.arrayContaining(['event:2', 'story:9', 'event:1']))
    expect(triggerOf(turn, namesOfEvent(turn), null, now)?.blockedBy).toEqual([2])
  })

  it('does not turn with an opinion, nor with what is older than what was told', () => {
    const opinion = event(2, { storyId: 9, siblings: [first], kinds: ['opinion'] })
    expect(namesOfEvent(opinion)).not.toContain('event:1')
    expect(triggerOf(opinion, namesOfEvent(opinion), null, now)?.blockedBy).toEqual([2, 1])
    const older = event(2, { storyId: 9, siblings: [first, later] })
    expect(triggerOf(older, namesOfEvent(older), null, now)?.blockedBy).toEqual([2, 3])
  })

  it('that is joined with another is not news of its events again', () => {
    const [before, after] = [event(2, { storyId: 9, sourceCount: 3 }), event(2, { storyId: 4, sourceCount: 3 })]
    expect(matchedBy('story:4', 2, [before, after])).toEqual([false, false])
  })

  it('that is parted does not tell its parts’ events again', () => {
    const part = event(5, { sourceCount: 3, splitFrom: [1] })
    expect(triggerOf(part, namesOfEvent(part), null, now)?.blockedBy).toEqual([5, 1])
  })
})
