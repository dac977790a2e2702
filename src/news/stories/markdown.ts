/** Running stories as markdown: a page of its own, a line in a list. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, lines, link, paragraphs } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { storyPath } from '../../platform/site/paths.ts'
import { articleLine } from '../articles/markdown.ts'
import { storyAuthorship } from '../resources/authorship.ts'
import type { StoryDetailView, StoryView } from './queries/views.ts'

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

/** One line: title linked to its markdown page, and the lead where it is known. */
export function storyLine(story: { id: number; title: string } | StoryView, { baseUrl }: MarkdownContext): string {
  const lead = 'lead' in story && story.lead ? ` — ${inline(story.lead)}` : ''
  return `- ${link(story.title, `${baseUrl}${storyPath(story)}.md`)}${lead}`
}

/** A section of lines below a heading; nothing where there is none. */
export function list<T>(heading: string, items: readonly T[], line: (item: T) => string, level = 2): string {
  return items.length === 0 ? '' : `${'#'.repeat(level)} ${inline(heading)}\n\n${items.map(line).join('\n')}`
}
