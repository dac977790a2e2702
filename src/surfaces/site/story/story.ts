/** `/stories/:id-slug`: lead and body, the stories before and after, and the timeline of its events by day. */

import type { StoryRef } from '../../../news/articles/queries/views.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import type { StoryDetailView } from '../../../news/stories/queries/views.ts'
import type { TextChecks } from '../../../news/texts/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { autoDirection } from '../../../platform/html/language-marks.ts'
import { clockTime, dateSpan, dayName, timeOn } from '../../../platform/html/times.ts'
import { storyPath } from '../../../platform/site/paths.ts'
import { dayIn } from '../../../platform/time/days.ts'
import { storySpark } from '../components/aside.ts'
import { disclosure } from '../components/disclosure.ts'
import { facts as factsInRow } from '../components/fact-line.ts'
import { headline } from '../components/items.ts'
import { eventImage, imagePath, leadShape } from '../components/picture.ts'
import { paragraphs } from '../components/prose.ts'
import { actionForm, actionForms, buttonsOf } from '../components/reader-actions.ts'
import { shareLink } from '../components/share.ts'
import { sourceLine } from '../components/sources.ts'
import { split } from '../components/split.ts'
import type { TextNote } from '../feature-site.ts'
import { feedAlternates, layout } from '../layout.ts'
import type { SitePage } from '../page.ts'

export interface StoryPageView {
  story: StoryDetailView
  /** The model that wrote the text, where one did and it is on record. */
  model: string | null
  notes: readonly TextNote[]
  /** Checks of a model's text; null for another's. */
  checks: TextChecks | null
}

export function storyPage(page: SitePage, { story, model, notes, checks }: StoryPageView): string {
  const { t } = page
  const pictured = story.entries.find((entry) => entry.imageUrl !== null && entry.imageUrl === story.imageUrl)
  const path = storyPath(story)
  const target = { kind: 'story' as const, key: String(story.id), title: story.title, back: path }
  const main = html`<article class="article story">
<p class="kicker meta">${factsInRow(html`<a class="source first" href="/stories">${t('stories.title')}</a>`, t(`stories.${story.status}`))}</p>
<h1${autoDirection(story.title)}>${story.title}</h1>
${notes.map((note) => note.above(page))}
${story.lead && html`<p class="lead"${autoDirection(story.lead)}>${story.lead}</p>`}
${pictured && eventImage(page, pictured, leadShape)}
${body(story)}
${written(page, story, model, checks)}
${actionForms(page, [actionForm(page, 'follow', target), ...buttonsOf(page, target), shareLink(page, path, story.title)])}
${timeline(page, story.events)}
</article>`
  const side = html`${facts(page, story)}
<ul class="links bare"><li><a href="${path}.rss">${icon('feed')}${t('stories.watch')}</a></li></ul>
${neighbour(t('stories.predecessor'), story.predecessor ? [story.predecessor] : [])}
${neighbour(t('stories.successors'), story.successors)}`
  const content = html`<div class="wrap">${split(main, side, t('stories.about'))}</div>`
  const head = {
    title: story.title,
    description: story.lead || story.title,
    path,
    section: 'stories',
    type: 'article' as const,
    ...(pictured ? { image: imagePath(pictured, 1280, 'jpg') } : {}),
    alternates: [
      ...feedAlternates(story.title, (form) => `${path}.${form}`),
      { type: 'text/markdown', path: `${path}.md`, title: story.title },
    ],
  }
  return layout(page, head, content)
}

/** A body that was put together from the events would only repeat the timeline below. */
function body(story: StoryDetailView): Html | null {
  if (!story.body || story.textBy === 'excerpt') return null
  return html`<div class="prose">${paragraphs(story.body)}</div>`
}

function written(
  page: SitePage,
  { textBy }: StoryDetailView,
  model: string | null,
  checks: TextChecks | null,
): Html | null {
  if (textBy === 'excerpt') return null
  const cited = new Set(checks?.sentences.flatMap(({ publishers }) => publishers))
  return disclosure(page, { by: textBy, model, sources: cited.size || null, article: null, checks })
}

function facts(page: SitePage, story: StoryDetailView): Html {
  const { t, site } = page
  const { firstEntryPublishedAt: from, lastEntryPublishedAt: to } = story
  const span = from && to && dateSpan(from, to, site)
  return html`<p class="facts fine">${t('entries.count', { n: story.entriesCount })}${span && html`<br>${span}`}</p>${storySpark(page, story, 280, 64)}`
}

function neighbour(label: string, stories: StoryRef[]): Html | null {
  if (stories.length === 0) return null
  const links = stories.map((story) => html`<li><a href="${storyPath(story)}">${story.title}</a></li>`)
  return html`<div class="neighbour"><span class="small">${label}</span><ul class="plain bare">${links}</ul></div>`
}

function timeline(page: SitePage, events: EventView[]): Html | null {
  if (events.length === 0) return null
  const days = Map.groupBy(events, (event) => dayIn(event.firstPublishedAt, page.site.timezone))
  return html`<section class="timeline" aria-labelledby="timeline"><h2 class="box-title" id="timeline">${page.t('stories.timeline')}</h2>
<ol>${[...days.values()].map((those) => timelineDay(page, those))}</ol></section>`
}

function timelineDay(page: SitePage, events: EventView[]): Html {
  const [first] = events
  return html`<li class="timeline-day"><h3 class="day-name">${first && timeOn(first.firstPublishedAt, page, dayName(first.firstPublishedAt, page))}</h3>${events.map((event) => timelineEvent(page, event))}</li>`
}

function timelineEvent(page: SitePage, event: EventView): Html {
  return html`<div class="timeline-event" data-item data-event="${event.id}"><span class="timeline-time fine">${clockTime(event.firstPublishedAt, page.site)}</span><div>${headline(page, event, 4)}${sourceLine(page, event)}</div></div>`
}
