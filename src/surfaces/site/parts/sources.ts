/** Who reports it: the first source and those beside it, in one line, each a link to its original. */

import { articlePath, feedPath } from '../../../domain/site/paths.ts'
import { href } from '../../../html/href.ts'
import { type Html, html } from '../../../html/html.ts'
import type { ArticleView, EventView } from '../../../read/articles/views.ts'
import type { SitePage } from '../page.ts'
import { articleTime } from './article-time.ts'

/** "MacRumors · 9to5Mac · Feber · +4 · för 12 minuter sedan" */
export function sourceLine(page: SitePage, event: EventView, most = 3): Html {
  const others = distinctSources(event)
  const shown = others.slice(0, most)
  const rest = others.length - shown.length
  return html`<p class="sources">${sourceLink(page, event.lead, true)}${shown.map((other) => html`<span class="dot"> · </span>${sourceLink(page, other)}`)}${rest > 0 && html`<span class="dot"> · </span>${moreLink(page, event, rest)}`}<span class="dot"> · </span>${articleTime(page, event.lead)}</p>`
}

function sourceLink({ t }: SitePage, article: ArticleView, first = false): Html {
  const words = t('sources.original_at', { title: article.original.title, source: article.feed.title })
  return html`<a class="${first ? 'source first' : 'source'}" href="${href(article.url)}" rel="noopener" title="${words}">${article.feed.title}</a>`
}

function moreLink({ t }: SitePage, event: EventView, rest: number): Html {
  return html`<a class="more" href="${articlePath(event.lead)}#elsewhere" aria-label="${t('sources.more_label', { n: rest })}">${t('sources.more', { n: rest })}</a>`
}

/** One article per source, the first source left out. */
function distinctSources(event: EventView): ArticleView[] {
  const seen = new Set([event.lead.feed.id])
  return event.entries.filter((other) => !seen.has(other.feed.id) && seen.add(other.feed.id))
}

/** Above an article's headline: the source as a page of ours, kind, time. */
export function kicker(page: SitePage, article: ArticleView): Html {
  return html`<p class="kicker"><a class="source first" href="${feedPath(article.feed)}">${article.feed.title}</a><span class="dot"> · </span>${articleTime(page, article)}${kindMark(page, article.kind)}</p>`
}

const marked = new Set(['rumor', 'review', 'deal', 'opinion', 'how-to'])

/** A word for what is not plain news. */
export function kindMark({ t }: SitePage, kind: string | null): Html | null {
  if (kind === null || !marked.has(kind)) return null
  return html`<span class="dot"> · </span><span class="kind">${t(`kind.${kind}`)}</span>`
}
