/** All gates on claims: which sentences stand on the source, and may the whole be published? Pure. */

import type { GateOptions } from '../gates/check-summary.ts'
import type { GateSource } from '../gates/evidence.ts'
import { injectedSegments } from '../gates/injected-text.ts'
import { type Bound, bind } from './bind.ts'
import { certaintyGate } from './certainty.ts'
import { changesGate } from './changes.ts'
import type { ClaimedText } from './claim.ts'
import type { ClaimWords } from './claim-words.ts'
import { countedGate } from './counted.ts'
import { coverageGate } from './coverage.ts'
import { denialGate } from './denial.ts'
import { type Ground, groundOf, readClaim } from './ground.ts'
import { inventionsGate } from './inventions.ts'
import { literalGate } from './literal.ts'
import { strangeNameGate } from './name-places.ts'
import { passageFinder } from './passages.ts'
import { namePlaceGate, namesIn, numberPlaceGate } from './places.ts'
import { polarityGate } from './polarity.ts'
import type { Sentence } from './reading.ts'
import { rolesGate } from './roles.ts'

export type ClaimGate =
  | 'evidence'
  | 'literal'
  | 'places'
  | 'changes'
  | 'roles'
  | 'polarity'
  | 'certainty'
  | 'inventions'
  | 'about'

export interface ClaimRefusal {
  gate: ClaimGate
  reason: string
  /** Number of the sentence from 0, or null where the text as a whole is refused. */
  sentence: number | null
}

export interface ClaimRules {
  gates: GateOptions
  /** Word lists of the site's language and of the source's, null where there are none. */
  lists: ClaimWords | null
  sourceLists: ClaimWords | null
}

const QUOTED = /[“”„"«»][^“”„"«»]*[“”"«»]/gu

/** Every refusal, in the order of the sentences. Evidence is asked for only where the answer gives some. */
export function checkClaims(answer: ClaimedText, source: GateSource, rules: ClaimRules): ClaimRefusal[] {
  const { own, of } = rules.gates.languages
  const reading = of(source.language)
  const orders = injectedSegments(source.text, rules.gates.languages, reading.ends)
  const text = orders.reduce((rest, order) => rest.replace(order, ' '), source.text)
  const ground = groundOf({ ...source, text }, reading, rules.sourceLists)
  const find = passageFinder(`${source.title}\n${source.text}`)
  const sentences = answer.claims.map(({ text }) => readClaim(text, own, rules.lists, ground))
  const given = namesIn(
    sentences.flatMap(({ words }) => words.filter(({ isName }) => isName)),
    ground.names,
  )
  const found = answer.claims.flatMap(({ evidence }, number): ClaimRefusal[] => {
    const reason = evidence.length > 0 ? evidenceFault(evidence, find, orders) : null
    if (reason) return [{ gate: 'evidence', reason, sentence: number }]
    const unquoted = readClaim((answer.claims[number]?.text ?? '').replace(QUOTED, ' '), own, rules.lists, ground)
    const bound = bind(sentences[number] as Sentence, evidence, ground)
    return sentenceFaults(sentences[number] as Sentence, unquoted, bound, ground, source, rules, given).map(
      (fault) => ({
        ...fault,
        sentence: number,
      }),
    )
  })
  const about = coverageGate(sentences, ground)
  return about ? [...found, { gate: 'about', reason: about, sentence: null }] : found
}

function evidenceFault(
  passages: readonly string[],
  find: (passage: string) => unknown,
  orders: readonly string[],
): string | null {
  const missing = passages.find((passage) => !find(passage))
  if (missing !== undefined) return `the passage "${missing.slice(0, 60)}" does not stand in the source`
  const order = passages.find((passage) => orders.some((text) => isMostOf(passage.trim(), text)))
  return order === undefined ? null : 'the evidence is an order to a machine'
}

/** The passage holds the order, or is nearly all of it: an honest sentence may run into one. */
const isMostOf = (passage: string, order: string) =>
  passage.includes(order) || (order.includes(passage) && passage.length > order.length * MOST)

const MOST = 0.6

/** `unquoted` is the claim without its quotations, which are literal and stand for themselves. */
function sentenceFaults(
  claim: Sentence,
  unquoted: Sentence,
  bound: Bound,
  whole: Ground,
  source: GateSource,
  { lists, gates }: ClaimRules,
  given: Set<string>,
): Omit<ClaimRefusal, 'sentence'>[] {
  const { ground } = bound
  const { own } = gates.languages
  const checks: [ClaimGate, () => string | null][] = [
    ['literal', () => literalGate(claim, bound, source, gates, given)],
    ['places', () => countedGate(claim, ground, own)],
    ['places', () => numberPlaceGate(claim, ground, own)],
    ['places', () => (bound.given ? null : strangeNameGate(claim, whole, given))],
    ['places', () => namePlaceGate(claim, ground, given)],
    ['changes', () => changesGate(claim, ground, own, lists)],
    ['roles', () => rolesGate(claim, ground, lists)],
    ['polarity', () => polarityGate(unquoted, bound, lists)],
    ['polarity', () => denialGate(unquoted, bound, lists)],
    ['certainty', () => certaintyGate(unquoted, bound, lists)],
    ['inventions', () => inventionsGate(claim, whole, lists)],
  ]
  return checks.flatMap(([gate, check]) => {
    const reason = check()
    return reason === null ? [] : [{ gate, reason }]
  })
}
