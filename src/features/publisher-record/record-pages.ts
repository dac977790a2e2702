/** Pages of records: a publisher, the events behind a figure, topics, two side by side, a month. */

import type { TagRef } from '../../news/tags/queries/views.ts'
import { columnChart } from '../../platform/html/charts.ts'
import { href } from '../../platform/html/href.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import { calendarDate, monthName } from '../../platform/html/times.ts'
import type { Page } from '../../platform/site/pages.ts'
import { feedPath, guidePath } from '../../platform/site/paths.ts'
import type { Share } from '../../platform/text/wilson.ts'
import { eventDays } from '../../surfaces/site/components/items.ts'
import { pager } from '../../surfaces/site/components/pager.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { type FigureName, figureNames, topicFigures } from './figures.ts'
import { pairText, recordLines, shareText } from './lines.ts'
import { type License, licenseUrl } from './month-files.ts'
import { type Among, behindPath, comparePath, monthPath, RUMORS, recordPath } from './paths.ts'
import { type EventsBehind, MONTHS } from './record-queries.ts'
import { reviewOf } from './review.ts'
import type {
  Comparison,
  PairView,
  PublisherName,
  RecordSpan,
  RecordView,
  RumorsBehind,
  SettledRumor,
  TopicRecord,
} from './views.ts'

export interface Fairness {
  license: License | null
  /** By which a publisher answers: a mail address or a page. */
  answers: string | null
}

const spanText = ({ t, site }: SitePage, { since, until }: Pick<RecordSpan, 'since' | 'until'>): string =>
  since === until
    ? monthName(until, site)
    : t('record.span', { since: monthName(since, site), until: monthName(until, site) })

/** The method, its limits, and the address for answers of publishers. */
function method({ t }: SitePage, { license, answers }: Fairness): Html {
  const limits = ['read', 'clock', 'few', 'copies', 'months'].map((one) => html`<li>${t(`record.method_${one}`)}</li>`)
  const address = answers && (answers.includes('@') ? `mailto:${answers}` : answers)
  return html`<section class="prose record-method" id="method" aria-labelledby="method-title"><h2 class="box-title" id="method-title">${t('record.method')}</h2>
<p>${t('record.method_text')}</p><ul>${limits}</ul>
${address && html`<p>${t('record.answer')} <a href="${href(address)}">${answers}</a></p>`}
${license && html`<p class="small">${t('record.license')} <a href="${licenseUrl(license)}" rel="license">${license}</a>.</p>`}</section>`
}

/** At most ten lines, each leading to its events. */
function lineList(page: SitePage, record: RecordView): Html {
  const rows = recordLines(page, record).map(
    ({ figure, text }) =>
      html`<li>${figure ? html`<a href="${behindPath(page.paths, record.publisher, figure)}">${text}</a>` : text}</li>`,
  )
  return html`<ul class="rows lined">${rows}</ul>`
}

/** Events a month; months without any have no row. */
function monthChart({ t, site }: SitePage, { months, since, until }: RecordView): Html {
  const events = new Map(months.map((one) => [one.month, one.events]))
  const all = monthsBetween(since, until)
  const label = t('record.chart', {
    values: all.map((month) => `${monthName(month, site)} ${events.get(month) ?? 0}`).join(', '),
  })
  return html`<section class="record-part"><h2 class="box-title">${t('record.chart_title')}</h2><figure class="day-chart">${columnChart(
    all.map((month) => events.get(month) ?? 0),
    label,
    270,
    56,
  )}<figcaption class="small"><span>${monthName(since, site)}</span>${since !== until && html`<span>${monthName(until, site)}</span>`}</figcaption></figure></section>`
}

function monthsBetween(since: string, until: string): string[] {
  const [year = 0, month = 0] = since.split('-').map(Number)
  const all = Array.from({ length: MONTHS }, (_, n) =>
    new Date(Date.UTC(year, month - 1 + n, 1)).toISOString().slice(0, 7),
  )
  return all.filter((one) => one <= until)
}

