import { describe, expect, it } from 'vitest'
import { type Follow, type Mute, parseFollow, parseMute } from '../../accounts/rules/profile.ts'
import { buildEdition, type EditionEvent, indexEdition } from './edition.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

function event(id: number, about: Partial<EditionEvent> = {}): EditionEvent {
  const at = hoursAgo(1)
  const nothing = { kinds: ['news'], tagIds: [], feedIds: [], storyId: null }
  const times = { reportedAt: at, firstAt: at, lastAt: at, publishedAt: at }
  return { id, text: `Event ${id}`, ...times, sourceCount: 1, ...nothing, ...about }
}

const tag = (id: number): Follow => ({ kind: 'tag', key: String(id) })
const source = (id: number): Follow => ({ kind: 'source', key: String(id) })
const word = (key: string): Mute => ({ kind: 'word', key })

function edition(
  events: EditionEvent[],
  follows: Follow[],
  mutes: Mute[] = [],
  searches = new Map<string, number[]>(),
) {
  return buildEdition(indexEdition(events), { follows, mutes }, { now, searches })
}
const ids = (...args: Parameters<typeof edition>) => edition(...args).map(({ eventId }) => eventId)

describe('an edition', () => {
  it('holds what is followed and nothing else, each with all that brought it', () => {
    const events = [event(1, { tagIds: [7], feedIds: [3] }), event(2, { tagIds: [8] }), event(3, { storyId: 5 })]
    const rows = edition(events, [source(3), tag(7), { kind: 'story', key: '5' }])
    expect(rows.map(({ eventId, matchedFollows }) => [eventId, matchedFollows.map(({ kind }) => kind)])).toEqual([
      [3, ['story']],
      [1, ['tag', 'source']],
    ])
  })

  it('is empty for who follows nothing', () => {
    expect(ids([event(1, { tagIds: [7] })], [])).toEqual([])
  })

  it('puts what more publishers report first, and what is new before what is old', () => {
    const events = [
      event(1, { tagIds: [7] }),
      event(2, { tagIds: [7], sourceCount: 4 }),
      event(3, { tagIds: [7], sourceCount: 4, lastAt: hoursAgo(60) }),
    ]
    expect(ids(events, [tag(7)])).toEqual([2, 1, 3])
  })

  it('finds what a saved search finds, and nothing that is no longer among the events', () => {
    const search = { kind: 'search' as const, key: 'vision pro' }
    expect(ids([event(1), event(2)], [search], [], new Map([['vision pro', [2, 99]]]))).toEqual([2])
  })
})

describe('muting', () => {
  const events = [
    event(1, { feedIds: [3], text: 'Musk köper M4-chip' }),
    event(2, { feedIds: [3, 4], kinds: ['rumor', 'news'] }),
    event(3, { feedIds: [3], kinds: ['rumor'] }),
  ]

  it('takes out what shows a word in whatever case, and leaves longer words alone', () => {
    expect(ids(events, [source(3)], [word('musk')])).toEqual([3, 2])
    expect(ids(events, [source(3)], [word('m4')])).toEqual([3, 2])
    expect(ids(events, [source(3)], [word('mus')])).toEqual([3, 2, 1])
  })

  it('takes out a source or a kind only where no other reports it', () => {
    expect(ids(events, [source(3)], [{ kind: 'source', key: '3' }])).toEqual([2])
    expect(ids(events, [source(3)], [{ kind: 'kind', key: 'rumor' }])).toEqual([2, 1])
  })

  it('never hides an event that is followed by itself', () => {
    const follows: Follow[] = [source(3), { kind: 'event', key: '1' }]
    expect(ids(events, follows, [word('musk')])).toContain(1)
  })
})

describe('what can be followed and muted', () => {
  it('is read from its kind and key, or refused', () => {
    expect(parseFollow('tag', '12')).toEqual({ kind: 'tag', key: '12' })
    expect(parseFollow('search', '  vision \n pro ')).toEqual({ kind: 'search', key: 'vision pro' })
    for (const [kind, key] of [
      ['tag', '0'],
      ['tag', '1e3'],
      ['tag', '9'.repeat(20)],
      ['person', '1'],
      ['search', ' \u0000 '],
      ['search', 'x'.repeat(201)],
    ] as const)
      expect(parseFollow(kind, key)).toBeNull()
  })

  it('keeps a muted word in lower case, and refuses what is no word, source or kind', () => {
    expect(parseMute('word', ' Elon  Musk ')).toEqual({ kind: 'word', key: 'elon musk' })
    expect(parseMute('kind', 'rumor')).toEqual({ kind: 'kind', key: 'rumor' })
    for (const [kind, key] of [
      ['word', '***'],
      ['kind', 'nothing'],
      ['source', 'x'],
    ] as const)
      expect(parseMute(kind, key)).toBeNull()
  })
})
