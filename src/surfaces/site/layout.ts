/** The frame of every page: head with metadata, masthead, menu, footer. Pages give their head and their body. */

import { href } from '../../platform/html/href.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import { icon } from '../../platform/html/icons.ts'
import { late } from '../../platform/html/late.ts'
import { memo } from '../../platform/memo.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import { shorten } from '../../platform/text/text.ts'
import type { SitePage } from './page.ts'

export interface Alternate {
  type: string
  path: string
  title: string
}

/** Of a page's list as a feed, `path` with an extension in its place. */
export const feedAlternates = (title: string, path: (extension: string) => string): Alternate[] =>
  [
    ['rss', 'application/rss+xml'],
    ['atom', 'application/atom+xml'],
  ].map(([extension = '', type = '']) => ({ type, path: path(extension), title }))

export interface PageHead {
  /** Without the site's name. Empty on the front page. */
  title: string
  description: string
  /** Canonical path; null for pages that are no address of their own (errors). */
  path: string | null
  section?: string
  /** Path of the image for previews, 1200 wide; the site's default otherwise. */
  image?: string
  type?: 'website' | 'article'
  jsonLd?: object
  alternates?: Alternate[]
  publishedAt?: Date
  prev?: string | undefined
  next?: string | undefined
  /** Seconds until the page reloads itself; with script it is updated in place. */
  refresh?: number
  noindex?: boolean
  /** The page has a search field of its own. */
  isSearch?: boolean
  /** Nothing to go to: the name of the site alone, without search, menu and footer. */
  isAlone?: boolean
}

export function layout(page: SitePage, head: PageHead, body: Html): string {
  const { site, t } = page
  return String(html`<!doctype html>
<html lang="${site.language}">
<head>
${metadata(page, head)}
</head>
<body>
<a class="skip" href="#main">${t('layout.skip')}</a>
${masthead(page, head)}
<main id="main" tabindex="-1" data-since="${t('mine.since')}" data-read="${t('mine.read_done')}" data-endings="${page.endings}" data-account-path="${page.paths.account}" data-saved-path="${addressOf(page.paths, '/account/saved')}" data-state-path="${addressOf(page.paths, '/account/state.json')}" data-mine-path="${page.paths.mine}"${head.refresh && html` data-refresh="${head.refresh}"`}>
${body}
</main>
${
  !head.isAlone &&
  html`${footer(page)}
${help(page)}`
}
</body>
</html>
`)
}

