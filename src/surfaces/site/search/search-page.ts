/** `/search?q=`: the field, the filters, the mode, the hits; advice where there are none. */

import { profileLimits } from '../../../news/accounts/rules/profile.ts'
import type { ArticleView } from '../../../news/articles/queries/views.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { SEARCH_SORTS, type SearchSort } from '../../../news/search/queries/search.ts'
import type { SearchResult, StoryHit } from '../../../news/search/queries/views.ts'
import type { FilterName } from '../../../news/search/rules/search-content.ts'
import { fieldsOf, type SearchFilters, searchTimes } from '../../../news/search/search-address.ts'
import type { FeedRef } from '../../../news/sources/queries/views.ts'
import type { TagView } from '../../../news/tags/queries/views.ts'
import { ARTICLE_KINDS } from '../../../news/topic/rules/kinds.ts'
import { type Html, html, trusted } from '../../../platform/html/html.ts'
import { languageNames } from '../../../platform/languages/language-names.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { feedPath, storyPath, tagPath } from '../../../platform/site/paths.ts'
import { foldName } from '../../../platform/text/normal-form.ts'
import { lang } from '../components/event-link.ts'
import { riverItem } from '../components/items.ts'
import { actionForm, actionForms, buttonsOf } from '../components/reader-actions.ts'
import { split } from '../components/split.ts'
import type { PagePart } from '../feature-site.ts'
import { feedAlternates, layout } from '../layout.ts'
import { feedName, title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'

/** An event by its best hit, and the hit's text with the reader's words marked. */
export interface FoundEvent {
  event: EventView
  article: ArticleView
  highlight: string | null
}

/** Articles that a search looks for: more may fit. */
export const MAX_HITS = 40

export interface SearchPageView {
  query: string
  /** Spelling that was searched for in its place; null where it seems to be right. */
  corrected: string | null
  /** The reader asked for the spelling as it is. */
  isExact: boolean
  filters: SearchFilters
  sort: SearchSort
  /** Null before anything is searched for, or where the search was refused. */
  result: SearchResult | null
  /** The hits as events, best first. */
  found: FoundEvent[]
  /** Running stories that fit, few. */
  stories: StoryHit[]
  /** Other pages that fit, of features. */
  others: PagePart[]
  problem: 'too_long' | 'busy' | null
  feeds: FeedRef[]
  /** Tags for filters, and for suggestions where nothing is found: the most used first. */
  tags: TagView[]
}

export function searchPage(page: SitePage, view: SearchPageView): string {
  const { t } = page
  const heading = view.query ? t('search.title_for', { q: view.query }) : t('search.title')
  const body = html`<div class="wrap">${title(t('search.title'), '')}
${followSearch(page, view)}<form class="search-form" action="${page.paths.search}">${view.sort === 'newest' && html`<input type="hidden" name="sort" value="newest">`}${searchField(page, view)}
${split(html`<div aria-live="polite">${outcome(page, view)}</div>`, filters(page, view), t('search.filters'), true)}</form></div>`
  const head = { title: heading, description: t('search.description'), path: view.query ? null : page.paths.search }
  const feed = (form: string) => searchPath(page, view, { q: view.corrected ?? view.query }, `.${form}`)
  const alternates = view.query ? feedAlternates(heading, feed) : []
  return layout(page, { ...head, alternates, noindex: view.query !== '', isSearch: true }, body)
}

/** Address of a search with the filters of this one. */
const searchPath = (
  { paths }: SitePage,
  { filters }: SearchPageView,
  fields: Record<string, string>,
  ending = '',
): string =>
  addressOf(paths, `/search${ending}?${new URLSearchParams([...Object.entries(fields), ...fieldsOf(filters)])}`)

/** Parameter of an order that is not the default. */
const sortField = (sort: SearchSort): { sort?: SearchSort } => (sort === 'best' ? {} : { sort })

/** A search that found something, without the filters beside it, can be followed. */
function followSearch(page: SitePage, view: SearchPageView): Html | null {
  const { filters, result } = view
  const query = view.corrected ?? view.query
  const filtered = Object.values(filters).some((filter) => filter !== null)
  if (query === '' || query.length > profileLimits.characters || filtered || !result) return null
  const back = `${page.paths.search}?${new URLSearchParams({ q: query })}`
  const target = { kind: 'search', key: query, title: query, back } as const
  return actionForms(page, [actionForm(page, 'follow', target), ...buttonsOf(page, target)])
}

function searchField({ t, paths }: SitePage, view: SearchPageView): Html {
  return html`<div class="search-row"><label class="unseen" for="q">${t('search.label')}</label><input id="q" name="q" class="grow" type="search" maxlength="500" autocomplete="off" value="${view.query}" enterkeyhint="search" required data-suggest="${addressOf(paths, '/search/suggestions')}" data-label="${t('search.suggestions')}"><button class="button button-main">${t('search.button')}</button></div>`
}

function filters(page: SitePage, view: SearchPageView): Html {
  const { t, site } = page
  const { filters } = view
  const names = languageNames(site.language)
  const times = searchTimes.map((time) => [time, t(`search.time_${time}`)] as const)
  const languages = site.languages.map((code) => [code, names.of(code) ?? code] as const)
  const tags = view.tags.map((tag) => [tag.slug, tag.name] as const)
  const kinds = ARTICLE_KINDS.map((kind) => [kind, t(`kind.${kind}`)] as const)
  const feeds = view.feeds.map((feed) => [String(feed.id), feedName(feed)] as const)
  const hasFilter = Object.values(filters).some((filter) => filter !== null)
  return html`<details class="filters-fold"${hasFilter && trusted(' open')}><summary class="box-title">${t('search.filters')}</summary><fieldset class="filters cluster"><legend class="box-title">${t('search.filters')}</legend>
${choice('time', t('search.filter_time'), t('search.time_any'), times, filters.time)}
${choice('language', t('search.filter_language'), t('search.language_any'), languages, filters.language)}
${choice('source', t('search.filter_source'), t('search.source_any'), feeds, filters.feed === null ? null : String(filters.feed))}
${choice('tag', t('search.filter_tag'), t('search.tag_any'), tags, filters.tag)}
${choice('kind', t('search.filter_kind'), t('search.kind_any'), kinds, filters.kind)}
<button class="button"${view.isExact && trusted(' name="exact" value="yes"')}>${t('search.apply')}</button></fieldset></details><details class="small search-help"><summary>${t('search.tips')}</summary><p>${t('search.help')}</p></details>`
}

type Options = readonly (readonly [string, string])[]

function choice(name: string, label: string, any: string, options: Options, selected: string | null): Html {
  const isListed = selected === null || options.some(([value]) => value === selected)
  const rows = [...options, ...(isListed ? [] : [[selected, selected] as const])].map(
    ([value, text]) => html`<option value="${value}"${value === selected && trusted(' selected')}>${text}</option>`,
  )
  return html`<label>${label}<select name="${name}"><option value="">${any}</option>${rows}</select></label>`
}

function outcome(page: SitePage, view: SearchPageView): Html {
  const { t } = page
  if (view.problem) return html`<p class="empty">${t(`search.${view.problem}`)}</p>`
  if (view.result === null)
    return html`<p class="empty">${t('search.start_text')}</p>${suggestions(view.tags.slice(0, maxTags))}`
  const pages = html`${storyHits(page, view.stories)}${view.others.map((part) => part(page))}`
  if (view.result.unknown) return html`<p class="empty">${unknownValue(page, view.result.unknown)}</p>`
  if (view.result.hits.length === 0) return html`${sourcesNamed(page, view)}${nothingFound(page, view)}${pages}`
  const isByTime = view.result.reading.text === '' || view.sort === 'newest'
  const mode = t(`search.mode_${isByTime ? 'newest' : view.result.mode}`)
  const rows = view.found.map(({ event, article, highlight }) =>
    riverItem(page, event, 2, {
      article,
      text: highlight === null ? null : html`<p class="summary"${lang(page, article)}>${highlighted(highlight)}</p>`,
    }),
  )
  const about = view.corrected === null ? didYouMean(page, view) : instead(page, view, view.corrected)
  return html`${about}<p class="small search-count">${t(view.result.hits.length === MAX_HITS ? 'search.count_first' : 'search.count', { n: rows.length })}. ${period(page, view.result)}${mode}</p>${view.result.reading.text !== '' && rows.length > 1 && orders(page, view)}${rows}${sourcesNamed(page, view)}${pages}`
}

/** The order as links: a choice without script, and the other one is a press away. */
function orders(page: SitePage, view: SearchPageView): Html {
  const { t } = page
  const exact = view.isExact ? { exact: 'yes' } : {}
  const links = SEARCH_SORTS.map((sort) => {
    const path = searchPath(page, view, { q: view.query, ...exact, ...sortField(sort) })
    return html`<li><a href="${path}"${sort === view.sort && trusted(' aria-current="true"')}>${t(`search.sort_${sort}`)}</a></li>`
  })
  return html`<nav aria-label="${t('search.sort')}"><ul class="actions cluster bare">${links}</ul></nav>`
}

/** Message for a filter's value that names nothing. */
const unknownValue = ({ t }: SitePage, { filter, value }: { filter: FilterName; value: string }): string =>
  t(`search.unknown_${filter}`, { value })

function didYouMean(page: SitePage, view: SearchPageView): Html | null {
  const text = view.result?.didYouMean ?? null
  if (text === null) return null
  return html`<p>${page.t('search.did_you_mean')} <a href="${searchPath(page, view, { q: text, ...sortField(view.sort) })}">${text}</a>?</p>`
}

/** "Visar träffar på HomePod. Sök i stället på hompod." */
function instead(page: SitePage, view: SearchPageView, corrected: string): Html {
  const exact = searchPath(page, view, { q: view.query, exact: 'yes', ...sortField(view.sort) })
  return html`<p>${page.t('search.corrected')} <strong>${corrected}</strong>. ${page.t('search.instead')} <a href="${exact}">${view.query}</a>.</p>`
}

/** The period that was read out of the reader's words, which explains why older articles are missing. */
const period = ({ t }: SitePage, { reading }: SearchResult): string =>
  reading.period === null ? '' : `${t(`search.period_${reading.period}`)} `

const plainName = (text: string) => foldName(text).replace(/[^\p{L}\p{N}]/gu, '')
const MIN_NAME_LENGTH = 4
const MAX_NAMED = 3

/** Sources whose name is what was searched for, or begins with it: their articles need not name them. */
function sourcesNamed({ t }: SitePage, { query, feeds }: SearchPageView): Html | null {
  const requested = plainName(query)
  const named = feeds.filter(
    (feed) => requested.length >= MIN_NAME_LENGTH && plainName(feedName(feed)).startsWith(requested),
  )
  if (named.length === 0) return null
  const links = named.slice(0, MAX_NAMED).map((feed) => html` <a href="${feedPath(feed)}">${feedName(feed)}</a>`)
  return html`<p>${t('search.filter_source')}:${links}</p>`
}

const storyHits = (page: SitePage, hits: StoryHit[]): Html | null =>
  foundPages(
    page.t('nav.stories'),
    'search-stories',
    hits.map(({ story, highlight }) => {
      const size = page.t('entries.count', { n: story.entriesCount })
      return html`<li><a class="row-title" href="${storyPath(story)}">${story.title}</a> <span class="row-small">${size}</span>${teaser(highlight)}</li>`
    }),
  )

/** Pages that were found, null for none. */
export function foundPages(heading: string, id: string, rows: Html[]): Html | null {
  if (rows.length === 0) return null
  return html`<section class="box" aria-labelledby="${id}"><h2 class="box-title" id="${id}">${heading}</h2><ul class="rows">${rows}</ul></section>`
}

const MAX_TEASER_LENGTH = 220

/** The part of a text that holds the first of the reader's words. */
export function teaser(highlight: string | null): Html | null {
  if (highlight === null) return null
  const from = Math.max(0, highlight.indexOf('\uE000') - MAX_TEASER_LENGTH / 2)
  const start = from === 0 ? 0 : highlight.indexOf(' ', from) + 1
  const cut = highlight.slice(start, start + MAX_TEASER_LENGTH)
  const end = start + cut.length < highlight.length ? cut.lastIndexOf(' ') : cut.length
  return html`<p class="row-small">${start > 0 && '… '}${highlighted(cut.slice(0, end))}${end < cut.length && ' …'}</p>`
}

function nothingFound(page: SitePage, view: SearchPageView): Html {
  const { t } = page
  return html`<div class="empty"><h2>${t('search.none_title', { q: view.query })}</h2><p>${view.result && period(page, view.result)}${t('search.none_text')}</p></div>${suggestions(view.tags.slice(0, maxTags))}`
}

const maxTags = 12

const suggestions = (tags: TagView[]): Html =>
  html`<ul class="tags cluster">${tags.map((tag) => html`<li><a href="${tagPath(tag)}">${tag.name}</a></li>`)}</ul>`

/** Hits stand between U+E000 and U+E001, characters that no text has (store strips them). */
function highlighted(text: string): Html[] {
  return text
    .split(/(\uE000[^\uE001]*\uE001)/)
    .map((part) =>
      part.startsWith('\uE000')
        ? html`<mark>${part.slice(1, -1)}</mark>`
        : html`${part.replace(/[\uE000\uE001]/g, '')}`,
    )
}
