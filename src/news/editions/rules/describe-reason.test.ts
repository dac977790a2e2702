import { expect, it } from 'vitest'
import { t as swedish } from '../../../../tests/support/content.ts'
import type { FollowKind } from '../../accounts/rules/profile.ts'
import { describeReason } from './describe-reason.ts'

const t = (key: string, { names }: Record<string, unknown> = {}) => (names === undefined ? key : `${key}(${names})`)
const follow = (kind: FollowKind, title: string) => ({ kind, title })

it('names the three nearest, and an event that stands under its own headline as what it is', () => {
  const follows = [follow('event', 'HomePod'), follow('tag', 'a'), follow('tag', 'b'), follow('tag', 'c')]
  expect(describeReason(t, follows)).toBe('mine.because(mine.because_event, a, b)')
})

it('has the name of a story in quotation marks, and no other', () => {
  const follows = [follow('story', 'EU och Apple är överens'), follow('tag', 'iPhone'), follow('source', 'Bladet')]
  expect(describeReason(swedish, follows)).toBe('Du följer följetongen ”EU och Apple är överens”, iPhone, Bladet')
})

it('says nothing where nothing has a name any more', () => expect(describeReason(t, [])).toBe(''))
