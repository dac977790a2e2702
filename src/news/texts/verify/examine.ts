/** All checks in order: the sentences of a text that its sources may support, and the findings for a judge. Pure. */

import { normalForm } from '../../../platform/text/normal-form.ts'
import type { ClaimPart } from '../../claims/rules/claim-parts.ts'
import { checkAbout } from './about.ts'
import { type Citation, type CitedClaim, textOf } from './cited.ts'
import { checkCopying } from './copying.ts'
import { type Finding, findingsOf } from './findings.ts'
import { acceptedWithHeadline } from './headline.ts'
import { checkInjection } from './injection.ts'
import { TOO_LONG } from './length.ts'
import { checkMarkup } from './markup.ts'
import {
  checkEvidence,
  type Evidence,
  evidenceMatcher,
  headlineEvidence,
  marksOrders,
  shownIn,
  withoutDuplicates,
} from './match-evidence.ts'
import { checkQuotes } from './quotes.ts'
import { firstViolation, type VerifyRules, type Violation } from './running-text.ts'
import { checkSelfTalk } from './self-talk.ts'
import { joinSources, namesAround, type ReadSource, readAs, readSource, type SourceText } from './source.ts'

export interface ExaminedClaim {
  part: ClaimPart
  /** As in {@link CitedClaim}. */
  section: number
  text: string
  evidence: Evidence[]
  /** Null where no check is against the sentence; else it is left out, as long as enough others stand. */
  violation: Violation | null
  findings: Finding[]
}

export type Examination = { ok: true; claims: ExaminedClaim[] } | ({ ok: false } & Violation)

export interface Demands {
  /** The remaining sentences are enough of a text. */
  isComplete: (accepted: readonly Pick<ExaminedClaim, 'part' | 'section'>[]) => boolean
  /** The sources are this site's own texts, which may be repeated word for word. */
  mayCopy?: boolean
  /** Sentences without evidence are held against all of the sources: texts from before, and sets of others. */
  needsEvidence?: boolean
  /** Sentences that make the text too long. */
  cut?: ReadonlySet<CitedClaim>
}

/** Sources are numbered from 1, in the order in which a model was given them. */
export function examine(
  claims: readonly CitedClaim[],
  sources: readonly SourceText[],
  rules: VerifyRules,
  { isComplete, mayCopy = false, needsEvidence = true, cut }: Demands,
): Examination {
  const running = normalForm(textOf(claims.filter(({ part }) => part !== 'title')))
  const read = (source: SourceText) => readSource(source, rules.languages)
  const about = checkAbout(running, read(joinSources(sources)), rules.languages.siteReading, rules.names)
  if (about) return { ok: false, check: 'about', reason: about }
  const match = evidenceMatcher(sources, (language) => rules.languages.of(language).ends)
  const examined = claims.map((claim): ExaminedClaim => {
    const { part, section, text } = claim
    const citations = part === 'title' ? citedBelow(claim, claims) : claim.evidence
    const found = citations.flatMap(match)
    const cited = citedSources(citations, sources)
    const hasHeadline = part === 'title' && citations.length > 0
    const needs = needsEvidence && part !== 'title'
    const source = joinSources([...cited.values()])
    const original = read(source)
    const all = hasHeadline ? headlineEvidence(sources, [...cited.values()], found) : found
    const evidence = withoutDuplicates(all).map(marksOrders(original.orders))
    const unfounded = part === 'title' ? null : checkEvidence(citations, match, original.orders, needs)
    const violation: Violation | null = cut?.has(claim)
      ? { check: 'length', reason: TOO_LONG }
      : unfounded
        ? { check: 'evidence', reason: unfounded }
        : checkSentence(normalForm(text), source, original, rules, mayCopy)
    return {
      part,
      section,
      text: text.trim(),
      evidence,
      violation,
      findings: violation ? [] : findingsOn(text, evidence, cited, rules),
    }
  })
  const failed = examined.find(({ violation }) => violation)
  if (!failed?.violation || isComplete(passedWithHeadline(examined, rules.languages)))
    return { ok: true, claims: examined }
  const { check, reason } = failed.violation
  return { ok: false, check, reason: `${reason} ("${failed.text.slice(0, 80)}")`, sentence: failed.text }
}

