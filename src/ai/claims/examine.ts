/**
 * May these sentences be published as told by this source? Every gate in turn, on the whole and on each sentence. Pure;
 * the judge comes after it. Summaries take this way; texts of events, stories and scripts pass the gates on the whole.
 */
import type { ClaimPart } from '../../domain/quality/claim-parts.ts'
import { checkSummary, type Gate, type GateOptions } from '../gates/check-summary.ts'
import type { GateSource } from '../gates/evidence.ts'
import { type ClaimGate, type ClaimRules, checkClaims } from './check-claims.ts'
import { type ClaimedText, textOf } from './claim.ts'
import type { ClaimWords } from './claim-words.ts'
import { UNDENIED } from './denial.ts'
import { type Located, passageLocator } from './passages.ts'

export interface StandingClaim {
  part: ClaimPart
  text: string
  evidence: Located[]
  /** What a gate has against this sentence, or null: then it is left out, as long as enough others stand. */
  fault: { gate: ClaimGate; reason: string } | null
}

export const FEWEST_STANDING = 2

export type Examination = { ok: true; claims: StandingClaim[] } | { ok: false; gate: Gate | ClaimGate; reason: string }

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
  const verdict = checkSummary({ title: answer.title, summary: textOf(answer.claims) }, source, rules.gates)
  if (!verdict.ok) return verdict
  const { languages } = rules.gates
  const lists = {
    gates: rules.gates,
    lists: rules.listsOf(languages.site),
    sourceLists: rules.listsOf(source.language),
  }
  const refusals = checkClaims(answer, source, lists)
  const at = (sentence: number) => refusals.find((one) => one.sentence === sentence) ?? null
  const standing = answer.claims.filter((_, sentence) => at(sentence) === null)
  // Evidence that is not there, or a text about something else, is no slip of one sentence.
  const grave = refusals.find(({ gate }) => gate === 'evidence' || gate === 'about')
  const refusal = grave ?? (standing.length < FEWEST_STANDING ? refusals[0] : undefined)
  if (refusal) {
    const where = refusal.sentence === null ? '' : ` (sentence ${refusal.sentence + 1})`
    return { ok: false, gate: refusal.gate, reason: `${refusal.reason}${where}` }
  }
  const locate = passageLocator(source)
  const claims = answer.claims.map(({ text, evidence }, sentence) => ({
    part: 'sentence' as const,
    text: text.trim(),
    fault: at(sentence),
    evidence: evidence.flatMap(locate),
  }))
  return { ok: true, claims: [headline(answer, source, lists, claims), ...claims] }
}

/** A headline stands on that of the source and on all that its sentences stand on. */
function headline(
  { title, claims }: ClaimedText,
  source: GateSource,
  rules: ClaimRules,
  sentences: readonly StandingClaim[],
): StandingClaim {
  const against = (evidence: string[]) => checkClaims({ title, claims: [{ text: title, evidence }] }, source, rules)
  const [fault] = [
    ...against([...new Set(claims.flatMap(({ evidence }) => evidence))]).filter(({ gate }) => gate === 'literal'),
    // It says more than the source's headline, but nothing else; and what says most of it in the text says it so.
    ...against([source.title]).filter((fault) => !WIDER.has(fault.gate) && fault.reason !== UNDENIED),
    ...against([]).filter(({ gate }) => !WIDER.has(gate) && gate !== 'places'),
  ]
  const own: Located[] = source.title
    ? [{ start: 0, end: source.title.length, text: source.title, headline: true }]
    : []
  const evidence = [...own, ...sentences.flatMap((sentence) => sentence.evidence)]
  const isFirst = (one: Located, at: number) => evidence.findIndex(({ text }) => text === one.text) === at
  return { part: 'title', text: title.trim(), fault: fault ?? null, evidence: evidence.filter(isFirst) }
}

/** A headline has too few words for what is asked of a whole text, and the source's for every name, number and "not". */
const WIDER: ReadonlySet<ClaimGate> = new Set(['about', 'evidence', 'literal'])
