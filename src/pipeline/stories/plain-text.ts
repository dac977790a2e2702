/** A story's text without a model: where the affair stands now, how it began, and what happened in between. Pure. */
import type { Translate } from '../../domain/site/messages.ts'
import type { StoryMaterial } from '../../store/stories/stories.ts'
import type { StoryText } from './stories.ts'

interface Shown {
  t: Translate
  language: string
  timeZone: string
}

/** Title and lead tell of the newest event that is news, the body is a dated list of all. */
export function plainStoryText({ events, anchors }: StoryMaterial, { t, language, timeZone }: Shown): StoryText {
  const newest = events.findLast(({ isNews }) => isNews) ?? events.at(-1)
  const [first] = events
  if (!newest || !first) return { title: '', lead: '', body: '' }
  const days = new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'long' })
  const began = t('stories.began', { day: days.format(first.at), title: first.title })
  return {
    title: withAnchor(newest.title, anchors),
    lead: `${newest.summary} ${began}`.trim(),
    body: events.map(({ at, title, sources }) => `${days.format(at)}: ${title} (${sources.join(', ')})`).join('\n'),
  }
}

/** A headline that names none of the affair's anchors gets the first name among them. */
function withAnchor(title: string, anchors: string[]): string {
  const name = anchors.find((anchor) => /\p{Lu}/u.test(anchor))
  const lower = title.toLowerCase()
  return !name || anchors.some((anchor) => lower.includes(anchor.toLowerCase())) ? title : `${name}: ${title}`
}