function metadata(page: SitePage, head: PageHead): Html {
  const { site, asset, baseUrl } = page
  const title = head.title ? `${head.title} – ${site.name}` : `${site.name} – ${site.tagline}`
  const image = `${baseUrl}${head.image ?? '/assets/default.png'}`
  const url = head.path === null ? null : baseUrl + head.path
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${shorten(head.description, MAX_DESCRIPTION)}">
${head.noindex && html`<meta name="robots" content="noindex">`}
${head.refresh && html`<noscript><meta http-equiv="refresh" content="${head.refresh}"></noscript>`}
<meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171412" media="(prefers-color-scheme: dark)">
<script src="${asset('theme.js')}"></script>
<link rel="preload" href="${asset('source-serif.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${asset('site.css')}">
<script type="module" src="${asset('site.js')}"></script>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="${asset('favicon.svg')}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
${[...feedAlternates(site.name, (form) => `/entries.${form}`), ...(head.alternates ?? [])].map((a) => html`<link rel="alternate" type="${a.type}" href="${href(a.path)}" title="${a.title}">`)}
${url && html`<link rel="canonical" href="${url}">`}
${head.prev && html`<link rel="prev" href="${href(head.prev)}">`}
${head.next && html`<link rel="next" href="${href(head.next)}">`}
<meta property="og:site_name" content="${site.name}">
<meta property="og:locale" content="${ogLocale(site.language)}">
<meta property="og:type" content="${head.type ?? 'website'}">
<meta property="og:title" content="${head.title || site.name}">
<meta property="og:description" content="${shorten(head.description, MAX_DESCRIPTION)}">
${url && html`<meta property="og:url" content="${url}">`}
<meta property="og:image" content="${image}">
<meta name="twitter:card" content="summary_large_image">
${head.publishedAt && html`<meta property="article:published_time" content="${head.publishedAt.toISOString()}">`}
${head.jsonLd && jsonLd(head.jsonLd)}`
}

// Inside a script element only "<" could end it; as an escape it means the same to a JSON reader.
function jsonLd(data: object): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html`<script type="application/ld+json">${trusted(json)}</script>`
}

/** Engines show no more. */
const MAX_DESCRIPTION = 300

const ogLocale = memo((siteLanguage) => {
  const { language, region } = new Intl.Locale(siteLanguage).maximize()
  return `${language}_${region}`
})

function masthead(page: SitePage, { path, section, isSearch, isAlone }: PageHead): Html {
  const { site, t } = page
  return html`<header class="masthead">
${offlineBar(page)}
${site.notice && html`<p class="site-notice">${site.notice}</p>`}
<div class="wrap masthead-row">
<a class="brand" href="/" aria-label="${site.name}, ${t('layout.home')}">${page.logo}<span>${site.name}</span></a>
<p class="tagline">${site.tagline}</p>
${
  !isAlone &&
  html`${!isSearch && searchForm(page)}
<div class="tools">
${late(html`<button type="button" class="tool" data-theme hidden>${icon('theme')}<span class="unseen">${t('layout.theme')}</span></button>`)}
<a class="tool" href="${addressOf(page.paths, '/account/settings')}">${icon('gear')}<span class="unseen">${t('layout.account')}</span></a>
</div>`
}
</div>
${
  !isAlone &&
  html`<nav class="wrap menu" aria-label="${t('layout.menu')}">
<ul class="cluster">${menu(page).map(([name, path]) => menuItem(t(`nav.${name}`), path, name === section))}<li class="menu-more"><a href="#footer">${t('layout.more')}</a></li></ul>
</nav>
${path !== null && folio(page)}`
}
</header>`
}

const searchForm = ({ t, paths }: SitePage): Html =>
  html`<form class="search" role="search" action="${paths.search}">
<label class="unseen" for="q">${t('search.label')}</label>
<input id="q" name="q" type="search" maxlength="500" autocomplete="off" enterkeyhint="search" placeholder="${t('search.placeholder')}" data-suggest="${addressOf(paths, '/search/suggestions')}" data-label="${t('search.suggestions')}">
<button type="submit" class="tool">${icon('search')}<span class="unseen">${t('search.button')}</span></button>
</form>`

/** Shown by the service worker (assets/sw.js) above a page that it has kept, with when that was, and where the network goes. */
const offlineBar = ({ t }: SitePage): Html =>
  late(
    html`<p class="away" role="status" hidden>${t('offline.bar')} <span data-kept data-now="${t('offline.now')}"></span>. <a href="">${t('offline.again')}</a></p>`,
  )

function menu({ paths, sections, hasModel }: SitePage): (readonly [name: string, path: string])[] {
  const all: (readonly [name: string, path: string, isShown?: boolean])[] = [
    ['news', '/'],
    ['mine', paths.mine],
    ['disputes', paths.disputes, hasModel],
    ...sections.flatMap(([name, path, isEarly]) => (isEarly ? [[name, path] as const] : [])),
    ['tags', '/tags'],
    ['popular', paths.popular],
    ...sections.flatMap(([name, path, isEarly]) => (isEarly ? [] : [[name, path] as const])),
    ['feeds', '/feeds'],
  ]
  return all.flatMap(([name, path, isShown = true]) => (isShown ? [[name, path]] : []))
}

function menuItem(label: string, path: string, current: boolean): Html {
  return html`<li><a href="${path}"${current && trusted(' aria-current="page"')}>${label}</a></li>`
}

/** The author of the texts of the page, named once for all of its rows. */
const folio = ({ t, paths, hasModel }: SitePage): Html =>
  html`<p class="wrap folio fine">${hasModel ? html`<span class="ai">${t('ai.short')}</span> <span class="folio-wide">${t('layout.ai_wrote')}</span>` : t('layout.excerpts')} <a href="${paths.about}#ai">${t('layout.how')}</a></p>`

const footerColumns = (page: SitePage): [title: string, links: (readonly [name: string, path: string])[]][] => {
  const { paths } = page
  return [
    ['read', [...menu(page), ['events', paths.events], ['day', paths.day]]],
    ['site', [['about', paths.about], ...page.aboutSite, ['status', paths.status], ['rss', '/entries.rss']]],
    [
      'developers',
      [
        ['api', '/api/docs'],
        ['agents', '/llms.txt'],
      ],
    ],
  ]
}

function footer(page: SitePage): Html {
  const { site, t } = page
  const columns = footerColumns(page).map(
    ([title, links]) =>
      html`<nav aria-labelledby="footer-${title}"><h2 id="footer-${title}">${t(`layout.${title}`)}</h2><ul>${links.map(([name, path]) => menuItem(t(`nav.${name}`), path, false))}</ul></nav>`,
  )
  return html`<footer class="footer" id="footer">
<div class="wrap footer-columns"><div class="footer-about"><p class="footer-name">${site.name}</p><p>${t('layout.about_site')} ${t('layout.independent')}</p></div>
${columns}</div>
</footer>`
}

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'enter'],
  ['o', 'open'],
  ['/', 'search'],
  ['?', 'help'],
] as const

function help({ t }: SitePage): Html {
  return late(html`<dialog id="keys" class="keys" aria-labelledby="keys-title">
<h2 id="keys-title">${t('keys.title')}</h2>
<dl>${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(`keys.${what}`)}</dd></div>`)}</dl>
<form method="dialog"><button class="button">${t('keys.close')}</button></form>
</dialog>`)
}
