/** The frame of every page of the console. */
import { type Html, html, trusted } from '../../html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { post } from './parts.ts'

const menu = [
  ['overview', '/admin'],
  ['search', '/admin/sok'],
  ['sources', '/admin/kallor'],
  ['articles', '/admin/artiklar'],
  ['summaries', '/admin/sammanfattningar'],
  ['events', '/admin/handelser'],
  ['line', '/admin/linje'],
  ['stories', '/admin/foljetonger'],
  ['rumors', '/admin/rykten'],
  ['episodes', '/admin/avsnitt'],
  ['rerun', '/admin/kor-om'],
  ['models', '/admin/modeller'],
  ['spend', '/admin/kostnad'],
  ['webhooks', '/admin/webhooks'],
  ['log', '/admin/logg'],
] as const

type Section = (typeof menu)[number][0]

interface Head {
  title: string
  /** The place in the menu; without one there is no menu, as before signing in. */
  section?: Section
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

function masthead(page: AdminPage, section: Section | undefined): Html {
  const { site, t } = page
  const signOut =
    section && post(page, '/admin/ut', html`<button class="tool fine">${t('admin.sign_out')}</button>`, 'push')
  return html`<header class="masthead">
<div class="wrap masthead-row"><a class="brand" href="/admin">${page.logo}<span>${t('admin.name')}</span></a><a class="small" href="/">${t('admin.to_site', { site: site.name })}</a>${signOut}</div>
${
  section &&
  html`<nav class="wrap menu" aria-label="${t('admin.menu')}"><ul class="cluster">${menu.map(([name, path]) => html`<li><a href="${path}"${name === section && trusted(' aria-current="page"')}>${t(`admin.nav.${name}`)}</a></li>`)}</ul></nav>`
}
</header>`
}
