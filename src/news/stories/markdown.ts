/** Running stories as markdown: a page of its own, a line in a list. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, lines, paragraphs } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { list } from '../../platform/markdown/list.ts'
import { storyPath } from '../../platform/site/paths.ts'
import { authorLine } from '../articles/authorship.ts'
import { articleLine, storyLine } from '../articles/markdown.ts'
import type { SummaryBy } from '../articles/queries/views.ts'
import type { StoryDetailView } from './queries/views.ts'

export function storyPage(story: StoryDetailView, ctx: MarkdownContext): string {
  const head = frontMatter({
    title: story.title,
    canonical_url: ctx.baseUrl + storyPath(story),
    status: story.status,
    entries_count: story.entriesCount,
    first_published: story.firstEntryPublishedAt?.toISOString() ?? null,
    last_published: story.lastEntryPublishedAt?.toISOString() ?? null,
    language: ctx.site.language,
  })
  return `${head}\n${storyBody(story, ctx)}\n`
}

const messageKeys: Record<SummaryBy, string> = {
  ai: 'story_by_ai',
  operator: 'by_operator',
  excerpt: 'story_by_excerpt',
}

const storyAuthorship = ({ textBy }: StoryDetailView, { t }: MarkdownContext): string =>
  authorLine(t(`agents.${messageKeys[textBy]}`))

export function storyBody(story: StoryDetailView, ctx: MarkdownContext): string {
  const { t } = ctx
  return [
    `# ${inline(story.title)}\n${storyAuthorship(story, ctx)}`,
    paragraphs(story.lead),
    lines(story.body),
    list(t('agents.articles'), story.entries, (entry) => articleLine(entry, ctx)),
    list(t('agents.predecessor'), story.predecessor ? [story.predecessor] : [], (ref) => storyLine(ref, ctx)),
    list(t('agents.successors'), story.successors, (ref) => storyLine(ref, ctx)),
  ]
    .filter(Boolean)
    .join('\n\n')
}