function pairList(
  page: SitePage,
  heading: string,
  pairs: readonly PairView[],
  sideOf: (pair: PairView) => PublisherName,
): Html | null {
  if (pairs.length === 0) return null
  const { t } = page
  const rows = pairs
    .slice(0, 10)
    .map(
      (pair) =>
        html`<li><a href="${behindPath(page.paths, pair.publisher.publisher, 'copies', { other: pair.other.publisher })}">${pairText(page, pair)}</a> <a class="small" href="${recordPath(page.paths, sideOf(pair).publisher)}">${t('record.of', { name: sideOf(pair).name })}</a></li>`,
    )
  return html`<section class="record-part"><h2 class="box-title">${heading}</h2><ul class="rows lined">${rows}</ul></section>`
}

export function recordPage(page: SitePage, record: RecordView, fairness: Fairness): string {
  const { t } = page
  const path = recordPath(page.paths, record.publisher)
  const source =
    record.feedId !== null &&
    html`<p class="box-more"><a href="${feedPath({ id: record.feedId })}">${t('record.source')}</a></p>`
  const body = html`<div class="wrap narrow">${title(record.name, spanText(page, record))}
${lineList(page, record)}
${monthChart(page, record)}
${pairList(page, t('record.copies_title'), record.copies, ({ other }) => other)}
${pairList(page, t('record.copied_title'), record.copied, ({ publisher }) => publisher)}
${source}<p class="box-more"><a href="${page.paths.publishers}">${t('record.title')}</a></p>
${method(page, fairness)}</div>`
  const head = {
    title: t('record.of', { name: record.name }),
    description: spanText(page, record),
    path,
    section: 'feeds',
    alternates: [{ type: 'text/markdown', path: `${path}.md`, title: record.name }],
  }
  return layout(page, head, body)
}

export interface BehindView {
  of: PublisherName
  figure: FigureName
  among: Among
  /** Of what these events are among. */
  names: readonly string[]
  behind: EventsBehind
  list: Page<EventsBehind['events'][number]>
}

export function behindPage(page: SitePage, { of, figure, among, names, behind, list }: BehindView): string {
  const { t } = page
  const path = behindPath(page.paths, of.publisher, figure, among)
  const heading = [`${of.name}: ${t(`record.figure.${figure}`)}`, ...names].join(' · ')
  const gone = behind.gone > 0 && html`<p class="small">${t('record.gone', { n: behind.gone })}</p>`
  const body = html`<div class="wrap narrow">${title(heading, shareText(page, behind.share))}
${eventDays(page, list.items)}${gone}${pager(page, path, list)}
<p class="box-more"><a href="${recordPath(page.paths, of.publisher)}">${t('record.of', { name: of.name })}</a></p></div>`
  return layout(page, { title: heading, description: heading, path, section: 'feeds', noindex: true }, body)
}

export interface RumorsView {
  of: PublisherName
  behind: RumorsBehind
}

export function rumorsPage(page: SitePage, { of, behind }: RumorsView): string {
  const { t } = page
  const heading = `${of.name}: ${t('record.rumors')}`
  const body = html`<div class="wrap narrow">${title(heading, shareText(page, behind.share))}
<ul class="rows">${behind.rumors.map((rumor) => rumorRow(page, rumor))}</ul>${eventDays(page, behind.events)}
<p class="box-more"><a href="${recordPath(page.paths, of.publisher)}">${t('record.of', { name: of.name })}</a></p></div>`
  const path = behindPath(page.paths, of.publisher, RUMORS)
  return layout(page, { title: heading, description: heading, path, section: 'feeds', noindex: true }, body)
}

/** Its claim leads to the guide that has it. */
function rumorRow({ t, site }: SitePage, { claim, on, url, verdict, settled, guide }: SettledRumor): Html {
  const proof = (address: string | null | undefined) =>
    address && html` <a href="${href(address)}" rel="noopener">${t('rumors.proof')}</a>`
  return html`<li><p class="row-title"><strong>${t(`rumors.verdict_${verdict}`)}</strong> <a href="${guidePath(guide)}">${claim}</a></p>
<span class="row-small meta">${calendarDate(on, site)}${proof(url)}</span> <span class="row-small">${calendarDate(settled.on, site)}: ${settled.outcome}${proof(settled.url)}</span></li>`
}

