/** `/tags`: subjects in groups, each with its last two weeks and its news of today. */

import type { TagView } from '../../../news/tags/queries/views.ts'
import { sparkLine } from '../../../platform/html/charts.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { tagPath } from '../../../platform/site/paths.ts'
import { isNamed } from '../../../platform/text/titles.ts'
import { TAG_KINDS, type TagKind } from '../../../platform/text/vocabulary.ts'
import { facts } from '../components/fact-line.ts'
import { layout } from '../layout.ts'
import type { SitePage } from '../page.ts'
import { title } from './lists.ts'

/** Of the charts. */
export const CHART_DAYS = 14

/** `days`: counts of its last days (UTC), null where there were none; `today`: of this day of the site's calendar. */
export type ListedTag = TagView & { kind: TagKind; days: number[] | null; today: number }

export function tagsPage(page: SitePage, tags: ListedTag[]): string {
  const { t } = page
  const named = Map.groupBy(
    tags.filter(({ name }) => isNamed(name)),
    ({ kind }) => kind,
  )
  const text = tags.length > 0 ? t('tags.text', { n: CHART_DAYS }) : t('tags.none')
  const body = html`<div class="wrap">${title(t('tags.title'), text)}
${TAG_KINDS.map((kind) => group(page, kind, named.get(kind) ?? []))}</div>`
  return layout(page, { title: t('tags.title'), description: text, path: '/tags', section: 'tags' }, body)
}

function group(page: SitePage, kind: TagKind, tags: ListedTag[]): Html | null {
  if (tags.length === 0) return null
  return html`<section class="tag-group" aria-labelledby="${kind}"><h2 class="box-title" id="${kind}">${page.t(`tags.kind_${kind}`)}</h2><ul class="columns rows lined tag-list">${tags.map((tag) => html`<li>${tagRow(page, tag)}</li>`)}</ul></section>`
}

function tagRow({ t }: SitePage, { days, today, entriesCount, ...tag }: ListedTag): Html {
  const counts = days ?? []
  const sum = counts.reduce((all, n) => all + n, 0)
  const label = t('stories.spark', { n: counts.length, articles: sum, most: Math.max(0, ...counts) })
  const news = today > 0 && html`<strong>${t('tags.today', { n: today })}</strong>`
  const small = facts(news, t('entries.count', { n: entriesCount }))
  return html`<a class="row-title" href="${tagPath(tag)}">${tag.name}</a><span class="row-small"><span class="meta">${small}</span>${sum > 0 && sparkLine(counts, label, 72, 20)}</span>`
}
