/** Podcast episodes as markdown: a page of its own, a line in a list. */

import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { inline, lines, link, paragraphs } from '../../platform/markdown/escape.ts'
import { frontMatter } from '../../platform/markdown/front-matter.ts'
import { list } from '../../platform/markdown/list.ts'
import { episodePath } from '../../platform/site/paths.ts'
import { clockLength } from '../../platform/time/clock-length.ts'
import { dayIn } from '../../platform/time/days.ts'
import { episodeMediaUrl } from './episode.ts'
import type { EpisodeDetailView, EpisodeView } from './views.ts'

export function episodePage(episode: EpisodeDetailView, ctx: MarkdownContext): string {
  const head = frontMatter({
    title: episode.title,
    canonical_url: ctx.baseUrl + episodePath(ctx.paths, episode),
    audio_url: episodeMediaUrl(ctx, episode.audioPath),
    published: episode.publishedOn.toISOString(),
    duration_seconds: episode.durationSeconds,
    language: ctx.site.language,
  })
  return `${head}\n${episodeBody(episode, ctx)}\n`
}

/** With its transcript, where it comes with one. */
export function episodeBody(episode: EpisodeDetailView, ctx: MarkdownContext): string {
  const { t } = ctx
  const transcript = paragraphs(episode.transcriptText ?? '')
  return [
    `# ${inline(episode.title)}`,
    lines(episode.description),
    link(t('agents.listen'), episodeMediaUrl(ctx, episode.audioPath)),
    list(t('agents.chapters'), episode.chapters, (one) => `- ${clockLength(one.startSeconds)} ${inline(one.title)}`),
    list(t('agents.sources'), episode.sources, (one) => `- ${link(one.title, one.url)} — ${inline(one.source)}`),
    transcript && `## ${inline(t('agents.transcript'))}\n\n${transcript}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** One line: title linked to its markdown page, day, length. */
export function episodeLine(episode: EpisodeView, { baseUrl, paths, site }: MarkdownContext): string {
  const facts = `${dayIn(episode.publishedOn, site.timezone)}, ${clockLength(episode.durationSeconds)}`
  return `- ${link(episode.title, `${baseUrl}${episodePath(paths, episode)}.md`)} — ${facts}`
}
