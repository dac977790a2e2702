/** The documentation as a site: docs/ as it is, in the order of docs/index.md. A dead link fails the build. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { renderMermaidSVG } from 'beautiful-mermaid'
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress'

const root = join(import.meta.dirname, '../../..')
const docs = join(root, 'docs')
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: { url: string } }
const sources = repository && `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`

/** Headings and tables of an index page are the groups and pages of the sidebar. */
function readIndex(path: string): DefaultTheme.SidebarItem[] {
  const groups: DefaultTheme.SidebarItem[] = []
  for (const line of readFileSync(join(docs, path), 'utf8').split('\n')) {
    const [, group] = /^## (.+)/.exec(line) ?? []
    const [, text = '', page] = /^\| \[([^\]]+)\]\(([\w/-]+)\.md\)/.exec(line) ?? []
    if (group) groups.push({ text: group, items: [] })
    if (page) groups.at(-1)?.items?.push({ text, link: `/${page.replace(/\/index$/, '/')}` })
  }
  return groups
}

/** As GitHub makes them, so that a link to a section leads to it here and there. */
const slugify = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** Files outside docs/ lead to the repository that package.json names, and are plain text without one. */
function linkSources(tokens: Token[], page: string): Token[] {
  let inSource = false
  return tokens.filter((token) => {
    if (token.type === 'link_close' && inSource && !sources) {
      inSource = false
      return false
    }
    const target = token.type === 'link_open' && sourceOf(token.attrGet('href') ?? '', page)
    if (!target) return true
    if (sources) token.attrSet('href', `${sources}/${target}`)
    inSource = true
    return sources !== undefined
  })
}

/** Path within the checkout of a link that leaves docs/. Throws for a file that does not exist. */
function sourceOf(href: string, page: string): string | undefined {
  const [file = ''] = href.split('#')
  if (!file || /^[a-z]+:|^\//.test(href)) return undefined
  const path = join(dirname(page), file)
  if (!relative(docs, path).startsWith('..')) return undefined
  if (!existsSync(path)) throw new Error(`${relative(root, page)}: dead link ${href}`)
  return relative(root, path) + href.slice(file.length)
}

function extendMarkdown(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    const { info = '', content = '' } = tokens[at] ?? {}
    return info.trim() === 'mermaid' ? draw(content) : (fence?.(tokens, at, ...rest) ?? '')
  }
  md.core.ruler.push('sources', ({ tokens, env }) => {
    for (const token of tokens) if (token.children) token.children = linkSources(token.children, env.path)
  })
}

/** In the colours of the theme; no font is fetched. Vue would leave the style out of markup that it compiles. */
function draw(diagram: string): string {
  const colours = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)', accent: 'var(--vp-c-brand-1)' }
  const svg = renderMermaidSVG(diagram, { ...colours, transparent: true, font: 'inherit' })
  const html = JSON.stringify(svg.replace(/@import url\([^)]*\);?/g, ''))
  return `<div class="diagram" v-html="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>`
}

export default defineConfig({
  title: 'Kärnhuset',
  description: 'A news aggregation service: documentation for readers, operators and developers.',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  srcDir: '..',
  srcExclude: ['site/**'],
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  markdown: { config: extendMarkdown, anchor: { slugify } },
  themeConfig: {
    sidebar: readIndex('index.md'),
    outline: 'deep',
    search: { provider: 'local' },
    footer: { message: 'Free software under the AGPL, version 3 or later.' },
  },
})
