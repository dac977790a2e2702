/** Check: each passage that a sentence cites is word for word in its source. Found ones come with the lines around them. Pure. */

import { plainWords, type SentenceEnds, sentences } from '../../../platform/text/sentences.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { Citation } from './cited.ts'
import { type Located, passageLocator } from './passages.ts'
import type { SourceText } from './source.ts'

/** A sentence of a source, as a judge is shown it. */
export interface Line {
  /** Offset of the sentence in the source's text. */
  start: number
  text: string
  /** It is a sentence of the passage, not a neighbour. */
  isCited: boolean
}

export interface Evidence extends Located {
  /** Number of the source, from 1. */
  source: number
  /** The sentences of the passage, the one before them and the one behind. */
  lines: Line[]
}

export const shownIn = (evidence: readonly Pick<Evidence, 'lines'>[]): string =>
  foldSpace(evidence.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' '))

/** The places of a passage in that source; empty where it is nowhere in what was sent. */
export type EvidenceMatcher = (citation: Citation) => Evidence[]

export function evidenceMatcher(
  sources: readonly SourceText[],
  endsOf: (language: string | null) => SentenceEnds,
): EvidenceMatcher {
  const matchers = sources.map((source) => ({
    locate: passageLocator(source),
    bounds: boundsOf(source, endsOf(source.language)),
    text: source.text,
  }))
  return ({ source, quote }) => {
    const matcher = matchers[source - 1]
    return (matcher?.locate(quote) ?? []).map((found) => ({
      ...found,
      source,
      lines: matcher && !found.headline ? linesAround(matcher.text, found, matcher.bounds) : [headlineLine(found)],
    }))
  }
}

/** Above the first sentence. */
const headlineLine = ({ text }: Pick<Located, 'text'>): Line => ({ start: -1, text, isCited: true })

interface Bounds {
  start: number
  end: number
}

/** Offsets of the sentences of a text. */
function boundsOf({ text }: SourceText, ends: SentenceEnds): Bounds[] {
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

/** Characters before a passage, and behind it, that a judge is shown. */
const MAX_AROUND = 300

function linesAround(text: string, { start, end }: Located, bounds: readonly Bounds[]): Line[] {
  const first = Math.max(
    0,
    bounds.findLastIndex((one) => one.start <= start),
  )
  const last = bounds.findIndex((one) => one.end >= end)
  const near = bounds.slice(Math.max(0, first - 1), last < 0 ? undefined : last + 2)
  const [from, to] = [start - MAX_AROUND, end + MAX_AROUND]
  const lines = near.flatMap((one): Line[] => {
    const shown = withoutCutWords(text, { start: Math.max(one.start, from), end: Math.min(one.end, to) }, one)
    return shown === '' ? [] : [{ start: one.start, text: shown, isCited: one.end > start && one.start < end }]
  })
  return lines.length > 0 ? lines : [{ start, text: text.slice(start, end), isCited: true }]
}

/** A part of a sentence, without words that it would cut. */
function withoutCutWords(text: string, { start, end }: Bounds, sentence: Bounds): string {
  const part = text.slice(start, end)
  const opened = start > sentence.start ? part.replace(/^\S*\s/, '') : part
  return (end < sentence.end ? opened.replace(/\s\S*$/, '') : opened).trim()
}

/** Share of an order that a passage may hold: an honest sentence may run into one. */
const MAX_ORDERED = 0.6

/** `orders` to a machine are no evidence. `isNeeded`: a sentence that cites nothing is refused too. */
export function checkEvidence(
  citations: readonly Citation[],
  match: EvidenceMatcher,
  orders: readonly string[],
  isNeeded: boolean,
): string | null {
  if (isNeeded && citations.length === 0) return 'it names no evidence'
  const missing = citations.find((citation) => match(citation).length === 0)
  if (missing) return `the passage "${missing.quote.slice(0, 60)}" is not in the source`
  const isOrder = (passage: string) =>
    orders.some(
      (order) => passage.includes(order) || (order.includes(passage) && passage.length > order.length * MAX_ORDERED),
    )
  return citations.some(({ quote }) => isOrder(quote.trim())) ? 'the evidence is an order to a machine' : null
}

/** Words in a row of an order by which a passage is recognised to hold some of it. */
const ORDERED_RUN = 3

/** Marks passages that run into an order to a machine. */
export function marksOrders(orders: readonly string[]): (evidence: Evidence) => Evidence {
  const runs = orders.flatMap((order) => runsOf(plainWords(order)))
  return (one) => {
    const words = ` ${plainWords(one.text).join(' ')} `
    return runs.some((run) => words.includes(run)) ? { ...one, ordered: true } : one
  }
}

function runsOf(words: readonly string[]): string[] {
  const length = Math.min(ORDERED_RUN, words.length)
  return words.slice(0, words.length - length + 1).map((_, at) => ` ${words.slice(at, at + length).join(' ')} `)
}

/** Of a headline: those of its sources, and the passages of the sentences below it, without their neighbours. */
export const headlineEvidence = (
  sources: readonly SourceText[],
  cited: readonly SourceText[],
  found: readonly Evidence[],
): Evidence[] => [
  ...cited.map((source) => ({
    start: 0,
    end: source.title.length,
    text: source.title,
    headline: true as const,
    source: sources.indexOf(source) + 1,
    lines: [headlineLine({ text: source.title })],
  })),
  ...found.map((one) => ({ ...one, lines: one.lines.filter(({ isCited }) => isCited) })),
]

export const withoutDuplicates = (evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter(
    (one, at) => evidence.findIndex(({ text, source }) => text === one.text && source === one.source) === at,
  )
