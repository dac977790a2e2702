/** The frame of every page of the console. */
import { type Html, html, trusted } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { post } from './parts.ts'

const groups = {
  content: {
    sources: '/admin/sources',
    articles: '/admin/articles',
    events: '/admin/events',
    stories: '/admin/stories',
  },
  models: {
    models: '/admin/models',
    summaries: '/admin/summaries',
    spend: '/admin/spend',
  },
  operations: {
    rerun: '/admin/rerun',
    log: '/admin/log',
  },
} as const

/** Pages of no group. */
const first = { overview: '/admin', search: '/admin/search' } as const

type Names<Group> = Group extends unknown ? keyof Group : never
type Section = Names<typeof first> | Names<(typeof groups)[keyof typeof groups]>
/** That of a feature is any name. */
type AnySection = Section | (string & {})

interface Head {
  title: string
  /** The place in the menu; without one there is no menu, as before signing in. */
  section?: AnySection
  intro?: string
}

export function layout(page: AdminPage, head: Head, body: Html): string {
  const { site, t, asset } = page
  return String(html`<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${head.title} – ${t('admin.name')} – ${site.name}</title>
<meta name="robots" content="noindex">
<script src="${asset('theme.js')}"></script>
<link rel="stylesheet" href="${asset('site.css')}">
<link rel="stylesheet" href="${asset('admin.css')}">
<script type="module" src="${asset('times.js')}"></script>
<link rel="icon" href="/favicon.ico" sizes="32x32">
</head>
<body class="admin">
<a class="skip" href="#main">${t('layout.skip')}</a>
${masthead(page, head.section)}
<main id="main" tabindex="-1" class="wrap">
<div class="title"><h1>${head.title}</h1>${head.intro && html`<p class="title-text">${head.intro}</p>`}</div>
${page.statement && html`<p class="said" role="status">${t(`admin.said.${page.statement}`)}</p>`}
${body}
</main>
</body>
</html>
`)
}

function masthead(page: AdminPage, section: AnySection | undefined): Html {
  const { site, t } = page
  const signOut =
    section && post(page, '/admin/sign-out', html`<button class="tool fine">${t('admin.sign_out')}</button>`, 'push')
  return html`<header class="masthead">
<div class="wrap masthead-row"><a class="brand" href="/admin">${page.logo}<span>${t('admin.name')}</span></a><a class="small" href="/">${t('admin.to_site', { site: site.name })}</a>${signOut}</div>
${section && menu(page, section)}
</header>`
}

function menu({ t, menu: ofFeatures }: AdminPage, section: AnySection): Html {
  const links = (pages: object) =>
    Object.entries(pages).map(
      ([name, path]) =>
        html`<li><a href="${path}"${name === section && trusted(' aria-current="page"')}>${t(`admin.nav.${name}`)}</a></li>`,
    )
  const added = (group: string) =>
    Object.fromEntries(ofFeatures.flatMap((one) => (one.group === group ? [[one.name, one.path]] : [])))
  const lists = Object.entries(groups).map(
    ([group, pages]) =>
      html`<div><p id="group-${group}">${t(`admin.group.${group}`)}</p><ul class="cluster" aria-labelledby="group-${group}">${links({ ...pages, ...added(group) })}</ul></div>`,
  )
  return html`<nav class="wrap" aria-label="${t('admin.menu')}"><div class="console-menu"><ul class="cluster">${links(first)}</ul>${lists}</div></nav>`
}
