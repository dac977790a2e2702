/** A guide's markdown as HTML: its marks become links to its sources, and to one note on unchecked facts. */
import type { StateInline } from 'markdown-it'
import { type Html, html, trusted } from '../../../platform/html/html.ts'
import type { Translate } from '../../../platform/site/messages.ts'
import { proseRenderer } from '../../../surfaces/site/components/from-markdown.ts'
import { citationAt, findCitations } from '../rules/citations.ts'

interface TextContext {
  t: Translate
}

const renderer = proseRenderer()
renderer.inline.ruler.before('link', 'guide_mark', parseCitation)
renderer.renderer.rules.guide_mark = (tokens, index, _options, env) => {
  const source: unknown = tokens[index]?.meta?.source
  return String(citationLink(typeof source === 'number' ? source : null, env as unknown as TextContext))
}

export const guideText = (body: string, { t }: TextContext): Html => trusted(renderer.render(body, { t }))

/** Below a text that has something unchecked, the words for its marks. */
export function uncheckedNote(body: string, { t }: TextContext): Html | null {
  if (!findCitations(body).some(({ source }) => source === null)) return null
  return html`<p class="small" id="unchecked">* ${t('guides.unchecked_note')}</p>`
}

/** Id of a source on the page. */
export const sourceId = (number: number): string => `source-${number}`

/** Links to sources, each by its number. */
export function sourceLinks(numbers: readonly number[], context: TextContext): Html {
  return html`${numbers.map((number) => citationLink(number, context))}`
}

function citationLink(source: number | null, { t }: TextContext): Html {
  if (source === null)
    return html`<sup class="cited"><a href="#unchecked" aria-label="${t('guides.unchecked')}">*</a></sup>`
  const label = t('guides.source', { n: source })
  return html`<sup class="cited"><a href="#${sourceId(source)}" aria-label="${label}">${source}</a></sup>`
}

function parseCitation(state: StateInline, silent: boolean): boolean {
  const citation = citationAt(state.src, state.pos)
  if (!citation) return false
  if (!silent) {
    // A mark follows its word without a space.
    state.pending = state.pending.trimEnd()
    state.push('guide_mark', '', 0).meta = { source: citation.source }
  }
  state.pos += citation.length
  return true
}
