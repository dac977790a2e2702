/** All checks in order: which sentences of a text may be told by the sources that they cite, and what to ask a judge of them. Pure. */
import type { ClaimPart } from '../../domain/quality/claim-parts.ts'
import { checkAbout } from './about.ts'
import { type CitedClaim, textOf } from './cited.ts'
import { checkCopying } from './copying.ts'
import { type Finding, findingsOf } from './findings.ts'
import { checkInjection } from './injection.ts'
import { checkMarkup } from './markup.ts'
import { type Evidence, evidenceMatcher, withoutDuplicates } from './match-evidence.ts'
import { checkQuotes } from './quotes.ts'
import { firstViolation, type VerifyRules, type Violation } from './running-text.ts'
import { checkSelfTalk } from './self-talk.ts'
import { joinSources, namesAround, readSource, type SourceText } from './source.ts'

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
  /** Whether what stands is enough of a text. */
  isComplete: (standing: readonly Pick<ExaminedClaim, 'part' | 'section'>[]) => boolean
  /** The sources are this site's own texts, which may be told word for word. */
  mayCopy?: boolean
  /** Sentences without evidence are held against all of the sources: texts from before, and sets of others. */
  needsEvidence?: boolean
}

/** Sources are numbered from 1, in the order in which a model was given them. */
export function examine(
  claims: readonly CitedClaim[],
  sources: readonly SourceText[],
  rules: VerifyRules,
  { isComplete, mayCopy = false, needsEvidence = true }: Demands,
): Examination {
  const told = textOf(claims.filter(({ part }) => part !== 'title'))
  const about = checkAbout(told, readSource(joinSources(sources), rules.languages), rules.languages.own, rules.names)
  if (about) return { ok: false, check: 'about', reason: about }
  const match = evidenceMatcher(sources, (language) => rules.languages.of(language).ends)
  const examined = claims.map((claim): ExaminedClaim => {
    const below = claim.part === 'title' ? citedBelow(claim, claims) : claim.evidence
    const missing = below.find((citation) => match(citation).length === 0)
    const cited = citedSources(below, sources)
    const found = below.flatMap(match)
    const evidence = claim.part === 'title' ? headlineEvidence(cited, found) : withoutDuplicates(found)
    const isBare = needsEvidence && below.length === 0
    const violation: Violation | null =
      claim.part !== 'title' && (isBare || missing)
        ? {
            check: 'evidence',
            reason: missing
              ? `the passage "${missing.quote.slice(0, 60)}" is not in the source`
              : 'it names no evidence',
          }
        : checkSentence(claim.text, joinSources(cited.map(({ source }) => source)), evidence, rules, mayCopy)
    const findings = violation
      ? []
      : findingsOn(
          claim.text,
          evidence,
          cited.map((one) => one.source),
          rules,
        )
    return { part: claim.part, section: claim.section, text: claim.text.trim(), evidence, violation, findings }
  })
  const failed = examined.find(({ violation }) => violation)
  if (failed?.violation && !isComplete(examined.filter(({ violation }) => violation === null))) {
    const { check, reason } = failed.violation
    return { ok: false, check, reason: `${reason} ("${failed.text.slice(0, 80)}")` }
  }
  return { ok: true, claims: examined }
}

/** What the sentences below a headline cite. */
const citedBelow = ({ section }: CitedClaim, claims: readonly CitedClaim[]) =>
  claims.flatMap((claim) =>
    claim.part !== 'title' && (section === 0 || section === claim.section) ? claim.evidence : [],
  )

interface Numbered {
  source: SourceText
  number: number
}

/** All of the sources where nothing is cited. */
function citedSources(citations: CitedClaim['evidence'], sources: readonly SourceText[]): Numbered[] {
  const numbers = new Set(citations.map(({ source }) => source))
  return sources.flatMap((source, at) => (numbers.size === 0 || numbers.has(at + 1) ? { source, number: at + 1 } : []))
}

/** Those of its sources, and the passages of all sentences below it, without their neighbours. */
const headlineEvidence = (cited: readonly Numbered[], found: readonly Evidence[]): Evidence[] =>
  withoutDuplicates(
    [
      ...cited.map(({ source: { title }, number }) => ({
        start: 0,
        end: title.length,
        text: title,
        headline: true as const,
        source: number,
      })),
      ...found,
    ].map((one) => ({ ...one, before: '', after: '' })),
  )

function checkSentence(
  text: string,
  source: SourceText,
  evidence: readonly Evidence[],
  { languages, known }: VerifyRules,
  mayCopy: boolean,
): Violation | null {
  const read = readSource(source, languages)
  // Ended like a sentence: a headline does not run into what follows it.
  const closed = text.replace(/[.!?]?$/, (end) => end || '.')
  const sent = [read.text, ...namesAround(source), ...known].join(' ')
  return firstViolation([
    [
      'evidence',
      () =>
        evidence.some((one) => isOrder(one.text.trim(), read.orders)) ? 'the evidence is an order to a machine' : null,
    ],
    ['markup', () => checkMarkup(text)],
    ['self-talk', () => checkSelfTalk(text, languages)],
    ['injection', () => checkInjection(closed, read, languages)],
    ['quotes', () => checkQuotes(text, languages.own, sent)],
    ['copying', () => (mayCopy ? null : checkCopying(text, read))],
  ])
}

/** The passage holds an order, or is most of one: an honest sentence may run into it. */
const isOrder = (passage: string, orders: readonly string[]) =>
  orders.some((order) => passage.includes(order) || (order.includes(passage) && passage.length > order.length * MOST))

const MOST = 0.6

/** Against what a judge is shown; where nothing is cited, against the whole of the sources. */
export function findingsOn(
  text: string,
  evidence: readonly Evidence[],
  cited: readonly SourceText[],
  { languages, known, names }: VerifyRules,
): Finding[] {
  const source = joinSources(cited)
  const { isForeign, reading, text: complete } = readSource(source, languages)
  const windows = evidence.map((one) => `${one.before} ${one.text} ${one.after}`)
  const shown = evidence.length === 0 ? complete : [source.title, ...windows].join('\n')
  const around = { known: [...known, ...cited.flatMap(namesAround)], publishedAt: source.publishedAt ?? null }
  return findingsOf(text, { text: shown, reading, isForeign, ...around }, languages.own, names)
}
