import type { CheckableText } from '../../texts/queries/checks.ts'
import type { EventView } from './views.ts'

/** Null where what is shown is an excerpt. */
export const checkableEvent = ({ id, revision, title, summary, textBy, entries }: EventView): CheckableText | null =>
  revision === 0 || textBy === 'excerpt'
    ? null
    : { of: { event_id: id, revision }, title, text: summary, parts: ['sentence'], sources: entries }
