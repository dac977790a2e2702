/** "Mina nyheter" of an account: new events as rows, older ones as lines, and beside them what is followed and saved. */

import type { NamedFollow } from '../../../news/editions/queries/names.ts'
import type { PersonalEvent } from '../../../news/editions/queries/personal-events.ts'
import { describeReason } from '../../../news/editions/rules/describe-reason.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { listTags } from '../../../news/tags/queries/tags.ts'
import type { TagRef } from '../../../news/tags/queries/views.ts'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { eventPath, tagPath } from '../../../platform/site/paths.ts'
import type { Site } from '../../../platform/site/site.ts'
import { isNamed } from '../../../platform/text/titles.ts'
import { type FormToken, hidden } from '../components/form-token.ts'
import { byDay, lineItem, riverItem } from '../components/items.ts'
import { actionForm, actionForms } from '../components/reader-actions.ts'
import type { SitePage } from '../page.ts'

/** Choices for who follows nothing yet. */
const MAX_TOPICS = 12
/** New events with summary and image; the rest are lines. */
const MAX_ROWS = 12

export interface PersonalNewsView {
  rows: PersonalEvent[]
  seenUntil: Date | null
  /** Events that mutes leave out: how many, and which, where the reader asks for them. */
  hidden: number
  hiddenRows: PersonalEvent[] | null
}

/** Everything unread is new at the first visit. */
const freshOf = ({ rows, seenUntil }: PersonalNewsView): PersonalEvent[] =>
  rows.filter((one) => !one.read && (seenUntil === null || one.new)).slice(0, MAX_ROWS)

export function personalNews(page: SitePage, view: PersonalNewsView & FormToken): Html {
  const { t } = page
  const [fresh, read] = [freshOf(view), view.rows.filter((one) => one.read)]
  const older = view.rows.filter((one) => !one.read && !fresh.includes(one))
  const unread = [...fresh, ...older]
  const heading = fresh.length > 0 ? 'mine.since' : unread.length > 0 ? 'mine.since_none' : 'mine.read_all'
  return html`<section aria-labelledby="new"><h2 class="box-title" id="new">${t(heading)}</h2>${listHead(page, view, unread)}${fresh.map((one) => personalRow(page, one))}</section>
${hiddenLine(page, view)}${lines(page, 'earlier', t('front.earlier'), older)}${lines(page, 'read', t('mine.read_heading'), read)}`
}

/** Marks all that is shown unread as read, and nothing that came since. */
function listHead({ t, paths }: SitePage, view: FormToken, unread: PersonalEvent[]): Html | null {
  if (unread.length === 0) return null
  const inputs = unread.map(({ event }) => html`<input type="hidden" name="read" value="event:${event.id}">`)
  return html`<form class="list-head cluster spread" method="post" action="${addressOf(paths, '/account/bring')}">${hidden(view)}${inputs}<span class="fine">${t('events.count', { n: unread.length })}</span><button class="choice">${icon('check')}${t('mine.read_above')}</button></form>`
}

const personalRow = (page: SitePage, { event, matchedFollows, read }: PersonalEvent): Html =>
  riverItem(page, event, 3, { read, reason: describeReason(page.t, matchedFollows) })

function lines(page: SitePage, id: string, heading: string, some: PersonalEvent[]): Html | null {
  if (some.length === 0) return null
  const newest = some.toSorted((a, b) => b.event.firstPublishedAt.getTime() - a.event.firstPublishedAt.getTime())
  const days = byDay(
    page,
    3,
    newest,
    ({ event }) => event.firstPublishedAt,
    ({ event, read, matchedFollows: [first] }) =>
      lineItem(page, event, 4, {
        read,
        reason: first?.kind === 'event' ? page.t('mine.because_event') : (first?.title ?? ''),
      }),
  )
  return html`<section class="lines" aria-labelledby="${id}"><h2 class="box-title" id="${id}">${heading}</h2>${days}</section>`
}

/** "2 dolda – visa": a link to the same page, which then has them below the line. */
export function hiddenLine(
  page: SitePage,
  { hidden, hiddenRows }: Pick<PersonalNewsView, 'hidden' | 'hiddenRows'>,
): Html | null {
  if (hidden === 0) return null
  const { t, paths } = page
  const link = hiddenRows
    ? html`<a href="${paths.account}">${t('mine.hidden_hide')}</a>`
    : html`<a href="${paths.account}?hidden=yes#hidden">${t('mine.hidden_show')}</a>`
  const line = html`<p class="hidden-line fine">${t('mine.hidden', { n: hidden })} – ${link}</p>`
  if (hiddenRows === null) return line
  return html`<section aria-labelledby="hidden"><h2 class="box-title" id="hidden">${t('mine.hidden_title')}</h2>${line}${hiddenRows.map((one) => personalRow(page, one))}</section>`
}

/** Most written about. */
export async function popularTopics(db: ReadDb, { language }: Pick<Site, 'language'>): Promise<TagRef[]> {
  const tags = await listTags(db, { language, relevant: true })
  return tags.filter(({ name }) => isNamed(name)).slice(0, MAX_TOPICS)
}

/** For who follows nothing: one tap on a name follows it. `back`: the page after it without script. */
export function topicPicks(page: SitePage, topics: TagRef[], back = (topic: TagRef) => tagPath(topic)): Html | null {
  if (topics.length === 0) return null
  const forms = topics.map((topic) =>
    actionForm(page, 'follow', { kind: 'tag', key: String(topic.id), title: topic.name, back: back(topic) }, true),
  )
  return html`<section class="box" data-picks aria-labelledby="picks"><h2 class="box-title" id="picks">${page.t('mine.pick')}</h2>${actionForms(page, forms)}</section>`
}

/** Each with the number of new events that it brought. */
export function followedBox(page: SitePage, follows: NamedFollow[], view: PersonalNewsView): Html | null {
  if (follows.length === 0) return null
  const { t, paths } = page
  const fresh = freshOf(view)
  const rows = follows.map(({ kind, key, title, path }) => {
    const n = fresh.filter((one) => one.matchedFollows.some((each) => each.kind === kind && each.key === key)).length
    return html`<li><a href="${path}">${title}</a><span class="fine">${n > 0 ? t('mine.new_count', { n }) : t('mine.new_none')}</span></li>`
  })
  return html`<section class="box" aria-labelledby="followed"><h2 class="box-title" id="followed">${t('mine.follows')}</h2><ul class="followed bare">${rows}</ul><p class="box-more"><a class="choice" href="/tags">${icon('plus')}${t('mine.more')}</a> <a href="${addressOf(paths, '/account/profile')}">${t('mine.profile')}</a></p></section>`
}

export function savedBox(page: SitePage, saved: EventView[]): Html | null {
  if (saved.length === 0) return null
  const rows = saved.map(
    (event) => html`<li><a class="row-title" href="${eventPath(page.paths, event)}">${event.title}</a></li>`,
  )
  return html`<section class="box" aria-labelledby="saved"><h2 class="box-title" id="saved"><a href="${addressOf(page.paths, '/account/saved')}">${page.t('mine.saved')}</a></h2><ul class="rows">${rows}</ul></section>`
}
