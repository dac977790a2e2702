/** The narrow column: running stories, the most read. */

import type { EventView } from '../../../news/events/queries/views.ts'
import type { StoryView } from '../../../news/stories/queries/views.ts'
import { sparkLine } from '../../../platform/html/charts.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { autoDirection } from '../../../platform/html/language-marks.ts'
import { storyPath } from '../../../platform/site/paths.ts'
import type { SitePage } from '../page.ts'
import { eventHref, lang } from './event-link.ts'
import { facts } from './fact-line.ts'
import { eventTime, exceptionLabel, publisherName } from './sources.ts'

export function box(id: string, title: string, content: unknown, more?: { path: string; label: string }): Html {
  return html`<section class="box" aria-labelledby="${id}"><h2 class="box-title" id="${id}">${title}</h2>${content}${more && html`<p class="box-more"><a href="${more.path}">${more.label}</a></p>`}</section>`
}

export function storiesBox(page: SitePage, stories: StoryView[]): Html | null {
  if (stories.length === 0) return null
  const { t } = page
  const rows = stories.map((story) => html`<li>${storyRow(page, story)}</li>`)
  return box('box-stories', t('front.stories'), html`<ul class="rows">${rows}</ul>`, {
    path: '/stories',
    label: t('front.all_stories'),
  })
}

function storyRow(page: SitePage, story: StoryView): Html {
  const { t } = page
  return html`<a class="row-title" href="${storyPath(story)}"${autoDirection(story.title)}>${story.title}</a><span class="row-small"><span class="meta">${facts(t('front.days', { n: Math.max(1, story.days.length) }), t('entries.count', { n: story.entriesCount }), exceptionLabel(page, story.textBy))}</span>${storySpark(page, story)}</span>`
}

export function storySpark({ t }: SitePage, story: StoryView, width = 96, height = 24): Html | null {
  const counts = story.days.map((day) => day.articles)
  const label = t('stories.spark', { n: counts.length, articles: story.entriesCount, most: Math.max(0, ...counts) })
  return sparkLine(counts, label, width, height)
}

export function popularBox(page: SitePage, events: EventView[]): Html | null {
  if (events.length === 0) return null
  const { t } = page
  const rows = events.map(
    (event) =>
      html`<li><a class="row-title" href="${eventHref(page, event)}"${lang(page, event)}>${event.title}</a><span class="row-small meta">${facts(publisherName(page, event.lead), eventTime(page, event))}</span></li>`,
  )
  return box('box-popular', t('front.popular'), html`<ol class="rows ranked">${rows}</ol>`, {
    path: page.paths.popular,
    label: t('front.all_popular'),
  })
}

/** The story that an article or event belongs to. */
export function storyBox(page: SitePage, story: StoryView): Html {
  return box('belongs', page.t('article.story'), storyRow(page, story))
}
