/** A guide's markdown as HTML: its marks become links to its sources, and to one note on unchecked facts. */
import type { StateInline } from 'markdown-it'
import { markAt, readMarks } from '../../../domain/guides/marks.ts'
import type { Translate } from '../../../domain/site/messages.ts'
import { type Html, html, trusted } from '../../../html/html.ts'
import { proseRenderer } from '../components/from-markdown.ts'

interface Words {
  t: Translate
}

const renderer = proseRenderer()
renderer.inline.ruler.before('link', 'guide_mark', readMark)
renderer.renderer.rules.guide_mark = (tokens, index, _options, env) => {
  const source: unknown = tokens[index]?.meta?.source
  return String(writeMark(typeof source === 'number' ? source : null, env as unknown as Words))
}

export const guideText = (body: string, { t }: Words): Html => trusted(renderer.render(body, { t }))

/** Below a text that has something unchecked, the words for its marks. */
export function uncheckedNote(body: string, { t }: Words): Html | null {
  if (!readMarks(body).some(({ source }) => source === null)) return null
  return html`<p class="small" id="unchecked">* ${t('guides.unchecked_note')}</p>`
}

/** Id of a source on the page. */
export const sourceId = (number: number): string => `source-${number}`

/** Links to sources, each by its number. */
export function sourceLinks(numbers: readonly number[], words: Words): Html {
  return html`${numbers.map((number) => writeMark(number, words))}`
}

function writeMark(source: number | null, { t }: Words): Html {
  if (source === null)
    return html`<sup class="cited"><a href="#unchecked" aria-label="${t('guides.unchecked')}">*</a></sup>`
  const label = t('guides.source', { n: source })
  return html`<sup class="cited"><a href="#${sourceId(source)}" aria-label="${label}">${source}</a></sup>`
}

function readMark(state: StateInline, silent: boolean): boolean {
  const mark = markAt(state.src, state.pos)
  if (!mark) return false
  if (!silent) {
    // A mark follows its word without a space.
    state.pending = state.pending.trimEnd()
    state.push('guide_mark', '', 0).meta = { source: mark.source }
  }
  state.pos += mark.length
  return true
}
