/** Passages that a sentence cites, found in their sources, with the sentences around them. Pure. */
import type { Citation } from './cited.ts'
import { type Located, passageLocator } from './passages.ts'
import { type SentenceEnds, sentences } from './sentences.ts'
import type { SourceText } from './source.ts'

export interface Evidence extends Located {
  /** Number of the source, from 1. */
  source: number
  /** The sentence before the passage and the one behind it, with what the passage leaves out of its own. */
  before: string
  after: string
}

/** Characters of a neighbour that a judge is shown. */
const MAX_NEIGHBOUR = 300

/** Where a passage of that source is; empty where it is nowhere in what was sent. */
export function evidenceMatcher(
  sources: readonly SourceText[],
  endsOf: (language: string | null) => SentenceEnds,
): (citation: Citation) => Evidence[] {
  const matchers = sources.map((source) => ({
    locate: passageLocator(source),
    bounds: boundsOf(source, endsOf(source.language)),
  }))
  return ({ source, quote }) => {
    const { locate, bounds } = matchers[source - 1] ?? {}
    const text = sources[source - 1]?.text ?? ''
    return (locate?.(quote) ?? []).map((found) => ({
      ...{ ...found, source },
      ...(found.headline || !bounds ? { before: '', after: '' } : around(text, found, bounds)),
    }))
  }
}

/** Offsets of the sentences of a text. */
function boundsOf({ text }: SourceText, ends: SentenceEnds): { start: number; end: number }[] {
  let from = 0
  return text
    .split(/\n+/)
    .flatMap((paragraph) => sentences(paragraph, ends))
    .map((sentence) => {
      const start = text.indexOf(sentence, from)
      from = start + sentence.length
      return { start, end: from }
    })
}

function around(text: string, { start, end }: Located, bounds: { start: number; end: number }[]) {
  const first = bounds.findLastIndex((one) => one.start <= start)
  const last = bounds.findIndex((one) => one.end >= end)
  const from = (bounds[first - 1] ?? bounds[first])?.start ?? start
  const to = (last < 0 ? undefined : (bounds[last + 1] ?? bounds[last]))?.end ?? end
  return {
    before: text.slice(from, start).trim().slice(-MAX_NEIGHBOUR),
    after: text.slice(end, to).trim().slice(0, MAX_NEIGHBOUR),
  }
}

export const withoutDuplicates = (evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter(
    (one, at) => evidence.findIndex(({ text, source }) => text === one.text && source === one.source) === at,
  )
