/** The line that names the writer of a text. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline } from '../../platform/markdown/escape.ts'
import { namedKind } from '../topic/rules/kinds.ts'
import type { ArticleView, SummaryBy } from './queries/views.ts'

/** In a line of a list: a kind that is no news, and that a model wrote. */
export function labels(kind: string | null, by: SummaryBy, { t }: MarkdownContext): string[] {
  const named = namedKind(kind)
  return [...(named ? [inline(t(`kind.${named}`))] : []), ...(by === 'ai' ? [inline(t('ai.short'))] : [])]
}

export const authorLine = (text: string) => `*${inline(text)}*`

export const articleAuthorship = ({ summaryBy, feed }: ArticleView, { t }: MarkdownContext): string =>
  authorLine(t(`agents.by_${summaryBy}`, { source: feed.title }))
