/**
 * The frame of an email in HTML, as mail programs of twenty years show it: tables, inline styles, dark mode, nothing
 * fetched but an image. Font and colour are set once, at the cell around all of it: programs that know no inheritance
 * across tables know that of a cell.
 */

import { type Html, html, trusted } from '../../platform/html/html.ts'
import type { Translate } from '../../platform/site/messages.ts'
import type { Origin } from '../../platform/site/paths.ts'
import type { Site } from '../../platform/site/site.ts'

export interface MailContext extends Origin {
  site: Pick<Site, 'name' | 'language'>
  t: Translate
}

/** Colours in light; the dark ones are in the head, for the programs that know it. */
export const ink = {
  text: '#1d1a17',
  soft: '#6a635b',
  line: '#e3ded5',
  paper: '#fbfaf7',
  page: '#f1eee7',
  link: '#8c2f1b',
  dispute: '#b0241c',
}

export const small = `margin:0;font-size:13px;color:${ink.soft}`
export const line = trusted('<hr>')

const head = trusted(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
hr{border:0;border-top:1px solid ${ink.line};margin:18px 0}
.t{text-decoration:none}
@media (max-width:480px){.b{padding:20px 18px!important}h1{font-size:24px!important}}
@media (prefers-color-scheme:dark){body,.page{background:#12100e!important}.b{background:#1b1816!important}.b,.t{color:#f2ede6!important}.s,.s a{color:#b3aa9f!important}hr{border-color:#38332d!important}a,.d{color:#f0a48e!important}}
</style>`)

export interface MailFrame {
  language: string
  title: string
  /** Text that programs show beside the subject. */
  preview: string
}

const table = trusted('<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"')
const body = `padding:28px 32px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:${ink.text};background:${ink.paper}`

export function mailHtml({ language, title, preview }: MailFrame, content: Html): string {
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body style="margin:0;padding:0;background:${ink.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
${table} class="page" style="background:${ink.page}"><tr><td align="center" style="padding:16px 8px">
${table} style="max-width:600px"><tr><td class="b" align="left" style="${body}">
${content}
</td></tr></table>
</td></tr></table>
</body>
</html>
`)
}
