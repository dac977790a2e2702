/** An event as a post: headline, text, line of trust, link, tags and the event's share image, as Mastodon shows a Note best. */

import { trustOf } from '../../news/events/queries/matrix.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { MarkdownContext } from '../../platform/markdown/context.ts'
import { eventPath, tagPath } from '../../platform/site/paths.ts'
import { actorUri, PUBLIC, postUri, SITE_ACTOR } from './actors.ts'

export interface NoteOptions {
  /** Absolute address of the event's share image. */
  image: string
  published: Date
  updated: Date | null
  /** Identifiers of the actors that publish it. */
  audience: string[]
}

/** Without a JSON-LD context: that of the activity or answer around it. */
export function noteOf(event: EventView, ctx: MarkdownContext, options: NoteOptions): object {
  const { baseUrl, paths, site } = ctx
  const { published, updated, audience, image } = options
  const url = baseUrl + eventPath(paths, event)
  const content = String(contentOf(event, ctx, url))
  const hashtags = event.tags.flatMap((tag) => {
    const name = hashtagOf(tag.name)
    return name ? [{ type: 'Hashtag', name: `#${name}`, href: baseUrl + tagPath(tag) }] : []
  })
  return {
    id: postUri(baseUrl, event.id),
    type: 'Note',
    attributedTo: actorUri(baseUrl, SITE_ACTOR),
    url,
    to: [PUBLIC],
    cc: audience.map((one) => `${actorUri(baseUrl, one)}/followers`),
    published: published.toISOString(),
    ...(updated && { updated: updated.toISOString() }),
    content,
    contentMap: { [event.language ?? site.language]: content },
    sensitive: false,
    tag: hashtags,
    attachment: [
      { type: 'Document', mediaType: 'image/png', url: image, name: `${event.title}. ${lineOf(event, ctx)}` },
    ],
  }
}

function contentOf(event: EventView, ctx: MarkdownContext, url: string): Html {
  const paragraphs = event.summary.split(/\n{2,}/).map((text) => text.trim())
  const hashtags = event.tags.flatMap((tag) => {
    const name = hashtagOf(tag.name)
    const href = ctx.baseUrl + tagPath(tag)
    return name ? [html` <a href="${href}" class="mention hashtag" rel="tag">#<span>${name}</span></a>`] : []
  })
  return html`<p><strong>${event.title}</strong></p>${paragraphs.map((text) => text && html`<p>${text}</p>`)}<p>${lineOf(event, ctx)}</p><p><a href="${url}">${url}</a></p>${hashtags.length > 0 && html`<p>${hashtags}</p>`}`
}

/** The line of trust: "10 källor · eniga om 4 uppgifter · Källorna är oense om 1 uppgift". */
function lineOf(event: EventView, { t }: MarkdownContext): string {
  const { sources, agreed, disputed } = trustOf(event)
  return [
    t('sources.count', { n: sources }),
    ...(agreed > 0 ? [t('trust.agreed', { n: agreed })] : []),
    ...(disputed > 0 ? [t('trust.disputed_long', { n: disputed })] : []),
  ].join(' · ')
}

/** Hashtags have letters and digits alone, and are no number. */
function hashtagOf(name: string): string {
  const joined = name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
  return /^\p{N}*$/u.test(joined) ? '' : joined
}
