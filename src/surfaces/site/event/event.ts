/** `/events/:id-slug`: the event, each publisher's report, their differences, and its timeline. */

import { textTimes } from '../../../news/events/queries/came.ts'
import { trustOf } from '../../../news/events/queries/matrix.ts'
import type { EventBeside, EventView } from '../../../news/events/queries/views.ts'
import type { StoryView } from '../../../news/stories/queries/views.ts'
import type { TextChecks } from '../../../news/texts/queries/views.ts'
import { href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { clockAndDay, longDate, timeAgo } from '../../../platform/html/times.ts'
import { unbroken } from '../../../platform/html/unbroken.ts'
import { eventPath, eventPermalink, storyPath } from '../../../platform/site/paths.ts'
import { sentences } from '../../../platform/text/sentences.ts'
import { storyBox } from '../components/aside.ts'
import { disclosure } from '../components/disclosure.ts'
import { lang } from '../components/event-link.ts'
import { facts } from '../components/fact-line.ts'
import { eventImage, sideShape } from '../components/picture.ts'
import { PARAGRAPH, tagList } from '../components/prose.ts'
import { actionForm, actionForms, buttonsOf } from '../components/reader-actions.ts'
import { shareLink } from '../components/share.ts'
import { withPublishers } from '../components/sources.ts'
import type { PagePart, TextNote } from '../feature-site.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'
import { embedCode, oembedLinks } from './event-card.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { eventTimeline, reactionList, revisionList } from './event-timeline.ts'
import { agreedPoints, came, disputed, moreOfSources } from './points.ts'
import { shareImagePath } from './share-image.ts'

export interface EventPageView extends EventBeside {
  event: EventView
  /** Drawing in place of an image. */
  drawing: string | undefined
  notes: readonly TextNote[]
  story: StoryView | null
  /** Of features. */
  parts: readonly PagePart[]
  /** Checks of its own text; null where it has none. */
  checks: TextChecks | null
}

export function eventPage(page: SitePage, view: EventPageView): string {
  const { t } = page
  const { event } = view
  const times = textTimes(view.revisions, page.ends)
  const hasExcerpts = event.revision === 0 && event.entries.length > 1
  const timeline = eventTimeline(page, event, hasExcerpts)
  const body = html`<article class="wrap article event" data-item data-came-to="${event.id}" data-new="${t('events.new_since')}" data-original="${href(event.lead.url)}">
<header class="event-head">${kicker(page, event)}
<h1${lang(page, event)}>${unbroken(event.title)}</h1>
${view.notes.map((note) => note.above(page))}
${event.summary && html`<div class="event-summary"${lang(page, event)}>${event.summary.split(PARAGRAPH).map((one) => html`<p>${datedSentences(page, one, times)}</p>`)}</div>`}
${verdict(page, event)}${view.parts.map((part) => part(page))}
${disclosure(page, { by: event.textBy, model: event.textModel, sources: event.textSourceCount, article: event.lead, checks: view.checks })}
${buttons(page, event)}</header>
<div class="event-main">${disputed(page, event, times)}
${agreedPoints(page, event, times)}
${moreOfSources(page, event, times)}
${hasExcerpts && timeline}
${reactionList(page, view.reactions)}
${revisionList(page, view.revisions)}
${embedCode(page, event)}</div>
<aside class="event-side" aria-label="${t('events.about')}">${eventImage(page, event, sideShape, view.drawing)}
${!hasExcerpts && timeline}
${side(page, view)}
${tagList(page, event)}</aside>
<p class="printed-at">${page.site.name} · ${page.baseUrl}${eventPath(page.paths, event)} · ${longDate(page.now, page.site)}</p>
</article>`
  return layout(page, headOf(page, view), body)
}

/** One sentence: on what the sources agree, and on what not. */
function verdict(page: SitePage, event: EventView): Html {
  const { t } = page
  const { sources, agreed, disputed: disputes } = trustOf(event)
  const parting =
    disputes > 0
      ? html`<a class="trust-disputed" href="#oense">≠ ${t('events.verdict_disputed', { n: disputes })}</a>`
      : t('events.verdict_none')
  const compared =
    agreed > 0
      ? html`<a href="#agreed">${t('events.verdict_agreed', { n: agreed })}</a> ${parting}`
      : disputes > 0
        ? parting
        : sources > 1
          ? t('events.verdict_unread', { n: sources })
          : withPublishers(
              page,
              [{ publisher: event.lead.publisher, name: event.lead.feed.publisher.name }],
              ([name = '']) => t('events.verdict_single', { name }),
            )
  return html`<p class="trust-line">${compared}</p>
<p class="fine">${t('sources.count', { n: sources })} ${t('events.since', { time: clockAndDay(event.firstPublishedAt, page) })}, ${t('events.updated')} ${timeAgo(event.updatedAt, page)}</p>`
}

/** Each sentence bears when it came, where that is known. */
const datedSentences = ({ ends }: SitePage, text: string, times: ReadonlyMap<string, Date>): Html[] =>
  times.size === 0 ? [html`${text.trim()}`] : sentences(text, ends).map((one) => html`${came(times, one)} `)

function headOf(page: SitePage, { event, notes }: EventPageView) {
  const path = eventPath(page.paths, event)
  return {
    title: event.title,
    description: event.summary || event.title,
    path,
    type: 'article' as const,
    section: 'news',
    jsonLd: eventJsonLd(page, event, notes),
    alternates: [{ type: 'text/markdown', path: `${path}.md`, title: event.title }, ...oembedLinks(page, event)],
    ...(event.entries.some(({ publishedAt }) => publishedAt) ? { publishedAt: event.firstPublishedAt } : {}),
    image: shareImagePath(page, event),
    // An event of one article adds nothing to the article's own page.
    noindex: !event.relevant || event.entriesCount < 2,
  }
}

function kicker(page: SitePage, event: EventView): Html {
  const { t } = page
  const story = event.story && html`<a href="${storyPath(event.story)}">${event.story.title}</a>`
  return html`<p class="kicker meta">${facts(html`<a class="source first" href="${page.paths.events}">${t('events.one')}</a>`, story)}</p>`
}

function buttons(page: SitePage, event: EventView): Html {
  const target = {
    kind: 'event' as const,
    key: String(event.id),
    title: event.title,
    back: eventPath(page.paths, event),
  }
  return actionForms(page, [
    actionForm(page, 'follow', target),
    actionForm(page, 'save', target),
    actionForm(page, 'read', target),
    ...buttonsOf(page, target, event.sourceCount),
    shareLink(page, target.back, event.title),
  ])
}

/** The event that it was split from; its story. */
const side = (page: SitePage, { event, story }: EventPageView): Html =>
  html`${event.splitFrom !== null && html`<p class="box-more"><a href="${eventPermalink(page.paths, { id: event.splitFrom })}">${page.t('events.split')}</a></p>`}${story && storyBox(page, story)}`
