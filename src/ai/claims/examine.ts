/**
 * May these sentences be published as told by this source? Every gate in turn, on the whole and on each sentence. Pure;
 * the judge comes after it. Texts of several sources are examined in examine-cited.ts.
 */
import type { ClaimPart } from '../../domain/quality/claim-parts.ts'
import { checkFacts, checkWhole, type Gate, type GateOptions } from '../gates/check-summary.ts'
import { type GateSource, gatherEvidence } from '../gates/evidence.ts'
import { type ClaimGate, checkClaims } from './check-claims.ts'
import { joined } from './cited.ts'
import { type ClaimedText, textOf } from './claim.ts'
import type { ClaimWords } from './claim-words.ts'
import { UNDENIED } from './denial.ts'
import { bylineOf, type Evidence, withoutTwice } from './evidence-of.ts'
import { passageLocator } from './passages.ts'

export interface StandingClaim {
  part: ClaimPart
  /** As in {@link CitedClaim}. */
  section: number
  text: string
  evidence: Evidence[]
  /** What a gate has against this sentence, or null: then it is left out, as long as enough others stand. */
  fault: Fault | null
}

export interface Fault {
  gate: Gate | ClaimGate
  reason: string
}

const FEWEST_STANDING = 2

/** The rest of a summary stands without what was left out. */
export const isWholeSummary = (standing: readonly { part: ClaimPart }[]): boolean =>
  standing.filter(({ part }) => part === 'sentence').length >= FEWEST_STANDING

export type Examination =
  | { ok: true; claims: StandingClaim[] }
  | { ok: false; gate: Gate | ClaimGate | 'points'; reason: string }

export interface ExamineRules {
  gates: GateOptions
  /** Word lists of a language; null where the content has none, and the gates that need them say nothing. */
  listsOf: (language: string | null) => ClaimWords | null
  /** Each sentence must bring evidence. Texts from before, and sets of others, do not. */
  evidenceNeeded: boolean
}

/** The first reason why the text may not be published, in words that a model can act on, or its headline and sentences located. */
export function examine(answer: ClaimedText, source: GateSource, rules: ExamineRules): Examination {
  const bare = rules.evidenceNeeded && answer.claims.findIndex(({ evidence }) => evidence.length === 0)
  if (typeof bare === 'number' && bare >= 0)
    return { ok: false, gate: 'evidence', reason: `sentence ${bare + 1} has no evidence` }
  const { languages, known } = rules.gates
  const said = gatherEvidence(source, known, languages)
  const verdict = checkWhole(answer.title, textOf(answer.claims), said, rules.gates)
  if (!verdict.ok) return verdict
  const untold = (text: string): Fault | null => {
    const told = checkFacts(text, said, rules.gates)
    return told.ok ? null : { gate: told.gate, reason: told.reason }
  }
  const lists = {
    gates: rules.gates,
    lists: rules.listsOf(languages.site),
    sourceLists: rules.listsOf(source.language),
  }
  const refusals = checkClaims(answer, source, lists)
  // Evidence that is not there, or a text about something else, is no slip of one sentence.
  const grave = refusals.find(({ gate }) => gate === 'evidence' || gate === 'about')
  if (grave) return refused(grave, grave.sentence)
  const faults = answer.claims.map(
    ({ text }, at) => untold(text) ?? refusals.find(({ sentence }) => sentence === at) ?? null,
  )
  const first = faults.findIndex((fault) => fault)
  const fault = faults[first]
  if (fault && faults.filter((one) => one === null).length < FEWEST_STANDING) return refused(fault, first)
  const locate = passageLocator(source)
  const of = { source: 1, by: bylineOf(source) }
  const claims = answer.claims.map(({ text, evidence }, sentence) => ({
    ...{ part: 'sentence' as const, section: 0, text: text.trim() },
    fault: faults[sentence] ?? null,
    evidence: evidence.flatMap(locate).map((found) => ({ ...found, ...of })),
  }))
  const passages = answer.claims.flatMap(({ evidence }) => evidence)
  const own = source.title
    ? [{ start: 0, end: source.title.length, text: source.title, headline: true as const, ...of }]
    : []
  const title: StandingClaim = {
    ...{ part: 'title', section: 0, text: answer.title.trim() },
    fault: untold(answer.title) ?? headlineFault(answer.title, passages, [source], rules),
    evidence: withoutTwice([...own, ...claims.flatMap((claim) => claim.evidence)]),
  }
  return { ok: true, claims: [title, ...claims] }
}

const refused = ({ gate, reason }: Fault, sentence: number | null): Examination => {
  const where = sentence === null ? '' : ` (sentence ${sentence + 1})`
  return { ok: false, gate, reason: `${reason}${where}` }
}

/** What speaks against a headline: it stands on those of its sources and on all that its sentences stand on. */
export function headlineFault(
  title: string,
  passages: readonly string[],
  sources: readonly GateSource[],
  { gates, listsOf }: Pick<ExamineRules, 'gates' | 'listsOf'>,
): Fault | null {
  const source = joined(sources)
  const rules = { gates, lists: listsOf(gates.languages.site), sourceLists: listsOf(source.language) }
  const against = (evidence: string[]) => checkClaims({ title, claims: [{ text: title, evidence }] }, source, rules)
  const [fault] = [
    ...against([...new Set(passages)]).filter(({ gate }) => gate === 'literal'),
    // It stands on no passage by itself: what says most of it, headline or text, says it so. Of their headlines it may leave
    // out what it likes, and deny nothing.
    ...against(sources.map((one) => one.title)).filter(({ reason }) => passages.length > 0 && reason === UNDENIED),
    ...against([]).filter(({ gate }) => !WIDER.has(gate) && gate !== 'places'),
  ]
  return fault ? { gate: fault.gate, reason: fault.reason } : null
}

/** A headline has too few words for what is asked of a whole text, and the source's for every name, number and "not". */
const WIDER: ReadonlySet<ClaimGate> = new Set(['about', 'evidence', 'literal'])
