/** `/handelser/:id-slug`: what happened, what each publisher says, where they differ, and how it came to be known. */
import { eventPath, eventPermalink } from '../../../domain/site/paths.ts'
import { href } from '../../../html/href.ts'
import { type Html, html } from '../../../html/html.ts'
import { timeAgo } from '../../../html/times.ts'
import type { CorrectionView } from '../../../read/articles/views.ts'
import type { EventBeside, EventView } from '../../../read/events/views.ts'
import type { TextChecks } from '../../../read/quality/views.ts'
import type { StoryView } from '../../../read/stories/views.ts'
import { storyBox } from '../components/aside.ts'
import { corrected, disclosure } from '../components/disclosure.ts'
import { lang } from '../components/event-link.ts'
import { alertLink, mineForm, mineForms } from '../components/mine.ts'
import { leadShape, picture, picturePath, shownPicture } from '../components/picture.ts'
import { paragraphs, tagList } from '../components/prose.ts'
import { shareLink } from '../components/share.ts'
import { publisherLink } from '../components/sources.ts'
import { split } from '../components/split.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { eventTimeline, reactionList, revisionList } from './event-timeline.ts'
import { pointList } from './points.ts'

export interface EventPageView extends EventBeside {
  event: EventView
  corrections: CorrectionView[]
  story: StoryView | null
  /** How its own text was checked; null where it has none. */
  checks: TextChecks | null
}

export function eventPage(page: SitePage, view: EventPageView): string {
  const { t } = page
  const { event } = view
  const main = html`<article class="article event" data-item data-original="${href(event.lead.url)}">
${kicker(page, event)}
<h1${lang(page, event)}>${event.title}</h1>
${corrected(page, view.corrections)}
${picture(page, event, leadShape)}
${event.summary && html`<div class="prose event-summary"${lang(page, event)}>${paragraphs(event.summary)}</div>`}
${disclosure(page, { by: event.textBy, model: event.textModel, sources: textSources(event), source: event.lead.feed.publisher.name, checks: view.checks })}
${buttons(page, event)}
${pointList(page, event.points)}
${eventTimeline(page, event)}
${reactionList(page, view.reactions)}
${revisionList(page, view.revisions)}
${tagList(page, event)}
</article>`
  const body = html`<div class="wrap">${split(main, side(page, view), t('events.about'))}</div>`
  return layout(page, headOf(page, view), body)
}

/** An event without a text of its own shows that of one article. */
const textSources = ({ revision, sourceCount }: EventView): number => (revision > 0 ? sourceCount : 1)

function headOf(page: SitePage, { event, corrections }: EventPageView) {
  const path = eventPath(page.paths, event)
  const shown = shownPicture(page, event)
  return {
    title: event.title,
    description: event.summary || event.title,
    path,
    type: 'article' as const,
    section: 'news',
    jsonLd: eventJsonLd(page, event, corrections),
    alternates: [{ type: 'text/markdown', path: `${path}.md`, title: event.title }],
    ...(event.entries.some(({ publishedAt }) => publishedAt) ? { publishedAt: event.firstPublishedAt } : {}),
    ...(shown ? { image: picturePath(shown, 1280, 'jpg') } : {}),
    // An event of one article says no more than the article's own page.
    noindex: !event.relevant || event.entriesCount < 2,
  }
}

function kicker(page: SitePage, event: EventView): Html {
  const { t } = page
  const dot = html`<span class="dot"> · </span>`
  return html`<p class="kicker"><a class="source first" href="${page.paths.events}">${t('events.one')}</a>${dot}${t('events.size', { n: event.entriesCount, sources: t('sources.count', { n: event.sourceCount }) })}${dot}${t('events.updated')} ${timeAgo(event.updatedAt, page)}</p>`
}

function buttons(page: SitePage, event: EventView): Html {
  const own = { kind: 'event' as const, key: String(event.id), title: event.title, back: eventPath(page.paths, event) }
  return mineForms([
    mineForm(page, 'folj', own),
    mineForm(page, 'spara', own),
    mineForm(page, 'last', own),
    alertLink(page, own),
    shareLink(page, own.back, event.title),
  ])
}

const side = (page: SitePage, { event, story }: EventPageView): Html =>
  html`${sourceList(page, event)}${story && storyBox(page, story)}`

/** Every publisher in the order of publication; who was first, and whose words are another's. */
function sourceList(page: SitePage, event: EventView): Html {
  const { t } = page
  const names = new Map(event.sources.map(({ publisher, name }) => [publisher, name]))
  const rows = event.sources.map((source) => {
    const note = source.first
      ? t('events.first')
      : source.copiesOf !== null && t('events.copy', { source: names.get(source.copiesOf) ?? source.copiesOf })
    const time = source.publishedAt && timeAgo(source.publishedAt, page)
    return html`<li>${publisherLink(page, source, source.first)}<span class="row-small">${note}${note && time && html`<span class="dot"> · </span>`}${time}</span></li>`
  })
  return html`<section class="box" aria-labelledby="sources"><h2 class="box-title" id="sources">${t('events.sources')}</h2><ol class="rows">${rows}</ol>${event.splitFrom !== null && html`<p class="box-more"><a href="${eventPermalink(page.paths, { id: event.splitFrom })}">${t('events.split')}</a></p>`}</section>`
}
