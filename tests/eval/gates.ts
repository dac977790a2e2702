/** `npm run eval:gates [-- --file X.jsonl] [--language L] [--content FOLDER] [--json]`: do the gates refuse what is faulty, and only that? */
import { parseArgs } from 'node:util'
import type { ClaimedText } from '../../src/ai/claims/claim.ts'
import { type Examination, examine } from '../../src/ai/claims/examine.ts'
import { type Interval, intervalOf } from './bootstrap.ts'
import { type Loss, type Losses, lossesOf, lossOf } from './gate-losses.ts'
import { type GateSet, readGateSet } from './gate-sets.ts'

const MOST_FALSE_REFUSALS = 0.05
/** On the half that nothing was tuned on: the least share of each class that is refused, and the most of the good. */
const HELD_OUT = {
  classes: [
    { name: 'value or name in the wrong place', faults: ['value', 'name'], least: 0.85 },
    { name: 'roles swapped', faults: ['roles'], least: 0.6 },
    { name: 'negation', faults: ['negation'], least: 0.7 },
    { name: 'certainty', faults: ['certainty'], least: 0.7 },
    { name: 'quotations', faults: ['quotation'], least: 0.95 },
    { name: 'wrong article', faults: ['wrong-article'], least: 1 },
    { name: 'injection', faults: ['injection'], least: 0.9 },
  ],
  good: 0.03,
}

interface Outcome {
  article: string
  half: string
  fault: string | null
  refused: boolean
  /** Something is refused that no good answer to the same source says. */
  onTheFault: boolean
  loss: Loss
}

interface ClassScore {
  half: string
  /** Null for good ones, which should be let through. */
  fault: string | null
  total: number
  refused: number
  /** Of the refused: where a good answer to the same source is at hand, not for a sentence that it has too. */
  onTheFault: number
  /** Share refused, with its 95 % interval over the articles. */
  share: number
  interval: Interval
}

export interface GateScore {
  pairs: number
  /** Of the answers; the gates are those of a site in it. */
  language: string
  /** Gates on form that the set was not written for. */
  leftOut: string[]
  faulty: { total: number; refused: number }
  good: { total: number; refused: number; gates: Record<string, number> }
  faults: Record<string, { total: number; refused: number; gates: Record<string, number> }>
  classes: ClassScore[]
  losses: Losses[]
  /** The pairs that were judged wrongly; of a half that nothing may be tuned on only how many there are. */
  wrong: { id: string; fault: string | null; gate: string | null; reason: string | null }[]
}

/** Runs the gates, without a judge, over the pairs of a set. */
export function scoreGates({ pairs, rules, language, leftOut }: GateSet): GateScore {
  const outcomes: Outcome[] = []
  const score: GateScore = {
    ...{ pairs: pairs.length, language, leftOut },
    faulty: { total: 0, refused: 0 },
    good: { total: 0, refused: 0, gates: {} },
    faults: {},
    classes: [],
    losses: [],
    wrong: [],
  }
  const good = Map.groupBy(
    pairs.filter(({ fault }) => fault === null),
    ({ source }) => source.text,
  )
  for (const { id, half, source, answer, fault } of pairs) {
    const examined = answer
      ? examine(answer, source, rules)
      : ({ ok: false, gate: 'shape', reason: 'no text' } as const)
    const verdict = withoutFaults(examined)
    const loss = lossOf(examined, answer?.claims.length ?? 0, source.language === language)
    count(score, fault, verdict.ok ? null : verdict.gate)
    const said = new Set((good.get(source.text) ?? []).flatMap((one) => partsOf(one.answer)))
    const onTheFault = examined.ok ? examined.claims.some((part) => part.fault && !said.has(part.text)) : true
    outcomes.push({ article: source.title || source.text, half, fault, refused: !verdict.ok, onTheFault, loss })
    if (verdict.ok === (fault !== null) && half !== 'held-out')
      score.wrong.push({
        id,
        fault,
        gate: verdict.ok ? null : verdict.gate,
        reason: verdict.ok ? null : verdict.reason,
      })
  }
  return { ...score, classes: classesOf(outcomes), losses: lossesOf(outcomes) }
}

const partsOf = (answer: ClaimedText | null) =>
  answer ? [answer.title, ...answer.claims.map(({ text }) => text)].map((text) => text.trim()) : []

/** A sentence that is left out counts as refused: the faulty one must not be among those that stand. */
function withoutFaults(examined: Examination): Examination {
  const fault = examined.ok ? examined.claims.find((claim) => claim.fault)?.fault : null
  return fault ? { ok: false, ...fault } : examined
}

