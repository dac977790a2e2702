/** An event in frames of other sites: its card, the code that shows it there, and its description by oEmbed. */

import type { EventView } from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { sourceNames } from '../../../platform/html/source-names.ts'
import { unbroken } from '../../../platform/html/unbroken.ts'
import { embedPath, eventPath } from '../../../platform/site/paths.ts'
import { disputesOf, quoted, settledLine, settledOf } from '../components/disputes.ts'
import { lang } from '../components/event-link.ts'
import { trustLine } from '../components/trust.ts'
import type { Alternate } from '../layout.ts'
import type { SitePage } from '../page.ts'

/** Pixels; a frame without script cannot follow its content, so the card fits what it is given. */
export const CARD = { width: 600, height: 200 } as const

type Size = Record<keyof typeof CARD, number>

/** `/embed/events/:id`: without script, and every link leaves the frame. */
export function eventCard(page: SitePage, event: EventView): string {
  const { site, asset, baseUrl } = page
  const path = eventPath(page.paths, event)
  return String(html`<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${event.title} – ${site.name}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="stylesheet" href="${asset('card.css')}">
</head>
<body>
<main>
<h1><a href="${path}" target="_top"${lang(page, event)}>${event.title}</a></h1>
${dispute(page, event)}
<p>${trustLine(page, event)}</p>
<p><a href="/" target="_top">${site.name}</a></p>
</main>
</body>
</html>
`)
}

/** Statements that a card has room for. */
const MAX_SIDES = 2

/** The statements of the first dispute, each with its publishers and their words; one that is open before one that was settled. */
function dispute(page: SitePage, event: EventView): Html | null {
  const [first] = [...disputesOf(event), ...settledOf(event)]
  if (!first) return null
  const rest = first.statements.length - MAX_SIDES
  const sides = first.statements
    .slice(0, MAX_SIDES)
    .map(
      ({ text, sources, quotes }) =>
        html`<li><strong>${sourceNames(page, sources, 4)}</strong> ${unbroken(text)}${quotes.slice(0, 1).map((one) => quoted(page, one))}</li>`,
    )
  return html`<ul class="card-sides">${sides}${rest > 0 && html`<li>${page.t('sources.more', { n: rest })}</li>`}</ul>${settledLine(page, first)}`
}

/** The frame as others paste it. */
const cardFrame = ({ baseUrl, paths }: SitePage, event: EventView, { width, height }: Size = CARD): Html =>
  html`<iframe src="${baseUrl}${embedPath(paths, event)}" title="${event.title}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`

/** Folded below the event, for those who have a site of their own. */
export function embedCode(page: SitePage, event: EventView): Html {
  const { t } = page
  return html`<details class="fold embed"><summary>${t('share.embed')}</summary><label>${t('share.embed_code')}<textarea rows="4" readonly spellcheck="false">${String(cardFrame(page, event))}</textarea></label><p><a href="${embedPath(page.paths, event)}">${t('share.embed_card')}</a></p></details>`
}

/** Discovery, as oEmbed has it: absolute, since consumers request the address as it is. */
export function oembedLinks({ baseUrl, paths }: SitePage, event: EventView): Alternate[] {
  const url = encodeURIComponent(baseUrl + eventPath(paths, event))
  return [
    { type: 'application/json+oembed', path: `${baseUrl}/oembed?url=${url}&format=json`, title: event.title },
    { type: 'text/xml+oembed', path: `${baseUrl}/oembed?url=${url}&format=xml`, title: event.title },
  ]
}

/** https://oembed.com, 2.3.4.4, "rich". */
export const oembedOf = (page: SitePage, event: EventView, size: Size) => ({
  version: '1.0',
  type: 'rich',
  title: event.title,
  provider_name: page.site.name,
  provider_url: `${page.baseUrl}/`,
  cache_age: 86_400,
  html: String(cardFrame(page, event, size)),
  ...size,
})

export const oembedXml = (fields: ReturnType<typeof oembedOf>): string =>
  String(
    html`<oembed>${Object.entries(fields).map(([name, value]) => html`<${name}>${String(value)}</${name}>`)}</oembed>`,
  )
