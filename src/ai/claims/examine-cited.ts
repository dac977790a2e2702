/**
 * Which sentences of a text may be told by the sources that they cite? The gates on each sentence with the sources that it
 * names, and on the whole. Pure; the judge comes after it. Gates on running text alone come before.
 */
import { checkStatement } from '../gates/check-summary.ts'
import type { GateSource } from '../gates/evidence.ts'
import { checkClaims } from './check-claims.ts'
import { type CitedClaim, joined } from './cited.ts'
import { coverageGate } from './coverage.ts'
import { bylineOf, type Evidence, withoutTwice } from './evidence-of.ts'
import { type Examination, type ExamineRules, type Fault, headlineFault, type StandingClaim } from './examine.ts'
import { groundOf, readClaim } from './ground.ts'
import { passageLocator } from './passages.ts'

type Rules = Pick<ExamineRules, 'gates' | 'listsOf'>

/** `isWhole` says whether what stands is enough of a text. Sources are numbered from 1. */
export function examineCited(
  claims: readonly CitedClaim[],
  sources: readonly GateSource[],
  rules: Rules,
  isWhole: (standing: readonly StandingClaim[]) => boolean,
): Examination {
  const sentences = claims.filter(({ part }) => part !== 'title')
  if (isStrange(sentences, sources, rules))
    return { ok: false, gate: 'about', reason: 'the text is about something else than the sources' }
  const locators = sources.map((source, at) => locatorOf(source, at + 1))
  const locate = ({ evidence }: CitedClaim) => evidence.map(({ source, quote }) => locators[source - 1]?.(quote) ?? [])
  const faults = faultsOf(sentences, sources, rules, locate)
  const below = (title: CitedClaim) =>
    sentences.filter(({ section }) => title.section === 0 || section === title.section)
  const examined = claims.map((claim): StandingClaim => {
    const { part, section, text } = claim
    if (part !== 'title')
      return { part, section, text: text.trim(), evidence: locate(claim).flat(), fault: faults.get(claim) ?? null }
    const cited = citedBy(below(claim), sources)
    const evidence = [...cited.map(headlineOf), ...below(claim).flatMap((sentence) => locate(sentence).flat())]
    const quotes = below(claim).flatMap((sentence) => sentence.evidence.map(({ quote }) => quote))
    const verdict = checkStatement(text, joined(cited.map(({ source }) => source)), { ...rules.gates, mayCopy: true })
    const fault = !verdict.ok
      ? verdict
      : headlineFault(
          text,
          quotes,
          cited.map(({ source }) => source),
          rules,
        )
    return { part, section, text: text.trim(), evidence: withoutTwice(evidence), fault }
  })
  const failed = examined.find(({ fault }) => fault)
  if (failed?.fault && !isWhole(examined.filter(({ fault }) => fault === null)))
    return { ok: false, gate: failed.fault.gate, reason: `${failed.fault.reason} ("${failed.text.slice(0, 80)}")` }
  return { ok: true, claims: examined }
}

const numbersOf = ({ evidence }: CitedClaim) => [...new Set(evidence.map(({ source }) => source))].sort((a, b) => a - b)

function citedBy(claims: readonly CitedClaim[], sources: readonly GateSource[]) {
  const numbers = new Set(claims.flatMap(numbersOf))
  return sources.flatMap((source, at) => (numbers.has(at + 1) ? { source, number: at + 1 } : []))
}

function locatorOf(source: GateSource, number: number): (passage: string) => Evidence[] {
  const locate = passageLocator(source)
  return (passage) => locate(passage).map((found) => ({ ...found, source: number, by: bylineOf(source) }))
}

const headlineOf = ({ source, number }: { source: GateSource; number: number }): Evidence => ({
  ...{ start: 0, end: source.title.length, text: source.title, headline: true as const },
  ...{ source: number, by: bylineOf(source) },
})

/** Sentences that cite the same sources are held against these together, in their language: letter by letter, then in what they say. */
function faultsOf(
  claims: readonly CitedClaim[],
  sources: readonly GateSource[],
  rules: Rules,
  locate: (claim: CitedClaim) => Evidence[][],
): Map<CitedClaim, Fault> {
  const faults = new Map<CitedClaim, Fault>()
  for (const claim of claims) {
    const fault = citationFault(claim, locate(claim))
    if (fault) faults.set(claim, { gate: 'evidence', reason: fault })
  }
  const sound = claims.filter((claim) => !faults.has(claim))
  for (const group of Map.groupBy(sound, (claim) => numbersOf(claim).join()).values()) {
    const source = joined(citedBy(group, sources).map((one) => one.source))
    for (const claim of group) {
      const verdict = checkStatement(claim.text, source, rules.gates)
      if (!verdict.ok) faults.set(claim, verdict)
    }
    const text = group.map(({ text, evidence }) => ({ text, evidence: evidence.map(({ quote }) => quote) }))
    for (const { gate, reason, sentence } of checkClaims(
      { title: '', claims: text },
      source,
      claimRules(source, rules),
    )) {
      const claim = sentence === null ? undefined : group[sentence]
      if (claim && !faults.has(claim)) faults.set(claim, { gate, reason })
    }
  }
  return faults
}

function citationFault({ evidence }: CitedClaim, found: readonly Evidence[][]): string | null {
  if (evidence.length === 0) return 'the sentence has no evidence'
  const missing = evidence.find((_, at) => found[at]?.length === 0)
  return missing ? `the passage "${missing.quote.slice(0, 60)}" does not stand in source ${missing.source}` : null
}

const claimRules = ({ language }: GateSource, { gates, listsOf }: Rules) => ({
  gates,
  lists: listsOf(gates.languages.site),
  sourceLists: listsOf(language),
})

/** The text tells of none of its sources, whatever their language. */
function isStrange(claims: readonly CitedClaim[], sources: readonly GateSource[], { gates, listsOf }: Rules): boolean {
  const { own, of, site } = gates.languages
  return [...Map.groupBy(sources, ({ language }) => language)].every(([language, some]) => {
    const ground = groundOf(joined(some), of(language), listsOf(language))
    const read = claims.map(({ text }) => readClaim(text, own, listsOf(site), ground))
    return coverageGate(read, ground) !== null
  })
}