function classesOf(outcomes: Outcome[]): ClassScore[] {
  const groups = Map.groupBy(outcomes, ({ half, fault }) => `${half}\n${fault}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const refused = group.filter((one) => one.refused).length
    const onTheFault = group.filter((one) => one.onTheFault).length
    const byArticle = [...Map.groupBy(group, ({ article }) => article).values()]
    const interval = intervalOf(byArticle.map((some) => some.map((one) => Number(one.refused))))
    const { half, fault } = first
    return [{ half, fault, total: group.length, refused, onTheFault, share: refused / group.length, interval }]
  })
}

function count(score: GateScore, fault: string | null, gate: string | null): void {
  const group = fault === null ? score.good : score.faulty
  group.total += 1
  if (gate) group.refused += 1
  const entry = fault === null ? score.good : (score.faults[fault] ?? { total: 0, refused: 0, gates: {} })
  if (gate) entry.gates[gate] = (entry.gates[gate] ?? 0) + 1
  if (fault === null) return
  score.faults[fault] = { ...entry, total: entry.total + 1, refused: entry.refused + Number(gate !== null) }
}

/**
 * A file of halves must meet what is asked of the held-out one. Where all was tuned on, the good ones must be let through;
 * another must have every faulty pair refused too.
 */
export function passes(score: GateScore): boolean {
  if (isHalved(score)) return shortfalls(score).length === 0
  if (score.good.refused > MOST_FALSE_REFUSALS * score.good.total) return false
  return isTuned(score) || (score.faulty.total > 0 && score.faulty.refused === score.faulty.total)
}

const isTuned = ({ classes }: GateScore) => classes.length > 0 && classes.every(({ half }) => half === 'tuning')

const isHalved = ({ classes }: GateScore) => classes.some(({ half }) => half === 'held-out')

/** What is asked of the held-out half and not met, one line each. */
function shortfalls({ classes }: GateScore): string[] {
  const shareOf = (faults: (string | null)[]) => {
    const some = classes.filter(({ half, fault }) => half === 'held-out' && faults.includes(fault))
    const sum = (pick: (one: ClassScore) => number) => some.reduce((total, one) => total + pick(one), 0)
    return (
      sum(({ refused }) => refused) /
      Math.max(
        1,
        sum(({ total }) => total),
      )
    )
  }
  const low = HELD_OUT.classes.flatMap(({ name, faults, least }) =>
    shareOf(faults) < least ? [`${name}: ${percent(shareOf(faults))} refused, at least ${percent(least)}`] : [],
  )
  const good = shareOf([null])
  return good > HELD_OUT.good ? [...low, `good: ${percent(good)} refused, at most ${percent(HELD_OUT.good)}`] : low
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function print(score: GateScore): void {
  if (score.leftOut.length > 0)
    console.log(`left out, since many good answers of this set were not written for it: ${score.leftOut.join(', ')}`)
  for (const { half, fault, total, refused, onTheFault, share, interval } of score.classes.toSorted(byName))
    console.log(
      `${half.padEnd(9)} ${(fault ?? 'good').padEnd(16)} ${String(refused).padStart(3)} of ${String(total).padStart(3)} refused ` +
        `${percent(share).padStart(8)}  (${percent(interval.low)} to ${percent(interval.high)})` +
        (fault && onTheFault < refused ? `; ${onTheFault} for the fault, the others for a sentence of good ones` : ''),
    )
  for (const { id, fault, gate, reason } of score.wrong)
    console.log(fault ? `let through: ${id} (${fault})` : `wrongly refused: ${id} by ${gate}: ${reason}`)
  console.log(`\nfaulty refused: ${score.faulty.refused} of ${score.faulty.total}`)
  for (const { half, answers, refused, whole, sentences, dropped } of score.losses)
    console.log(
      `good, ${half}: a sentence or the headline refused in ${refused} of ${answers} answers, ` +
        `the whole in ${whole} (${percent(whole / answers)}), ${dropped} of ${sentences} sentences (${percent(dropped / sentences)})`,
    )
  if (isHalved(score)) for (const line of shortfalls(score)) console.log(`held out, not met: ${line}`)
}

const byName = (a: ClassScore, b: ClassScore) =>
  a.half.localeCompare(b.half) || (a.fault ?? '').localeCompare(b.fault ?? '')

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      ...{ file: { type: 'string' }, language: { type: 'string' }, content: { type: 'string' } },
      json: { type: 'boolean' },
    },
  })
  const score = scoreGates(await readGateSet(values.file ?? 'tests/eval/gates.jsonl', values))
  if (values.json) console.log(JSON.stringify({ ...score, pass: passes(score) }))
  else print(score)
  process.exitCode = passes(score) ? 0 : 1
}