interface Cell {
  share: Share | null | undefined
  /** Its events. */
  path: string
  /** Of its column, where a narrow window shows rows as blocks. */
  label: string
}

const cells = (page: SitePage, all: readonly Cell[]): Html[] =>
  all.map(
    ({ share, path, label }) =>
      html`<td data-label="${label}">${share ? html`<a href="${path}">${shareText(page, share)}</a>` : '–'}</td>`,
  )

function recordTable(caption: string, columns: readonly string[], rows: readonly Html[]): Html {
  return html`<table class="grid record-table"><caption class="small">${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`
}

export interface TopicsView {
  records: readonly (TopicRecord | RecordSpan)[]
  topics: readonly TagRef[]
  selected: TagRef | null
  months: readonly string[]
}

export function publishersPage(page: SitePage, view: TopicsView, fairness: Fairness): string {
  const { t, site } = page
  const { selected, records, topics, months } = view
  const among = selected ? { topic: selected.slug } : {}
  const shown = records.filter(({ figures }) => Object.values(figures).some(Boolean))
  const columns = topicFigures.filter((column) => shown.some(({ figures }) => figures[column]))
  const labelOf = (column: FigureName) => t(`record.figure.${column}`)
  const rows = shown.map(
    ({ publisher, name, figures }) =>
      html`<tr><th scope="row"><a href="${recordPath(page.paths, publisher)}">${name}</a></th>${cells(
        page,
        columns.map((column) => ({
          share: figures[column],
          path: behindPath(page.paths, publisher, column, among),
          label: labelOf(column),
        })),
      )}</tr>`,
  )
  const choice = (tag: TagRef | null) =>
    html`<li><a href="${tag ? `${page.paths.publishers}?topic=${encodeURIComponent(tag.slug)}` : page.paths.publishers}"${tag?.id === selected?.id && trusted(' aria-current="page"')}>${tag?.name ?? t('record.all_topics')}</a></li>`
  const table =
    rows.length > 0
      ? recordTable(selected?.name ?? t('record.all_topics'), [t('record.publisher'), ...columns.map(labelOf)], rows)
      : html`<p class="empty">${t('record.none')}</p>`
  const body = html`<div class="wrap narrow">${title(t('record.title'), t('record.text'))}
${topics.length > 0 && html`<nav aria-label="${t('record.topics')}"><ul class="tags cluster">${choice(null)}${topics.map(choice)}</ul></nav>`}
${table}
${compareForm(page, records)}
${months.length > 0 && html`<section><h2 class="box-title">${t('record.months')}</h2><ul class="tags cluster">${months.map((month) => html`<li><a href="${monthPath(page.paths, month)}">${monthName(month, site)}</a></li>`)}</ul></section>`}
${method(page, fairness)}</div>`
  const head = {
    title: t('record.title'),
    description: t('record.text'),
    path: page.paths.publishers,
    section: 'feeds',
  }
  return layout(page, selected ? { ...head, noindex: true } : head, body)
}

function compareForm({ t, paths }: SitePage, records: readonly PublisherName[]): Html | null {
  if (records.length < 2) return null
  const select = (name: 'a' | 'b', place: number) =>
    html`<label>${t(`record.compare_${name}`)} <select name="${name}">${records.map((one, at) => html`<option value="${one.publisher}"${at === place && trusted(' selected')}>${one.name}</option>`)}</select></label>`
  return html`<form class="cluster record-compare" method="get" action="${paths.publishers}/compare">${select('a', 0)} ${select('b', 1)} <button class="button">${t('record.compare')}</button></form>`
}

