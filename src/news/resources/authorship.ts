/** The line that names the writer of a text. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline } from '../../platform/markdown/escape.ts'
import type { ArticleView, SummaryBy } from '../articles/queries/views.ts'
import { namedKind } from '../articles/rules/kinds.ts'
import type { EventView } from '../events/queries/views.ts'
import type { StoryDetailView } from '../stories/queries/views.ts'

/** In a line of a list: a kind that is no news, and that a model wrote. */
export function labels(kind: string | null, by: SummaryBy, { t }: MarkdownContext): string[] {
  const named = namedKind(kind)
  return [...(named ? [inline(t(`kind.${named}`))] : []), ...(by === 'ai' ? [inline(t('ai.short'))] : [])]
}

const line = (text: string) => `*${inline(text)}*`

export const articleAuthorship = ({ summaryBy, feed }: ArticleView, { t }: MarkdownContext): string =>
  line(t(`agents.by_${summaryBy}`, { source: feed.title }))

/** An event without a text of its own has that of its best source. */
export function eventAuthorship(event: EventView, ctx: MarkdownContext): string {
  if (event.revision === 0 || event.textBy !== 'ai') return articleAuthorship(event.lead, ctx)
  const values = { n: event.textSourceCount, model: event.textModel ?? '' }
  return line(ctx.t('agents.event_by_ai', values))
}

const messageKeys: Record<SummaryBy, string> = {
  ai: 'story_by_ai',
  operator: 'by_operator',
  excerpt: 'story_by_excerpt',
}

export const storyAuthorship = ({ textBy }: StoryDetailView, { t }: MarkdownContext): string =>
  line(t(`agents.${messageKeys[textBy]}`))
