/** Markdown of the site's editors as HTML; tags in it stay text. */
import MarkdownIt, { type MarkdownIt as Renderer } from 'markdown-it'
import { href } from '../../../platform/html/href.ts'
import { type Html, trusted } from '../../../platform/html/html.ts'

export function proseRenderer(): Renderer {
  const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false })
  renderer.validateLink = (address) => href(address) !== '#' || address === '#' || /^[\w.-]+$/.test(address)
  // The page has its own h1, so the text's headings begin a level below.
  for (const rule of ['heading_open', 'heading_close'] as const) {
    renderer.renderer.rules[rule] = (tokens, index, options, _env, self) => {
      const token = tokens[index]
      if (token?.tag === 'h1') token.tag = 'h2'
      return self.renderToken(tokens, index, options)
    }
  }
  renderer.renderer.rules.table_open = () => '<div class="table" tabindex="0" role="group"><table>'
  renderer.renderer.rules.table_close = () => '</table></div>'
  return renderer
}

const renderer = proseRenderer()

export const markdown = (text: string): Html => trusted(renderer.render(text))
