/** Product guides as markdown: the editors' own text as it stands, and below it what the service knows. */
import { articlePath, guidePath } from '../domain/site/paths.ts'
import type { GuideMoment, GuideRef, GuideView } from '../read/articles/views.ts'
import { articleLine } from './article.ts'
import type { MarkdownContext } from './context.ts'
import { inline, link } from './escape.ts'
import { frontMatter } from './front-matter.ts'
import { list, storyLine } from './story.ts'

export function guidePage(guide: GuideView, ctx: MarkdownContext): string {
  const matter = frontMatter({
    title: guide.title,
    canonical_url: ctx.baseUrl + guidePath(guide),
    page_type: guide.pageType,
    family: guide.family,
    generation: guide.generation,
    summary: guide.summary,
    updated: guide.updated,
    tags: guide.tags.map((tag) => tag.name),
    language: ctx.site.language,
  })
  return `${matter}\n${guideBody(guide, ctx)}\n`
}

export function guideBody(guide: GuideView, ctx: MarkdownContext): string {
  const { t } = ctx
  const pages = [...guide.parents, ...guide.children, ...guide.related]
  return [
    `# ${inline(guide.title)}`,
    absolute(guide.body.trim(), ctx.baseUrl),
    list(t('agents.stories'), guide.stories, (story) => storyLine(story, ctx)),
    list(t('agents.latest_title'), guide.latest, (article) => articleLine(article, ctx)),
    list(t('agents.timeline'), guide.timeline, (moment) => momentLine(moment, ctx)),
    list(t('agents.guide_pages'), pages, (page) => guideLine(page, ctx)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** One line: title linked to its markdown page, type, summary. */
export function guideLine(guide: GuideRef, { baseUrl, t }: MarkdownContext): string {
  const type = t(`agents.type_${guide.pageType}`)
  return `- ${link(guide.title, `${baseUrl}${guidePath(guide)}.md`)}: ${inline(type)}. ${inline(guide.summary)}`
}

function momentLine({ at, article, sourceCount }: GuideMoment, { baseUrl, t }: MarkdownContext): string {
  const words = link(article.title, `${baseUrl}${articlePath(article)}.md`)
  return `- ${at.toISOString().slice(0, 10)}: ${words} (${t('agents.sources_count', { n: sourceCount })})`
}

/** Links from guide to guide lead to their markdown pages. */
const absolute = (body: string, baseUrl: string): string => body.replace(/\]\(\/([a-z0-9-]+)\)/g, `](${baseUrl}/$1.md)`)
