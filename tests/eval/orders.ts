/** Whether the order of arrival leaves a trace: the same articles replayed in many orders. */
import { ClusterMemory, type Report } from '../support/cluster-memory.ts'
import { contentLexicon } from '../support/lexicon.ts'
import { randomFrom } from './cluster-scores.ts'

/** Articles come in any order within so long a time. */
const BLOCK_MS = 96 * 3_600_000
const lexicon = contentLexicon()

/** Share of the articles that stand in the same event as in order of time, for each of so many other orders. */
export function sharesInOrders(reports: Report[], orders: number): number[] {
  const straight = neighboursOf(reports)
  return Array.from({ length: orders }, (_, seed) => {
    const neighbours = neighboursOf(shuffled(reports, seed + 1))
    const same = reports.filter(({ id }) => neighbours.get(id) === straight.get(id))
    return same.length / reports.length
  })
}

/** The articles of each one's event, one after the other as they come in. */
function neighboursOf(order: Report[]): Map<number, string> {
  const memory = new ClusterMemory(lexicon)
  for (const report of order) memory.add([report])
  return new Map(
    [...memory.events.values()].flatMap((members) => {
      const all = [...members].sort((a, b) => a - b).join(' ')
      return members.map((id) => [id, all] as const)
    }),
  )
}

/** The same for the same seed. */
function shuffled(reports: Report[], seed: number): Report[] {
  const random = randomFrom(seed)
  const start = Math.min(...reports.map(({ at }) => at))
  return reports
    .map((report) => ({ report, block: Math.floor((report.at - start) / BLOCK_MS), key: random() }))
    .sort((a, b) => a.block - b.block || a.key - b.key)
    .map(({ report }) => report)
}
