/** `/handelser/:id-slug`: the event, each publisher's report, their differences, and its timeline. */
import { alertLimits } from '../../../domain/alerts/rule.ts'
import { eventPath, eventPermalink } from '../../../domain/site/paths.ts'
import { sentencesOf } from '../../../domain/text/sentences.ts'
import { href } from '../../../html/href.ts'
import { type Html, html } from '../../../html/html.ts'
import { timeImage } from '../../../html/source-matrix.ts'
import { timeAgo } from '../../../html/times.ts'
import type { CorrectionView } from '../../../read/articles/views.ts'
import { textTimes } from '../../../read/events/came.ts'
import type { EventBeside, EventView } from '../../../read/events/views.ts'
import type { TextChecks } from '../../../read/quality/views.ts'
import type { StoryView } from '../../../read/stories/views.ts'
import { storyBox } from '../components/aside.ts'
import { corrected, disclosure } from '../components/disclosure.ts'
import { lang } from '../components/event-link.ts'
import { eventImage, leadShape } from '../components/picture.ts'
import { PARAGRAPH, tagList } from '../components/prose.ts'
import { actionForm, actionForms, alertLink } from '../components/reader-actions.ts'
import { shareLink } from '../components/share.ts'
import { split } from '../components/split.ts'
import { trustLine } from '../components/trust.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'
import { embedCode, oembedLinks } from './event-card.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { eventTimeline, reactionList, revisionList } from './event-timeline.ts'
import { came, pointTable } from './points.ts'
import { shareImagePath } from './share-image.ts'

export interface EventPageView extends EventBeside {
  event: EventView
  /** Drawing of a guide, in place of an image. */
  drawing: string | undefined
  corrections: CorrectionView[]
  story: StoryView | null
  /** Checks of its own text; null where it has none. */
  checks: TextChecks | null
}

export function eventPage(page: SitePage, view: EventPageView): string {
  const { t } = page
  const { event } = view
  const times = textTimes(view.revisions, page.site.language)
  const main = html`<article class="article event" data-item data-came-to="${event.id}" data-new="${t('events.new_since')}" data-original="${href(event.lead.url)}">
${kicker(page, event)}
<h1${lang(page, event)}>${event.title}</h1>
${corrected(page, view.corrections)}
${eventImage(page, event, leadShape, view.drawing)}
${event.summary && html`<div class="prose event-summary"${lang(page, event)}>${event.summary.split(PARAGRAPH).map((one) => html`<p>${sentences(page, one, times)}</p>`)}</div>`}
${disclosure(page, { by: event.textBy, model: event.textModel, sources: textSources(event), source: event.lead.feed.publisher.name, checks: view.checks })}
${pointTable(page, event, times)}
${buttons(page, event)}
${eventTimeline(page, event)}
${reactionList(page, view.reactions)}
${revisionList(page, view.revisions)}
${tagList(page, event)}
${embedCode(page, event)}
</article>`
  const body = html`<div class="wrap">${split(main, side(page, view), t('events.about'))}</div>`
  return layout(page, headOf(page, view), body)
}

/** Each sentence bears when it came, where that is known. */
const sentences = ({ site }: SitePage, text: string, times: ReadonlyMap<string, Date>): Html[] =>
  times.size === 0
    ? [html`${text.trim()}`]
    : [...sentencesOf(text, site.language)].map((one) => html`${came(times, one)} `)

/** An event without a text of its own shows that of one article. */
const textSources = ({ revision, sourceCount }: EventView): number => (revision > 0 ? sourceCount : 1)

function headOf(page: SitePage, { event, corrections }: EventPageView) {
  const path = eventPath(page.paths, event)
  return {
    title: event.title,
    description: event.summary || event.title,
    path,
    type: 'article' as const,
    section: 'news',
    jsonLd: eventJsonLd(page, event, corrections),
    alternates: [{ type: 'text/markdown', path: `${path}.md`, title: event.title }, ...oembedLinks(page, event)],
    ...(event.entries.some(({ publishedAt }) => publishedAt) ? { publishedAt: event.firstPublishedAt } : {}),
    image: shareImagePath(page, event),
    // An event of one article adds nothing to the article's own page.
    noindex: !event.relevant || event.entriesCount < 2,
  }
}

function kicker(page: SitePage, event: EventView): Html {
  const { t } = page
  const dot = html`<span class="dot"> · </span>`
  return html`<p class="kicker"><a class="source first" href="${page.paths.events}">${t('events.one')}</a>${dot}${trustLine(page, event)}${dot}${t('events.updated')} ${timeAgo(event.updatedAt, page)}</p>`
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
    alertLink(page, target, Math.min(event.sourceCount + 1, alertLimits.minSources)),
    shareLink(page, target.back, event.title),
  ])
}

/** Copies, where there are any; the event that it was split from; its story. */
const side = (page: SitePage, { event, story }: EventPageView): Html =>
  html`${copies(page, event)}${event.splitFrom !== null && html`<p class="box-more"><a href="${eventPermalink(page.paths, { id: event.splitFrom })}">${page.t('events.split')}</a></p>`}${story && storyBox(page, story)}`

/** The same text on a line of time: one sees that ten sources were three. */
function copies(page: SitePage, event: EventView): Html | null {
  const { t } = page
  const names = new Map(event.sources.map(({ publisher, name }) => [publisher, name]))
  const copied = event.sources.filter(({ copiesOf }) => copiesOf !== null)
  if (copied.length === 0) return null
  const rows = copied.map(
    ({ name, copiesOf }) =>
      html`<li>${t('events.copied', { name, source: names.get(copiesOf ?? '') ?? copiesOf ?? '' })}</li>`,
  )
  return html`<section class="box copies" aria-labelledby="copies"><h2 class="box-title" id="copies">${t('events.copies')}</h2>${timeImage(event.sources, t('matrix.times'))}<ul class="rows">${rows}</ul></section>`
}