export const isPassed = ({ violation }: ExaminedClaim): boolean => violation === null

/** Claims that no check is against, with a headline where one of its sentences can be it. */
export const passedWithHeadline = (claims: readonly ExaminedClaim[], { continuing }: VerifyRules['languages']) =>
  acceptedWithHeadline(claims, { isAccepted: isPassed, textOf: ({ text }) => text, continuing })

/** Citations of the sentences below a headline; a headline of section 0 is that of all. */
const citedBelow = ({ section }: CitedClaim, claims: readonly CitedClaim[]): Citation[] =>
  claims.flatMap((claim) => (section === 0 || section === claim.section ? claim.evidence : []))

/** All of the sources where nothing is cited. */
function citedSources(citations: readonly Citation[], sources: readonly SourceText[]): NumberedSources {
  const numbers = new Set(citations.map(({ source }) => source))
  const numbered = sources.map((source, at) => [at + 1, source] as const)
  return new Map(numbered.filter(([number]) => numbers.size === 0 || numbers.has(number)))
}

function checkSentence(
  text: string,
  source: SourceText,
  read: ReadSource,
  { languages, allowedNames }: VerifyRules,
  mayCopy: boolean,
): Violation | null {
  // Ended like a sentence: a headline does not run into what follows it.
  const closed = text.replace(/[.!?]?$/, (end) => end || '.')
  return firstViolation([
    ['markup', () => checkMarkup(text)],
    ['self-talk', () => checkSelfTalk(text, languages)],
    ['injection', () => checkInjection(closed, read, languages)],
    [
      'quotes',
      () => checkQuotes(text, languages.siteReading, [read.text, ...namesAround(source), ...allowedNames].join(' ')),
    ],
    ['copying', () => (mayCopy ? null : checkCopying(text, read))],
  ])
}

/** Sources by the number that evidence names. */
export type NumberedSources = ReadonlyMap<number, SourceText>

/**
 * Against what a judge is shown; where nothing is cited, against the whole of the sources. Passages of each language are
 * read by its own rules: "640 Millionen" is in no Swedish text.
 */
export function findingsOn(
  text: string,
  evidence: readonly Evidence[],
  cited: NumberedSources,
  rules: VerifyRules,
): Finding[] {
  const byLanguage = Map.groupBy(cited, ([, { language }]) => language)
  const groups = byLanguage.size > 0 ? [...byLanguage.values()].map((group) => new Map(group)) : [new Map()]
  const [first = [], ...others] = groups.map((group) => findingsIn(text, evidence, group, cited, rules))
  const isMissingIn = (all: readonly Finding[], { kind, text: value }: Finding) =>
    all.some((one) => one.kind === kind && one.text === value)
  return first.filter((finding) => others.every((all) => isMissingIn(all, finding)))
}

/** Of sources in one language. */
function findingsIn(
  text: string,
  evidence: readonly Evidence[],
  group: NumberedSources,
  cited: NumberedSources,
  { languages, allowedNames, names }: VerifyRules,
): Finding[] {
  const source = joinSources([...group.values()])
  const shown =
    evidence.length === 0
      ? readSource(source, languages).text
      : normalForm(`${source.title}\n${shownIn(evidence.filter((one) => group.has(one.source)))}`)
  const around = {
    allowedNames: [...allowedNames, ...[...cited.values()].flatMap(namesAround)],
    publishedAt: source.publishedAt ?? null,
  }
  return findingsOf(
    normalForm(text),
    { text: shown, ...readAs(source.language, languages), ...around },
    languages.siteReading,
    names,
  )
}
