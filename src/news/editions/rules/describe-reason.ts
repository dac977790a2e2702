/** Reason why an event is in a reader's edition, in words: "Du följer AirPods, händelsen". Pure. */
import type { Translate } from '../../../platform/site/messages.ts'
import type { FollowKind } from '../../accounts/rules/profile.ts'

/** Number of named follows among those that brought an event. */
const MAX_NAMES = 3

/**
 * Empty where nothing of it has a name any more. An event that is followed by itself appears under its own headline. The
 * name of a story is a headline, and in quotation marks.
 */
export function describeReason(t: Translate, follows: { kind: FollowKind; title: string }[]): string {
  const names = follows
    .slice(0, MAX_NAMES)
    .map(({ kind, title }) => (kind === 'event' || kind === 'story' ? t(`mine.because_${kind}`, { title }) : title))
  return names.length > 0 ? t('mine.because', { names: names.join(', ') }) : ''
}
