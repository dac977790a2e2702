/** Articles as markdown: a page of its own, a line in a list. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, link, paragraphs } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { articlePath, storyPath } from '../../platform/site/paths.ts'
import { articleAuthorship, labels } from './authorship.ts'
import type { ArticleView } from './queries/views.ts'

/** The keys and their order are part of the contract (interface.md 2.7). */
export function articlePage(article: ArticleView, ctx: MarkdownContext): string {
  const head = frontMatter({
    title: article.title,
    source: article.feed.title,
    original_url: article.url,
    canonical_url: ctx.baseUrl + articlePath(article),
    published: article.publishedAt?.toISOString() ?? null,
    tags: article.tags.map((tag) => tag.name),
    language: article.language,
  })
  return `${head}\n${articleBody(article, ctx, 1)}\n`
}

/** Heading of `level` with who wrote the text below it, summary, link to the original. */
export function articleBody(article: ArticleView, ctx: MarkdownContext, level: number): string {
  const { t } = ctx
  const original = link(t('agents.read_original', { source: article.feed.title }), article.url)
  const heading = `${'#'.repeat(level)} ${inline(article.title)}\n${articleAuthorship(article, ctx)}`
  return [heading, paragraphs(article.summary), original].filter(Boolean).join('\n\n')
}

/** One line: title linked to its markdown page, source linked to the original, time, kind, whether a model wrote it. */
export function articleLine(article: ArticleView, ctx: MarkdownContext): string {
  const address = `${ctx.baseUrl}${articlePath(article)}.md`
  const time = article.publishedAt?.toISOString()
  const facts = [link(article.feed.title, article.url), time, ...labels(article.kind, article.summaryBy, ctx)]
  return `- ${link(article.title, address)} — ${facts.filter(Boolean).join(', ')}`
}

/** `/index.md`: the latest articles as a list. */
export function indexPage(articles: ArticleView[], ctx: MarkdownContext): string {
  const { site, t } = ctx
  const head = [`# ${inline(`${site.name}: ${t('agents.latest_title')}`)}`, `> ${inline(site.description)}`]
  const events = link(t('agents.events_title'), `${ctx.baseUrl}${ctx.paths.events}.md`)
  return `${[...head, inline(t('agents.content_cut')), events, articles.map((one) => articleLine(one, ctx)).join('\n')].join('\n\n')}\n`
}

/** One line of a story: title linked to its markdown page, and the lead where it is known. */
export function storyLine(story: { id: number; title: string; lead?: string }, { baseUrl }: MarkdownContext): string {
  const lead = story.lead ? ` — ${inline(story.lead)}` : ''
  return `- ${link(story.title, `${baseUrl}${storyPath(story)}.md`)}${lead}`
}
