/** `/stories`: the storylines that run, and those that rest. */

import type { StoryView } from '../../../news/stories/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { autoDirection } from '../../../platform/html/language-marks.ts'
import { timeAgo } from '../../../platform/html/times.ts'
import type { Page } from '../../../platform/site/pages.ts'
import { storyPath } from '../../../platform/site/paths.ts'
import { storySpark } from '../components/aside.ts'
import { facts } from '../components/fact-line.ts'
import { neighbours, pagePath, pager } from '../components/pager.ts'
import { exceptionLabel } from '../components/sources.ts'
import { layout } from '../layout.ts'
import { title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'

export function storiesPage(page: SitePage, list: Page<StoryView>): string {
  const { t } = page
  const part = (status: StoryView['status']) => list.items.filter((story) => story.status === status)
  const body = html`<div class="wrap narrow">${title(t('stories.title'), t('stories.text'))}
${section(page, t('stories.running'), part('active'))}
${section(page, t('stories.resting'), part('dormant'))}
${list.items.length === 0 && html`<p class="empty">${t('stories.none')}</p>`}
${pager(page, '/stories', list)}</div>`
  const head = {
    title: t('stories.title'),
    description: t('stories.text'),
    path: pagePath('/stories', list.page),
  }
  return layout(page, { ...head, section: 'stories', ...neighbours('/stories', list) }, body)
}

function section(page: SitePage, heading: string, stories: StoryView[]): Html | null {
  if (stories.length === 0) return null
  return html`<section><h2 class="box-title">${heading}</h2>${stories.map((story) => storyItem(page, story))}</section>`
}

export function storyItem(page: SitePage, story: StoryView): Html {
  const { t } = page
  return html`<article class="item item-row item-story" data-item>
<div class="grow"><h3 class="headline"><a href="${storyPath(story)}"${autoDirection(story.title)}>${story.title}</a></h3>
${story.lead && html`<p class="summary"${autoDirection(story.lead)}>${story.lead}</p>`}
<p class="sources meta">${facts(t('entries.count', { n: story.entriesCount }), t('front.days', { n: Math.max(1, story.days.length) }), story.lastEntryPublishedAt && timeAgo(story.lastEntryPublishedAt, page), exceptionLabel(page, story.textBy))}</p></div>
${storySpark(page, story, 132, 40)}
</article>`
}
