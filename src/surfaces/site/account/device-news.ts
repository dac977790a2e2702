/** `/mine`: "Mina nyheter" without an account, the same page for everybody; script chooses from it by what the device holds. */

import type { EventView } from '../../../news/events/queries/views.ts'
import type { TagRef } from '../../../news/tags/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { late, pattern } from '../../../platform/html/late.ts'
import { dayName } from '../../../platform/html/times.ts'
import { lineItem, riverItem } from '../components/items.ts'
import { openedChoice } from '../components/reader-actions.ts'
import { split } from '../components/split.ts'
import { layout } from '../layout.ts'
import { title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'
import { kindChoices } from './my-pages.ts'
import { topicPicks } from './personal-news.ts'

export interface DeviceNewsView {
  /** The latest, from which script chooses. */
  events: EventView[]
  topics: TagRef[]
}

export function deviceNewsPage(page: SitePage, { events, topics }: DeviceNewsView): string {
  const { t, paths } = page
  const main = html`<div class="said cluster" data-undo role="status"></div>${topicPicks(page, topics)}<div data-mine-front data-words="${JSON.stringify(wordsOf(page))}">${pattern(html`${newsItems(page, events)}`)}<p class="empty">${t('mine.here_empty')}</p></div>`
  const fold = (heading: string, content: Html) =>
    html`<details class="fold"><summary>${heading}</summary>${content}</details>`
  const how = html`<p>${t('mine.here_text')}</p>${openedChoice(page)}`
  const side = html`<div data-mine-side></div><div class="account-folds">${late(fold(t('mine.mutes'), deviceMutes(page)))}${fold(t('mine.how'), how)}</div><p class="small"><a href="${paths.account}">${t('mine.with_account')}</a></p><p class="small"><a href="/">${t('mine.plain_front')}</a></p>`
  const body = html`<div class="wrap account">${title(t('mine.here'), '')}${split(main, side, t('mine.own'))}</div>`
  const head = { title: t('mine.here'), description: t('mine.here_text'), path: paths.mine, section: 'mine' }
  return layout(page, { ...head, noindex: true }, body)
}

/** Bytes of what the page holds to choose from: the latest as rows too, then lines alone. */
const MAX_ROW_BYTES = 36_000
const MAX_BYTES = 64_000

function newsItems(page: SitePage, events: EventView[]): Html[] {
  const items: Html[] = []
  let bytes = 0
  for (const event of events) {
    const made = newsItem(page, event, bytes < MAX_ROW_BYTES)
    bytes += Buffer.byteLength(String(made))
    if (bytes > MAX_BYTES) break
    items.push(made)
  }
  return items
}

/** As a line, and as a row where there is room, with what it can be followed by. */
function newsItem(page: SitePage, event: EventView, hasRow: boolean): Html {
  const at = event.firstPublishedAt
  const tags = event.tags.map(({ id }) => id).join(' ')
  return html`<div data-at="${at.getTime()}" data-day="${dayName(at, page)}" data-tags="${tags}" data-story="${event.story?.id ?? ''}">${hasRow && riverItem(page, event, 3)}${lineItem(page, event, 4)}</div>`
}

/** For script. */
function wordsOf(page: SitePage): Record<string, unknown> {
  const { t } = page
  return {
    ...Object.fromEntries(['remove', 'none', 'follows', 'saved'].map((name) => [name, t(`mine.here_${name}`)])),
    ...Object.fromEntries(
      ['since', 'since_none', 'read_all', 'read_above', 'read_heading', 'new_none', 'more', 'undo', 'mute_nothing'].map(
        (name) => [name, t(`mine.${name}`)],
      ),
    ),
    ...Object.fromEntries(['hidden_show', 'hidden_hide', 'hidden_title'].map((name) => [name, t(`mine.${name}`)])),
    ...Object.fromEntries(
      ['mute', 'unfollow', 'unsave'].map((name) => [`did_${name}`, t(`mine.did_${name}`, { title: '{title}' })]),
    ),
    because: t('mine.because', { names: '{names}' }),
    event: t('mine.because_event'),
    story: t('mine.because_story', { title: '{title}' }),
    follows_none: t('mine.follows_none'),
    earlier: t('front.earlier'),
    count: pluralForms(page, 'events.count'),
    news: pluralForms(page, 'mine.new_count'),
    hidden: pluralForms(page, 'mine.hidden'),
  }
}

function deviceMutes(page: SitePage): Html {
  const { t } = page
  const form = (kind: string, field: Html) =>
    html`<form class="form sign-in" data-mute="${kind}">${field}<button class="button">${t('mine.mute')}</button></form>`
  return html`<div data-mutes="${t('mine.unmute')}"><p class="small">${t('mine.mutes_text')}</p><ul class="rows wishes"></ul>
${form('word', html`<label for="word">${t('mine.mute_word_label')}</label><input id="word" name="what" maxlength="200" required>`)}
${form('kind', html`<label for="kind">${t('mine.mute_kind_label')}</label><select id="kind" name="what" required>${kindChoices(page)}</select>`)}</div>`
}

/** The forms of a text by the number's category, with the number left open. */
function pluralForms({ t, site }: SitePage, key: string): Record<string, string> {
  const [rules, numbers] = [new Intl.PluralRules(site.language), new Intl.NumberFormat(site.language)]
  const samples = Map.groupBy(
    Array.from({ length: 101 }, (_, n) => n),
    (n) => rules.select(n),
  )
  return Object.fromEntries(
    [...samples].map(([form, [n = 0]]) => [form, t(key, { n }).replace(numbers.format(n), '{n}')]),
  )
}
