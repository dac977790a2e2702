/** Sentences whose truth is known, put among the real ones of a call so that nothing tells them apart. Pure. */
import type { ExaminedClaim } from '../verify/examine.ts'
import type { Evidence } from '../verify/match-evidence.ts'
import type { ControlSource, ExamPair } from './exam-pairs.ts'
import { type FindingsOf, makeError, shuffled } from './made-controls.ts'
import type { JudgedItem } from './question.ts'

export interface Control {
  item: JudgedItem
  /** The answer of a judge that can be trusted. */
  expected: 'refused' | 'supported'
  class: string
  language: string
  /** Null for one that was made of the text at hand. */
  examId: string | null
}

const MADE_SHARE = 1 / 3
const TRUE_PAIR_SHARE = 1 / 4

export interface Choosing {
  source: ControlSource
  /** Pairs that were used last, newest first. */
  used: readonly string[]
  findingsOf: FindingsOf
  random: () => number
}

/** A planted error, and in one call of four a true pair; empty where no error can be planted, and no judge may be asked. */
export function chooseControls(claims: readonly ExaminedClaim[], choosing: Choosing): Control[] {
  const { source, random } = choosing
  const numbers = [...new Set(claims.flatMap(({ evidence }) => evidence.map((one) => one.source)))]
  const from = shuffled(numbers, random)[0] ?? 1
  const made = () => madeControl(claims, choosing)
  const examPair = () => pairControl(false, from, choosing)
  const isSiteLanguage = source.pairs[0]?.language === source.language
  const isMade = !isSiteLanguage || random() < MADE_SHARE
  const planted = isMade ? (made() ?? examPair()) : (examPair() ?? made())
  if (!planted) return []
  const truth = random() < TRUE_PAIR_SHARE ? pairControl(true, from, choosing) : null
  return truth ? [planted, truth] : [planted]
}

function madeControl(claims: readonly ExaminedClaim[], { source, findingsOf, random }: Choosing): Control | null {
  const made = makeError(claims, findingsOf, random)
  return made && { ...made, expected: 'refused', language: source.language, examId: null }
}

function pairControl(truth: boolean, number: number, choosing: Choosing): Control | null {
  const [pair] = minUsed(
    choosing.source.pairs.filter((one) => one.truth === truth),
    choosing,
  )
  return pair ? controlOf(pair, number, choosing.findingsOf) : null
}

/** Those without recent use in random order, then the others, the one that was used longest ago first. */
export function minUsed<Pair extends { id: string }>(
  pairs: readonly Pair[],
  { used, random }: Pick<Choosing, 'used' | 'random'>,
): Pair[] {
  const lastUsed = ({ id }: Pair) => used.indexOf(id)
  const fresh = pairs.filter((pair) => lastUsed(pair) < 0)
  return [
    ...shuffled(fresh, random),
    ...pairs.filter((pair) => lastUsed(pair) >= 0).toSorted((a, b) => lastUsed(b) - lastUsed(a)),
  ]
}

/** As if its evidence were from the source of that number. */
export function controlOf(pair: ExamPair, number: number, findingsOf: FindingsOf): Control {
  const evidence = pair.evidence.map(({ text }) => windowOf(text, pair.sentence, number))
  return {
    item: { text: pair.sentence, evidence, findings: findingsOf(pair.sentence, evidence, pair.evidence[0]?.language) },
    expected: pair.truth ? 'supported' : 'refused',
    class: pair.class,
    language: pair.language,
    examId: pair.id,
  }
}

const SENTENCE_END = /(?<=[.!?]["”»]?)\s+(?=["“”„«]?\p{Lu})/u

/** As a writer cites: the passage is the sentence that shares most words and numbers, with those around it as neighbours. */
function windowOf(text: string, sentence: string, source: number): Evidence {
  const wordsOf = (part: string) => part.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []
  const words = new Set(wordsOf(sentence))
  const parts = text.split(SENTENCE_END)
  const shared = parts.map((part) => wordsOf(part).filter((word) => words.has(word)).length)
  const at = shared.indexOf(Math.max(...shared))
  const passage = parts[at] ?? text
  const start = text.indexOf(passage)
  const [before, after] = [parts.slice(0, at).join(' '), parts.slice(at + 1).join(' ')]
  return { source, start, end: start + passage.length, text: passage, before, after }
}

/** The real items in their order, with the controls at random places among them. */
export function interleave<Item>(real: readonly Item[], controls: readonly Item[], random: () => number) {
  const items = [...real]
  for (const control of controls) items.splice(Math.floor(random() * (items.length + 1)), 0, control)
  return items
}