export function comparisonPage(page: SitePage, { publishers, pairs, topics }: Comparison): string {
  const { t } = page
  const [one, other] = publishers
  const heading = t('record.compared', { a: one.name, b: other.name })
  const heads = publishers.map(({ name }) => name)
  const row = (label: string, figure: FigureName, shares: readonly (Share | null)[], among: Among = {}) => {
    const all = shares.map((share, at) => ({
      share,
      path: behindPath(page.paths, publishers[at]?.publisher ?? '', figure, among),
      label: heads[at] ?? '',
    }))
    return shares.some(Boolean) ? [html`<tr><th scope="row">${label}</th>${cells(page, all)}</tr>`] : []
  }
  const figures = figureNames.flatMap((figure) =>
    row(
      t(`record.figure.${figure}`),
      figure,
      publishers.map((record) => record.figures[figure]),
    ),
  )
  const byTopic = topics.flatMap(({ tag, figures: of }) =>
    row(
      tag.name,
      'first',
      of.map((shares) => shares?.first ?? null),
      { topic: tag.slug },
    ),
  )
  const texts = pairs
    .filter((pair) => pair !== null)
    .map(
      (pair) =>
        html`<li><a href="${behindPath(page.paths, pair.publisher.publisher, 'copies', { other: pair.other.publisher })}">${pairText(page, pair)}</a></li>`,
    )
  const body = html`<div class="wrap narrow">${title(heading, spanText(page, one))}
<p class="tags cluster">${publishers.map(({ publisher, name }) => html`<a href="${recordPath(page.paths, publisher)}">${name}</a>`)}</p>
${figures.length > 0 ? recordTable(heading, [t('record.figure_name'), ...heads], figures) : html`<p class="empty">${t('record.none')}</p>`}
${texts.length > 0 && html`<ul class="rows lined">${texts}</ul>`}
${byTopic.length > 0 && recordTable(t('record.first_by_topic'), [t('record.topics'), ...heads], byTopic)}
<p class="box-more"><a href="${page.paths.publishers}">${t('record.title')}</a></p></div>`
  return layout(
    page,
    {
      title: heading,
      description: heading,
      path: comparePath(page.paths, one.publisher, other.publisher),
      section: 'feeds',
      noindex: true,
    },
    body,
  )
}

export interface MonthView {
  month: string
  records: readonly RecordSpan[]
}

/** Its review as an article, and the month as files. */
export function monthPage(page: SitePage, { month, records }: MonthView, fairness: Fairness): string {
  const { t, site } = page
  const path = monthPath(page.paths, month)
  const heading = t('record.review', { month: monthName(month, site) })
  const sentences = reviewOf(page, records).map(({ text, publisher, figure }) => {
    if (!publisher) return html`<p>${text}</p>`
    return html`<p><a href="${figure ? behindPath(page.paths, publisher, figure, { month }) : recordPath(page.paths, publisher)}">${text}</a></p>`
  })
  const files =
    fairness.license &&
    html`<p class="actions cluster bare">${(['csv', 'json'] as const).map((form) => html`<a href="${path}.${form}">${form.toUpperCase()}</a> `)}</p>`
  const body = html`<article class="wrap narrow">${title(heading, t('record.by_rules'))}<div class="prose">${sentences}</div>${files}
<p class="box-more"><a href="${page.paths.publishers}">${t('record.title')}</a></p>${method(page, fairness)}</article>`
  return layout(page, { title: heading, description: t('record.by_rules'), path, section: 'feeds' }, body)
}

/** On the page of a source: its first lines, and the way to all of them. */
export function recordBox(page: SitePage, record: RecordView): Html {
  const { t } = page
  const rows = recordLines(page, record)
    .slice(0, 4)
    .map(({ text }) => html`<li>${text}</li>`)
  return html`<section class="box" aria-labelledby="record"><h2 class="box-title" id="record">${t('record.of', { name: record.name })}</h2>
<ul class="rows">${rows}</ul><p class="box-more"><a href="${recordPath(page.paths, record.publisher)}">${t('record.more')}</a></p></section>`
}

/** On an event: reports that count as another's text by what their publishers did before. */
export const copyNotes = (page: SitePage, pairs: readonly PairView[]): Html =>
  html`<ul class="fine">${pairs.map((pair) => html`<li><a href="${recordPath(page.paths, pair.publisher.publisher)}">${page.t(pair.override === 'copies' ? 'record.note_operator' : 'record.note', { publisher: pair.publisher.name, other: pair.other.name })}</a> ${pair.override !== 'copies' && html`<a href="${behindPath(page.paths, pair.publisher.publisher, 'copies', { other: pair.other.publisher })}">${shareText(page, pair.share)}</a>`}</li>`)}</ul>`
