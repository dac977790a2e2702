/** Product guides as markdown: the editors' own text with its sources, and below it what the service knows. */

import { articleLine, storyLine } from '../../news/articles/markdown.ts'
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, link } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { list } from '../../platform/markdown/list.ts'
import { articlePath, guidePath } from '../../platform/site/paths.ts'
import { dayIn } from '../../platform/time/days.ts'
import { findCitations, replaceCitations } from './rules/citations.ts'
import { filledKeys, type GuideSource, type GuideSpec, missingPrice, readingDays, type SpecKey } from './rules/guide.ts'
import { formatPrice } from './rules/price.ts'
import type { GuideMoment, GuideRef, GuideView } from './views.ts'

export function guidePage(guide: GuideView, ctx: MarkdownContext): string {
  const head = frontMatter({
    title: guide.title,
    canonical_url: ctx.baseUrl + guidePath(guide),
    page_type: guide.pageType,
    family: guide.family,
    generation: guide.generation,
    summary: guide.summary,
    updated: guide.updated,
    checked: guide.checked,
    facts_until: guide.factsUntil,
    tags: guide.tags.map((tag) => tag.name),
    language: ctx.site.language,
  })
  return `${head}\n${guideBody(guide, ctx)}\n`
}

export function guideBody(guide: GuideView, ctx: MarkdownContext): string {
  const { t } = ctx
  const days = [...new Set(readingDays(guide))]
  const pages = [...guide.parents, ...guide.children, ...guide.related]
  return [
    `# ${inline(guide.title)}`,
    `*${inline(days.length > 0 ? t('guides.checked', { date: days.join('–') }) : t('guides.never_checked'))}*`,
    specTable(guide, ctx),
    noPrice(guide, ctx),
    withCitations(absolute(guide.body.trim(), ctx.baseUrl)),
    findCitations(guide.body).some(({ source }) => source === null) ? `\\* ${inline(t('guides.unchecked_note'))}` : '',
    rumorList(guide, ctx),
    releaseList(guide, ctx),
    sourceList(guide, ctx),
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

function momentLine({ at, article, sourceCount }: GuideMoment, { baseUrl, site, t }: MarkdownContext): string {
  const articleLink = link(article.title, `${baseUrl}${articlePath(article)}.md`)
  return `- ${dayIn(at, site.timezone)}: ${articleLink} (${t('agents.sources_count', { n: sourceCount })})`
}

/** Links from guide to guide lead to their markdown pages. */
const absolute = (body: string, baseUrl: string): string => body.replace(/\]\(\/([a-z0-9-]+)\)/g, `](${baseUrl}/$1.md)`)

/** A number stays what it is, since the list below is numbered; an asterisk leads to one note. */
const withCitations = (body: string): string =>
  replaceCitations(body, (source) => (source === null ? '\\*' : `[${source}]`))

const rumorList = ({ rumors }: GuideView, { t }: MarkdownContext): string =>
  list(t('rumors.title'), rumors, ({ on, by, claim, verdict, settled }) => {
    const outcome = settled ? ` (${settled.on}: ${inline(settled.outcome)})` : ''
    return `- ${on}, ${inline(by.name)}: ${inline(claim)}. ${inline(t(`rumors.verdict_${verdict}`))}${outcome}`
  })

const releaseList = ({ releases }: GuideView, { t }: MarkdownContext): string =>
  list(t('buying.releases'), releases, ({ date, sources }) => `- ${date} ${sources.map((n) => `[${n}]`).join('')}`)

function sourceList({ sources }: GuideView, { t }: MarkdownContext): string {
  if (sources.length === 0) return ''
  const row = ({ title, url, read, supports }: GuideSource, index: number) =>
    `${index + 1}. ${link(title, url)}: ${inline(supports)}. ${inline(t('guides.read', { date: read }))}.`
  return [`## ${inline(t('guides.sources'))}`, '', ...sources.map(row)].join('\n')
}

function specTable({ specs }: GuideView, ctx: MarkdownContext): string {
  if (specs.length === 0) return ''
  const { t } = ctx
  const keys = filledKeys(specs)
  const head = [t('guides.spec_model'), ...keys.map((key) => t(`guides.spec_${key}`))]
  const rows = specs.map((spec) => [
    `${inline(spec.model)} ${spec.sources.map((number) => `[${number}]`).join('')}`,
    ...keys.map((key) => inline(specText(spec, key, ctx))),
  ])
  return [head.map(inline), head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function noPrice(guide: GuideView, { t }: MarkdownContext): string {
  const missing = missingPrice(guide)
  if (!missing) return ''
  return inline(missing === 'all' ? t('guides.no_price') : t('guides.no_price_of', { model: missing.model }))
}

function specText(spec: GuideSpec, key: SpecKey, { t, site }: MarkdownContext): string {
  if (key !== 'price') return spec[key]?.toString() ?? t('guides.unknown')
  if (!spec.price) return t('guides.unknown')
  return `${formatPrice(spec.price.amount, spec.price.currency, site.language)} (${spec.price.at})`
}
