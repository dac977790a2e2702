/** Pages that are a list of articles: `/populart`, `/feeds/:id`, `/tags/:slug`. */
import type { Page } from '../../domain/site/pages.ts'
import { feedPath, tagPath } from '../../domain/site/paths.ts'
import { hostOf, href } from '../../html/href.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icons.ts'
import type { ArticleView, FeedView, TagDetailView } from '../../read/articles/views.ts'
import { layout, type PageHead } from './layout.ts'
import type { SitePage } from './page.ts'
import { articleItem, byDay } from './parts/items.ts'
import { neighbours, pagePath, pager } from './parts/pager.ts'

export function popularPage(page: SitePage, list: Page<ArticleView>): string {
  const { t } = page
  const rows = list.items.map((article) => html`<li>${articleItem(page, article, 2)}</li>`)
  const body = html`<div class="wrap narrow">${title(t('popular.title'), t('popular.text'))}
<ol class="ranking" start="${(list.page - 1) * list.perPage + 1}">${rows}</ol>${none(page, list)}${pager(page, '/populart', list)}</div>`
  return layout(page, listHead('/populart', list, t('popular.title'), t('popular.text'), 'popular'), body)
}

export function feedPage(page: SitePage, feed: FeedView, list: Page<ArticleView>): string {
  const { t } = page
  const path = feedPath(feed)
  const text = feed.description ?? ''
  const host = hostOf(feed.url)
  const body = html`<div class="wrap narrow">${title(feed.title, text)}
<p class="actions">${host && html`<a href="${href(feed.url)}" rel="noopener">${t('feeds.site', { host })}${icon('out')}</a>`}<a href="/konto/folj/${feed.id}">${icon('check')}${t('feeds.follow')}</a><a href="${path}.rss">${icon('feed')}${t('feeds.rss')}</a><span class="small">${t('entries.count', { n: feed.entriesCount })}</span></p>
${days(page, list)}${pager(page, path, list)}</div>`
  return layout(page, withRss(listHead(path, list, feed.title, text || feed.title, 'feeds'), path, feed.title), body)
}

export function tagPage(page: SitePage, tag: TagDetailView, list: Page<ArticleView>): string {
  const { t } = page
  const path = tagPath(tag)
  const related =
    tag.related.length > 0 &&
    html`<nav class="related" aria-label="${t('tags.related')}"><span class="small">${t('tags.related')}:</span><ul class="tags">${tag.related.map((one) => html`<li><a href="${tagPath(one)}">${one.name}</a></li>`)}</ul></nav>`
  const body = html`<div class="wrap narrow">${title(tag.name, '')}
<p class="actions"><a href="${path}.rss">${icon('feed')}${t('tags.rss')}</a><span class="small">${t('entries.count', { n: tag.entriesCount })}</span></p>
${related}
${days(page, list)}${pager(page, path, list)}</div>`
  return layout(
    page,
    withRss(
      listHead(path, list, tag.name, `${tag.name}: ${t('entries.count', { n: tag.entriesCount })}`, 'tags'),
      path,
      tag.name,
    ),
    body,
  )
}

export function title(words: string, text: string): Html {
  return html`<header class="title"><h1>${words}</h1>${text && html`<p class="title-text">${text}</p>`}</header>`
}

function listHead(path: string, list: Page<unknown>, words: string, description: string, section: string): PageHead {
  return { title: words, description, path: pagePath(path, list.page), section, ...neighbours(path, list) }
}

const withRss = (head: PageHead, path: string, words: string): PageHead => ({
  ...head,
  alternates: [{ type: 'application/rss+xml', path: `${path}.rss`, title: words }],
})

function none({ t }: SitePage, list: Page<unknown>): Html | null {
  return list.items.length === 0 ? html`<p class="empty">${t('entries.none')}</p>` : null
}

function days(page: SitePage, list: Page<ArticleView>): Html {
  const groups = byDay(
    page,
    2,
    list.items,
    (article) => article.sortAt,
    (article) => articleItem(page, article, 3),
  )
  return html`${groups}${none(page, list)}`
}
