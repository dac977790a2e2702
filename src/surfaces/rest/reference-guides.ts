/** Guides for those who build on the API: markdown beside this file, as pages under `/api/docs/guides/`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { type Html, html, trusted } from '../../platform/html/html.ts'

/** Puts a page's body into the site's frame. */
export type Frame = (page: { title: string; description: string; path: string }, body: Html) => string

const renderer = new MarkdownIt({ html: false })
// Code that is wider than the page is scrolled, with keys too.
renderer.renderer.rules.fence = (tokens, index) =>
  `<pre tabindex="0"><code>${renderer.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`

interface Guide {
  path: string
  title: string
  text: string
}

export const guides: Guide[] = ['bot', 'reader-app', 'agent'].map((name) => {
  const text = readFileSync(join(import.meta.dirname, 'guides', `${name}.md`), 'utf8')
  return { path: `/api/docs/guides/${name}`, title: /^# (.*)/.exec(text)?.[1] ?? name, text }
})

/** `baseUrl` replaces news.example in the text, so that a copied example works. */
export function guidePage({ path, title, text }: Guide, baseUrl: string, frame: Frame): string {
  const body = html`<link rel="stylesheet" href="/api/docs/reference.css">
<article class="wrap reference" lang="en">
${trusted(renderer.render(text.replaceAll('https://news.example', baseUrl)))}
<p><a href="/api/docs">All endpoints</a></p>
</article>`
  return frame({ title, description: title, path }, body)
}
