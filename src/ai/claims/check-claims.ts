/** All gates on claims: which sentences stand on the source, and may the whole be published? Pure. */
import { injectedSegments } from '../gates/injected-text.ts'
import { certaintyGate } from './certainty.ts'
import { changesGate } from './changes.ts'
import type { ClaimedText } from './claim.ts'
import type { ClaimWords } from './claim-words.ts'
import { coverageGate } from './coverage.ts'
import { type Ground, groundOf, readClaim } from './ground.ts'
import { inventionsGate } from './inventions.ts'
import { passageFinder } from './passages.ts'
import { namePlaceGate, namesIn, numberPlaceGate } from './places.ts'
import { polarityGate } from './polarity.ts'
import type { Sentence } from './reading.ts'
import { rolesGate } from './roles.ts'

export type ClaimGate = 'evidence' | 'places' | 'changes' | 'roles' | 'polarity' | 'certainty' | 'inventions' | 'about'

export interface ClaimRefusal {
  gate: ClaimGate
  reason: string
  /** Number of the sentence from 0, or null where the text as a whole is refused. */
  sentence: number | null
}

export interface ClaimSource {
  title: string
  text: string
}

export interface ClaimRules {
  /** Word lists of the site's language and of the source's, null where there are none. */
  lists: ClaimWords | null
  sourceLists: ClaimWords | null
}

/** Every refusal, in the order of the sentences. Evidence is asked for only where the answer gives some. */
export function checkClaims(answer: ClaimedText, source: ClaimSource, rules: ClaimRules): ClaimRefusal[] {
  const ground = groundOf({ ...source, text: withoutOrders(source.text) }, rules.sourceLists)
  const find = passageFinder(`${source.title}\n${source.text}`)
  const orders = injectedSegments(source.text)
  const sentences = answer.claims.map(({ text }) => readClaim(text, rules.lists, ground))
  const given = namesIn(
    sentences.flatMap(({ words }) => words.filter(({ isName }) => isName)),
    ground.names,
  )
  const found = answer.claims.flatMap(({ evidence }, number): ClaimRefusal[] => {
    const reason = evidence.length > 0 ? evidenceFault(evidence, find, orders) : null
    if (reason) return [{ gate: 'evidence', reason, sentence: number }]
    return sentenceFaults(sentences[number] as Sentence, ground, rules, given).map((fault) => ({
      ...fault,
      sentence: number,
    }))
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
  const order = passages.find((passage) =>
    orders.some((text) => text.includes(passage.trim()) || passage.includes(text)),
  )
  return order === undefined ? null : 'the evidence is an order to a machine'
}

function sentenceFaults(
  claim: Sentence,
  ground: Ground,
  { lists }: ClaimRules,
  given: Set<string>,
): Omit<ClaimRefusal, 'sentence'>[] {
  const language = lists?.language ?? ''
  const checks: [ClaimGate, () => string | null][] = [
    ['places', () => numberPlaceGate(claim, ground, language)],
    ['places', () => namePlaceGate(claim, ground, given)],
    ['changes', () => changesGate(claim, ground, lists)],
    ['roles', () => rolesGate(claim, ground, lists)],
    ['polarity', () => polarityGate(claim, ground, lists)],
    ['certainty', () => certaintyGate(claim, ground, lists)],
    ['inventions', () => inventionsGate(claim, ground, lists)],
  ]
  return checks.flatMap(([gate, check]) => {
    const reason = check()
    return reason === null ? [] : [{ gate, reason }]
  })
}

const withoutOrders = (text: string) => injectedSegments(text).reduce((rest, order) => rest.replace(order, ' '), text)
