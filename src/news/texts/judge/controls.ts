/** Sentences whose truth is known: an error among the real ones of a call, and pairs of the exams in calls of their own. Pure. */
import type { ExaminedClaim } from '../verify/examine.ts'
import type { Evidence, Line } from '../verify/match-evidence.ts'
import type { ControlSource, ExamPair } from './exam-pairs.ts'
import type { FindingsOf, JudgedItem } from './judged-item.ts'
import { type MadeError, type Material, shuffled, turnedControls, visibleError } from './made-controls.ts'
import { isRecognisable } from './recognisable.ts'

export interface Control {
  item: JudgedItem
  /** The answer of a judge that can be trusted. */
  expected: 'refused' | 'supported'
  class: string
  language: string
  /** Null for one that was made of the text at hand. */
  examId: string | null
  /** To the judge's standing. */
  counts: boolean
}

export interface Choosing extends Omit<Material, 'claims'> {
  source: ControlSource
  /** Pairs that were used last, newest first. */
  used: readonly string[]
  /** Sentences of errors that were planted in this text before. */
  planted?: ReadonlySet<string>
}

/** Splits that are tried until both calls have an error that cannot be recognised. */
const SPLITS = 5

/**
 * The sentences of a text in two calls, so that an error made of one takes its place, in the other call. One call
 * where no sentence can be turned.
 */
export function splitClaims(claims: readonly ExaminedClaim[], choosing: Omit<Material, 'claims'>): ExaminedClaim[][] {
  const canBeTurned = (claim: ExaminedClaim) => !turnedControls({ ...choosing, claims: [claim] }).next().done
  const turnable = claims.filter(canBeTurned)
  if (turnable.length === 0 || claims.length < 2) return [[...claims]]
  const hasError = (shown: ExaminedClaim[], at: number, all: ExaminedClaim[][]) =>
    turnedErrorFor(shown, all[1 - at] ?? [], choosing)?.counts
  let split: ExaminedClaim[][] = []
  for (let tried = 0; tried < SPLITS && !(split.length > 0 && split.every(hasError)); tried++)
    split = deal(claims, turnable, choosing.random)
  return split
}

function deal(claims: readonly ExaminedClaim[], turnable: readonly ExaminedClaim[], random: () => number) {
  const others = claims.filter((claim) => !turnable.includes(claim))
  const dealt = [...shuffled(turnable, random), ...shuffled(others, random)]
  const isFirst = (claim: ExaminedClaim) => dealt.indexOf(claim) % 2 === 0
  return [claims.filter(isFirst), claims.filter((claim) => !isFirst(claim))]
}

/** For a call with the sentences `shown`: an error made of the `others`. Null where none can be planted, and no judge may be asked. */
export function chooseControl(
  shown: readonly ExaminedClaim[],
  others: readonly ExaminedClaim[],
  choosing: Choosing,
): Control | null {
  const turned = turnedErrorFor(shown, others, choosing)
  if (turned) return madeControl(turned, choosing)
  const visible = visibleError({ ...choosing, claims: shown })
  return visible ? madeControl({ ...visible, counts: false }, choosing) : pairAmong(shown, choosing)
}

type Counted = MadeError & Pick<Control, 'counts'>

/** One that counts where there is one, and was not planted before; null where no sentence can be turned. */
function turnedErrorFor(
  shown: readonly ExaminedClaim[],
  others: readonly ExaminedClaim[],
  choosing: Omit<Material, 'claims'> & Pick<Choosing, 'planted'>,
): Counted | null {
  let best: Counted | null = null
  for (const error of turnedControls({ ...choosing, claims: others })) {
    const counts = !isRecognisable(error.item, shown)
    if (counts && !choosing.planted?.has(error.item.text)) return { ...error, counts }
    if (!best || (counts && !best.counts)) best = { ...error, counts }
  }
  return best
}

const madeControl = (error: Counted, { source }: Choosing): Control => ({
  ...error,
  expected: 'refused',
  language: source.language,
  examId: null,
})

/** Last resort: a false pair of the exams, whose other words show no more than that the judge reads. */
function pairAmong(shown: readonly ExaminedClaim[], { source, used, random, findingsOf }: Choosing): Control | null {
  const [pair] = minUsed(
    source.pairs.filter(({ truth }) => !truth),
    { used, random },
  )
  const cited = shown.flatMap(({ evidence }) => evidence.map((one) => one.source))
  const [number = 1] = shuffled([...new Set(cited)], random)
  const control = pair && controlOf(pair, number, findingsOf)
  return control ? { ...control, counts: !isRecognisable(control.item, shown) } : null
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
  const language = pair.evidence[0]?.language ?? null
  const evidence = pair.evidence.map(({ text }) => windowOf(text, pair.sentence, number))
  return {
    item: {
      text: pair.sentence,
      evidence,
      findings: findingsOf(pair.sentence, evidence, pair.evidence[0]?.language),
      language,
    },
    expected: pair.truth ? 'supported' : 'refused',
    class: pair.class,
    language: pair.language,
    examId: pair.id,
    counts: true,
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
  let from = 0
  const lines = parts.map((part, n): Line => {
    const found = text.indexOf(part, from)
    from = found + part.length
    return { start: found, text: part, isCited: n === at }
  })
  return { source, start, end: start + passage.length, text: passage, lines }
}

/** The real items in their order, with the controls at random places among them. */
export function interleave<Item>(real: readonly Item[], controls: readonly Item[], random: () => number) {
  const items = [...real]
  for (const control of controls) items.splice(Math.floor(random() * (items.length + 1)), 0, control)
  return items
}
