/** Statements of an event that exclude each other, side by side, each with its publishers and their words. */

import { isOpen } from '../../../news/events/queries/matrix.ts'
import type {
  EventPoint,
  EventQuote,
  EventSourceRef,
  EventStatement,
  EventView,
} from '../../../news/events/queries/views.ts'
import { href } from '../../../platform/html/href.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { clockAndDay, dateOf } from '../../../platform/html/times.ts'
import { unbroken } from '../../../platform/html/unbroken.ts'
import type { SitePage } from '../page.ts'
import { eventHref, lang, languageLabel } from './event-link.ts'
import { noted, withPublishers } from './sources.ts'

/** Those that nothing has settled. */
export const disputesOf = ({ points }: Pick<EventView, 'points'>): EventPoint[] => points.filter(isOpen)

export const settledOf = ({ points }: Pick<EventView, 'points'>): EventPoint[] =>
  points.filter(({ settled }) => settled)

/** Publishers that are named; the others are a number. */
const MAX_NAMED = 4
/** Statements side by side; of four and more, those of most publishers. */
const MAX_SIDES = 3

interface Shown {
  /** All statements, with quotations of each publisher and their times; else the first of each, as many as fit. */
  isComplete?: boolean
  /** A statement's text as the page marks it. */
  write?: (text: string) => Html | string
}

export function sides(
  page: SitePage,
  event: EventView,
  point: EventPoint,
  { isComplete = false, write }: Shown = {},
): Html {
  const { t } = page
  const { statements } = point
  const inRow = statements.length > MAX_SIDES ? 2 : MAX_SIDES
  const shown = isComplete ? statements : statements.slice(0, inRow)
  const rest = statements.length - shown.length
  const rows = Map.groupBy(shown, (one) => Math.floor(shown.indexOf(one) / inRow))
  const side = (
    one: EventStatement,
  ) => html`<li class="side"><p class="side-who">${names(page, one.sources)} <span class="side-count">${t('matrix.part', { n: one.sources.length, of: event.sources.length })}</span></p>
<p class="side-claim">${write ? write(one.text) : unbroken(one.text)}</p>
<div class="side-quotes">${quotes(page, one, isComplete)}</div></li>`
  const notes = [
    !point.judged && t('disputes.not_judged'),
    rest > 0 && t('disputes.more_statements', { n: rest }),
  ].filter((note) => note !== false)
  return html`${settledLine(page, point)}${[...rows.values()].map((row) => html`<ul class="${row.length === 3 ? 'sides sides-3' : 'sides'}">${row.map(side)}</ul>`)}${notes.length > 0 && html`<p class="fine">${notes.join(' ')}</p>`}`
}

/** The publishers that were right, the day, and how it was settled. */
export function settledLine(page: SitePage, { settled, statements }: EventPoint): Html | null {
  const right = settled && statements[settled.statement]
  if (!right) return null
  const { t } = page
  return html`<p class="settled"><strong>${withPublishers(page, right.sources, (names) => t('disputes.settled', { names: listed(page, names), date: dateOf(settled.at, page) }))}</strong> ${withPublishers(page, settled.sources, (names) => t(`disputes.settled_${settled.by}`, { names: listed(page, names), n: names.length }))}</p>
<p class="settled-right fine">${right.text}</p>`
}

const listed = ({ site }: SitePage, names: readonly string[]): string =>
  new Intl.ListFormat(site.language, { type: 'conjunction' }).format(names)

/** A dispute below the title of its event, for lists of several. */
export const pair = (page: SitePage, event: EventView, point: EventPoint, level: 2 | 3 = 3): Html => {
  const title = html`<a href="${eventHref(page, event)}#oense"${lang(page, event)}>${event.title}</a>`
  const heading = level === 2 ? html`<h2 class="pair-event">${title}</h2>` : html`<h3 class="pair-event">${title}</h3>`
  return html`<article class="pair" data-event="${event.id}">${heading}${sides(page, event, point)}</article>`
}

/** The strip of the front page. Null where no event has a dispute. */
export function disputeBand(page: SitePage, events: readonly EventView[], max = 2): Html | null {
  const { t, paths } = page
  const disputed = events
    .flatMap((event) =>
      disputesOf(event)
        .slice(0, 1)
        .map((point) => ({ event, point })),
    )
    .toSorted((a, b) => b.event.sourceCount - a.event.sourceCount)
    .slice(0, max)
  if (disputed.length === 0) return null
  return html`<section class="band disputes" aria-labelledby="oense"><div class="section-head"><h2 id="oense">${t('disputes.title')}</h2><p class="fine">${t('disputes.text')}</p><a class="more" href="${paths.disputes}">${t('disputes.all')}</a></div>
<div class="disputes-pairs">${disputed.map(({ event, point }) => pair(page, event, point))}</div></section>`
}

/** "Orchard Wire, Fruktfatet och 3 till", each a link to its original. */
function names(page: SitePage, sources: readonly EventSourceRef[]): Html {
  const { t, site } = page
  const shown = sources.length > MAX_NAMED + 1 ? sources.slice(0, MAX_NAMED) : sources
  const rest = sources.length - shown.length
  const labels = [...shown.map(({ name }) => name), ...(rest > 0 ? [t('sources.more', { n: rest })] : [])]
  const parts = new Intl.ListFormat(site.language, { type: 'conjunction' }).formatToParts(labels)
  let at = 0
  const written = parts.map(({ type, value }) => {
    const source = type === 'element' ? shown[at++] : undefined
    return source
      ? html`<a class="voice" href="${href(source.url)}" rel="noopener"${noted(page, source.publisher)}>${value}</a>`
      : value
  })
  return html`${written}`
}

const quotes = (page: SitePage, { quotes: all }: EventStatement, isComplete: boolean): Html[] =>
  (isComplete ? all : all.slice(0, 1)).map(
    (one) => html`${quoted(page, one)}${isComplete && html`<p class="fine">${origin(page, one)}</p>`}`,
  )

export const quoted = (page: SitePage, one: EventQuote): Html =>
  html`<blockquote class="side-quote"${lang(page, one)}>${unbroken(one.text)}</blockquote>`

/** "Orchard Wire 09.43 EN" */
export const origin = (page: SitePage, one: EventQuote): Html =>
  html`<a href="${href(one.url)}" rel="noopener">${one.name}${one.publishedAt && ` ${clockAndDay(one.publishedAt, page)}`}</a>${languageLabel(page, one)}`
