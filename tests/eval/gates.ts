/** `npm run eval:gates [-- --file X.jsonl] [--json]`: do the gates refuse what is faulty, and only that? */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { checkSummary } from '../../src/ai/gates/check-summary.ts'
import { loadGates } from '../../src/ai/gates/load-gates.ts'

const MOST_FALSE_REFUSALS = 0.05
// One pair a line. `fault` names what is wrong with the answer; null or missing for a good one.
const Pair = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  source: z.object({
    title: z.string().default(''),
    text: z.string(),
    language: z.string().nullable().default(null),
    publisher: z.string().nullable().default(null),
    author: z.string().nullable().default(null),
  }),
  answer: z.unknown(),
  fault: z.string().nullish(),
})

export interface GateScore {
  pairs: number
  faulty: { total: number; refused: number }
  good: { total: number; refused: number }
  faults: Record<string, { total: number; refused: number; gates: Record<string, number> }>
  /** The pairs that were judged wrongly. */
  wrong: { id: string; fault: string | null; gate: string | null; reason: string | null }[]
}

/** Runs the gates over the pairs of a file. */
export async function scoreGates(file: string): Promise<GateScore> {
  const gates = await loadGates(resolve('content'), 'sv', ['Apple'])
  const score: GateScore = {
    pairs: 0,
    faulty: { total: 0, refused: 0 },
    good: { total: 0, refused: 0 },
    faults: {},
    wrong: [],
  }
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line.trim() === '') continue
    const pair = Pair.parse(JSON.parse(line))
    const verdict = checkSummary(pair.answer, pair.source, gates)
    score.pairs += 1
    count(score, pair.fault ?? null, verdict.ok ? null : verdict.gate)
    if (verdict.ok === Boolean(pair.fault))
      score.wrong.push({
        id: String(pair.id ?? score.pairs),
        fault: pair.fault ?? null,
        gate: verdict.ok ? null : verdict.gate,
        reason: verdict.ok ? null : verdict.reason,
      })
  }
  return score
}

function count(score: GateScore, fault: string | null, gate: string | null): void {
  const group = fault === null ? score.good : score.faulty
  group.total += 1
  if (gate) group.refused += 1
  if (fault === null) return
  const entry = score.faults[fault] ?? { total: 0, refused: 0, gates: {} }
  score.faults[fault] = entry
  entry.total += 1
  if (!gate) return
  entry.refused += 1
  entry.gates[gate] = (entry.gates[gate] ?? 0) + 1
}

export function passes(score: GateScore): boolean {
  return (
    score.faulty.total > 0 &&
    score.faulty.refused === score.faulty.total &&
    score.good.refused <= MOST_FALSE_REFUSALS * score.good.total
  )
}

function print(score: GateScore): void {
  for (const [fault, { total, refused, gates }] of Object.entries(score.faults).sort()) {
    const by = Object.entries(gates).map(([gate, times]) => `${gate} ${times}`)
    console.log(`${fault.padEnd(20)} ${refused}/${total} refused   (${by.join(', ')})`)
  }
  for (const { id, fault, gate, reason } of score.wrong)
    console.log(fault ? `let through: ${id} (${fault})` : `wrongly refused: ${id} by ${gate}: ${reason}`)
  console.log(`\nfaulty refused: ${score.faulty.refused} of ${score.faulty.total}`)
  console.log(`good refused:   ${score.good.refused} of ${score.good.total} (at most ${MOST_FALSE_REFUSALS * 100} %)`)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { file: { type: 'string' }, json: { type: 'boolean' } } })
  const score = await scoreGates(values.file ?? 'tests/eval/gates.jsonl')
  if (values.json) console.log(JSON.stringify({ ...score, pass: passes(score) }))
  else print(score)
  process.exitCode = passes(score) ? 0 : 1
}
