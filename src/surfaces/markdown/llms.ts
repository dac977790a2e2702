/** `/llms.txt` in the convention of llmstxt.org: a heading, a quotation, sections that hold links and nothing else. */

import { articleBody } from '../../news/articles/markdown.ts'
import type { ArticleView } from '../../news/articles/queries/views.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline } from '../../platform/markdown/escape.ts'
import { articlePath, type Paths } from '../../platform/site/paths.ts'

/** A line of a feature, named by `agents.link_…` and `agents.about_…`. */
export interface LlmsLink {
  name: string
  /** That of content where it names none. */
  section?: 'api' | 'optional'
  path(paths: Paths): string
}

/** A section of a feature. */
export interface LlmsSection {
  /** The message that names it. */
  title: string
  list(db: ReadDb, ctx: MarkdownContext): Promise<string[]>
}

export interface FeatureLlms {
  llms: readonly LlmsLink[]
  llmsSections: readonly LlmsSection[]
}

/** `lists` are those of the features' sections. */
export function llmsText(lists: string[][], ofFeatures: FeatureLlms, ctx: MarkdownContext): string {
  const { t, baseUrl, paths } = ctx
  const link = (name: string, path: string, values: Record<string, string> = {}) =>
    line(t(`agents.link_${name}`), baseUrl + path, t(`agents.about_${name}`, values))
  const linksOf = (section?: LlmsLink['section']) =>
    ofFeatures.llms.filter((one) => one.section === section).map(({ name, path }) => link(name, path(paths)))
  return [
    ...head(ctx),
    section(t('agents.section_content'), [
      link('index', '/index.md'),
      link('events', `${paths.events}.md`),
      link('day', `${paths.day}.md`),
      link('full', '/llms-full.txt'),
      link('rss', '/entries.rss'),
      link('atom', '/entries.atom'),
      link('events_rss', `${paths.events}.rss`, { events: paths.events }),
      link('days_rss', `${paths.day}.rss`),
      link('json_feed', '/feed.json'),
      ...linksOf(),
      link('opml', '/feeds.opml'),
    ]),
    section('API', [
      link('entries', '/entries.json?items=50'),
      link('events_api', '/api/v1/events'),
      link('feeds', '/feeds.json'),
      link('tags', '/tags.json'),
      link('openapi', '/api/v1/openapi.json'),
      link('changes', '/api/v1/changes'),
      ...linksOf('api'),
      link('docs', '/api/docs'),
    ]),
    section('MCP', [link('mcp', '/mcp'), link('card', '/.well-known/mcp/server-card.json')]),
    ...ofFeatures.llmsSections.map(({ title }, at) => section(t(title), lists[at] ?? [])),
    section(t('agents.section_optional'), [link('site', '/'), link('about', paths.about), ...linksOf('optional')]),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

/** `/llms-full.txt`: the latest articles with their whole summaries. */
export function llmsFullText(articles: ArticleView[], ctx: MarkdownContext): string {
  const facts = (one: ArticleView) =>
    [inline(one.feed.title), one.publishedAt?.toISOString(), `${ctx.baseUrl}${articlePath(one)}`]
      .filter(Boolean)
      .join(' · ')
  const texts = articles.map((one) => articleBody(one, ctx, 2).replace('\n\n', `\n\n${facts(one)}\n\n`))
  return `${[...head(ctx), ...texts].join('\n\n')}\n`
}

const head = ({ site, t }: MarkdownContext) => [
  `# ${inline(site.name)}`,
  `> ${inline(site.description)}`,
  inline(t('agents.content_cut')),
]

const section = (title: string, lines: string[]): string =>
  lines.length === 0 ? '' : `## ${inline(title)}\n\n${lines.join('\n')}`

// Readers of the convention take a link's words up to the first closing bracket, escaped or not.
export const line = (label: string, url: string, about: string): string =>
  `- [${inline(label.replaceAll('[', '(').replaceAll(']', ')'))}](${url}): ${inline(about)}`
