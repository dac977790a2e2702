/** `/guides` and `/:slug`: the editors' text about a product, and below it the news about it. */

import type { EventView } from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { autoDirection } from '../../../platform/html/language-marks.ts'
import { shortDate, timeOn } from '../../../platform/html/times.ts'
import { articlePath, guidePath } from '../../../platform/site/paths.ts'
import { riverItem } from '../../../surfaces/site/components/items.ts'
import { tagList } from '../../../surfaces/site/components/prose.ts'
import { layout } from '../../../surfaces/site/layout.ts'
import { title } from '../../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../../surfaces/site/page.ts'
import { storyItem } from '../../../surfaces/site/story/stories-page.ts'
import type { GuideMoment, GuidePageType, GuideRef, GuideView } from '../views.ts'
import { buyingSection } from './buying.ts'
import { dates, image, sources, specifications } from './guide-facts.ts'
import { guideText, uncheckedNote } from './guide-text.ts'
import { rumorSection } from './rumor-sections.ts'

const order: GuidePageType[] = ['family_hub', 'product_hub', 'generation_hub', 'rumor']

export function guidesPage(page: SitePage, guides: GuideRef[]): string {
  const { t } = page
  const parts = order.map((type) =>
    guideGroup(
      t(`guides.${type}`),
      guides.filter((guide) => guide.pageType === type),
    ),
  )
  const body = html`<div class="wrap">${title(t('guides.title'), t('guides.text'))}
${guides.length > 0 && html`<p class="actions cluster bare"><a href="${page.paths.buying}">${t('buying.title')}</a></p>`}${parts}${guides.length === 0 && html`<p class="empty">${t('guides.none')}</p>`}</div>`
  return layout(
    page,
    { title: t('guides.title'), description: t('guides.text'), path: page.paths.guides, section: 'guides' },
    body,
  )
}

function guideGroup(heading: string, guides: GuideRef[]): Html | null {
  if (guides.length === 0) return null
  return html`<section class="box"><h2 class="box-title">${heading}</h2><ul class="columns rows guide-list">${guides.map(guideRow)}</ul></section>`
}

const guideRow = (guide: GuideRef): Html =>
  html`<li><a class="row-title" href="${guidePath(guide)}">${guide.title}</a><span class="row-small">${guide.summary}</span></li>`

/** `latest`: the events of the guide's latest articles. */
export function guidePage(page: SitePage, guide: GuideView, latest: EventView[]): string {
  const body = html`<div class="wrap">
<article class="article guide">
${trail(page, guide)}
<h1>${guide.title}</h1>
<p class="lead">${guide.summary}</p>
${image(guide)}
${dates(page, guide)}
${buyingSection(page, guide)}
${specifications(page, guide)}
<div class="prose">${guideText(guide.body, page)}</div>
${uncheckedNote(guide.body, page)}
${rumorSection(page, guide.rumors)}
${sources(page, guide)}
${below(page, guide, latest)}
</article>
</div>`
  const head = { title: guide.title, description: guide.summary, path: guidePath(guide), section: 'guides' }
  const alternates = [{ type: 'text/markdown', path: `${guidePath(guide)}.md`, title: guide.title }]
  return layout(page, { ...head, type: 'article', alternates }, body)
}

function trail({ t, paths }: SitePage, guide: GuideView): Html {
  const links = guide.parents.map((parent) => html`<li><a href="${guidePath(parent)}">${parent.title}</a></li>`)
  return html`<nav class="trail" aria-label="${t('guides.path')}"><ol class="cluster fine"><li><a href="${paths.guides}">${t('guides.title')}</a></li>${links}</ol></nav>`
}

function below(page: SitePage, guide: GuideView, latest: EventView[]): Html {
  const { t } = page
  const events = latest.map((event) => riverItem(page, event, 3))
  const stories = guide.stories.map((story) => storyItem(page, story))
  return html`${guideGroup(t('guides.below'), guide.children)}
${tagList(page, guide)}
${stories.length > 0 && html`<section><h2 class="box-title">${t('guides.stories')}</h2>${stories}</section>`}
${events.length > 0 && html`<section><h2 class="box-title">${t('guides.latest')}</h2>${events}</section>`}
${moments(page, guide.timeline)}
${guideGroup(t('guides.related'), guide.related)}`
}

function moments(page: SitePage, timeline: GuideMoment[]): Html | null {
  if (timeline.length === 0) return null
  const { t } = page
  const rows = timeline.map(
    ({ at, article, sourceCount }) =>
      html`<li>${timeOn(at, page, shortDate(at, page))}<span><a class="row-title" href="${articlePath(article)}"${autoDirection(article.title)}>${article.title}</a> <span class="row-small">${t('sources.count', { n: sourceCount })}</span></span></li>`,
  )
  return html`<section><h2 class="box-title">${t('guides.timeline')}</h2><ol class="rows moments">${rows}</ol></section>`
}
