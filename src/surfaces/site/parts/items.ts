/** An article or an event as one of many: from the lead at the top to the single line far down. */

import { articlePath } from '../../../domain/site/paths.ts'
import { href } from '../../../html/href.ts'
import { type Html, html, trusted } from '../../../html/html.ts'
import { languageAttributes } from '../../../html/language.ts'
import { calendarDay, dayName } from '../../../html/times.ts'
import type { ArticleView, EventView } from '../../../read/articles/views.ts'
import type { SitePage } from '../page.ts'
import { articleTime } from './article-time.ts'
import { cardShape, leadShape, picture, thumbShape } from './picture.ts'
import { kindMark, sourceLine } from './sources.ts'

type Level = 2 | 3 | 4

/** The headline as a link to our page; marked with its language where that is not the page's. */
export function headline(page: SitePage, article: ArticleView, level: Level): Html {
  const link = html`<a href="${articlePath(article)}"${lang(page, article)}>${article.title}</a>`
  return html`${trusted(`<h${level} class="headline">`)}${link}${trusted(`</h${level}>`)}`
}

/** `lang` and `dir` of text that is not in the page's language. */
export const lang = ({ site }: SitePage, article: Pick<ArticleView, 'language'>): Html | null =>
  languageAttributes(article.language, site.language)

const item = (article: ArticleView, kind: string, content: Html) =>
  html`<article class="item ${kind}" data-item data-original="${href(article.url)}">${content}</article>`

const summary = (page: SitePage, article: ArticleView) =>
  article.summary && html`<p class="summary"${lang(page, article)}>${article.summary}</p>`

export function leadItem(page: SitePage, event: EventView): Html {
  const { lead } = event
  return item(
    lead,
    lead.imageUrl ? 'item-lead' : 'item-lead item-bare',
    html`${picture(lead, leadShape)}<div class="item-text">${headline(page, lead, 2)}${summary(page, lead)}${sourceLine(page, event, 4)}</div>`,
  )
}

export function cardItem(page: SitePage, event: EventView): Html {
  const { lead } = event
  return item(
    lead,
    'item-card',
    html`${picture(lead, cardShape)}${headline(page, lead, 3)}${summary(page, lead)}${sourceLine(page, event)}`,
  )
}

export function riverItem(page: SitePage, event: EventView): Html {
  const { lead } = event
  return item(
    lead,
    'item-river',
    html`${picture(lead, thumbShape)}<div class="item-text">${headline(page, lead, 3)}${summary(page, lead)}${sourceLine(page, event)}</div>`,
  )
}

export function lineItem(page: SitePage, event: EventView): Html {
  return item(event.lead, 'item-line', html`${headline(page, event.lead, 4)}${sourceLine(page, event, 2)}`)
}

/** A list item outside events: pages of a source, a tag, a search. `text` stands for the summary. */
export function articleItem(page: SitePage, article: ArticleView, level: Level, text?: Html | null): Html {
  return item(
    article,
    'item-river',
    html`${picture(article, thumbShape)}<div class="item-text">${headline(page, article, level)}${text ?? summary(page, article)}${articleLine(page, article)}</div>`,
  )
}

function articleLine(page: SitePage, article: ArticleView): Html {
  const more =
    article.sourceCount > 1 &&
    html`<span class="dot"> · </span><a class="more" href="${articlePath(article)}#elsewhere">${page.t('sources.count', { n: article.sourceCount })}</a>`
  return html`<p class="sources"><a class="source first" href="${href(article.url)}" rel="noopener">${article.feed.title}</a>${more}<span class="dot"> · </span>${articleTime(page, article)}${kindMark(page, article.kind)}</p>`
}

/** Items under the name of their day, in the order given. */
export function byDay<T>(
  page: SitePage,
  level: Level,
  items: T[],
  at: (item: T) => Date,
  render: (item: T) => Html,
): Html[] {
  const days = Map.groupBy(items, (one) => calendarDay(at(one), page.site))
  return [...days.values()].map((those) => dayGroup(page, level, those, at, render))
}

function dayGroup<T>(page: SitePage, level: Level, items: T[], at: (item: T) => Date, render: (item: T) => Html): Html {
  const [first] = items
  const name = first === undefined ? '' : dayName(at(first), page.site)
  return html`<section class="day">${trusted(`<h${level} class="day-name">`)}${name}${trusted(`</h${level}>`)}${items.map(render)}</section>`
}
