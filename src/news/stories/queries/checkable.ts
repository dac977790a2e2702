import { overriddenFragments } from '../../claims/rules/claim-parts.ts'
import type { CheckableText } from '../../texts/queries/checks.ts'
import type { StoryDetailView } from './views.ts'

/** Null where what is shown is an excerpt. */
export const checkableStory = ({ id, title, lead, body, textBy, entries }: StoryDetailView): CheckableText | null =>
  textBy === 'excerpt'
    ? null
    : { of: { story_id: id }, title, text: `${lead} ${body}`, parts: overriddenFragments.story, sources: entries }
