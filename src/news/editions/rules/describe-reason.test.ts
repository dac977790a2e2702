import { expect, it } from 'vitest'
import { describeReason } from './describe-reason.ts'

const t = (key: string, { names }: Record<string, unknown> = {}) => (names === undefined ? key : `${key}(${names})`)
const follow = (kind: 'tag' | 'event', title: string) => ({ kind, title })

it('names the three nearest, and an event that stands under its own headline as what it is', () => {
  const follows = [follow('event', 'HomePod'), follow('tag', 'a'), follow('tag', 'b'), follow('tag', 'c')]
  expect(describeReason(t, follows)).toBe('mine.because(mine.because_event, a, b)')
})

it('says nothing where nothing has a name any more', () => expect(describeReason(t, [])).toBe(''))
