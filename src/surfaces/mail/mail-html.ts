/** The frame of a letter in HTML, as mail programs of twenty years show it: tables, inline styles, dark mode, nothing fetched but a picture. */
import { type Html, html, trusted } from '../../html/html.ts'

/** Colours in light; what is dark stands in the head, for the programs that know it. */
export const ink = {
  text: '#1d1a17',
  soft: '#6a635b',
  line: '#e3ded5',
  paper: '#fbfaf7',
  page: '#f1eee7',
  link: '#8c2f1b',
}

const font = "font-family:Georgia,'Times New Roman',serif"
const plain = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
export const fonts = { serif: font, plain }

const dark = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:${ink.link}}
@media (max-width:480px){.pad{padding-left:18px!important;padding-right:18px!important}h1{font-size:24px!important}}
@media (prefers-color-scheme:dark){
body,.page{background:#12100e!important}.paper{background:#1b1816!important}
.text,h1,h2,.text a{color:#f2ede6!important}.soft,.soft a{color:#b3aa9f!important}.line{border-color:#38332d!important}a{color:#f0a48e!important}
}`

export interface LetterFrame {
  language: string
  title: string
  /** What programs show beside the subject. */
  preview: string
}

export function letterHtml({ language, title, preview }: LetterFrame, body: Html): string {
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${trusted(dark)}</style>
</head>
<body style="margin:0;padding:0;background:${ink.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${ink.page}"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${ink.paper}">
${body}
</table>
</td></tr></table>
</body>
</html>
`)
}

/** One row of the letter. */
export const block = (content: Html, style = ''): Html =>
  html`<tr><td class="pad line" style="padding:16px 32px;${style}">${content}</td></tr>`
