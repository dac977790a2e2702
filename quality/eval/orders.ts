/** Whether the order of arrival leaves a trace: the same articles replayed in many orders. */

import { contentLexicon } from '../../tests/support/content.ts'
import { ClusterMemory, type Report } from '../../tests/support/stages.ts'
import { bcubed, randomFrom, talliesOf } from './cluster-scores.ts'

/** Articles come in any order within so long a time. */
const BLOCK_MS = 96 * 3_600_000
const lexicon = contentLexicon()

/** How alike the events of another order of arrival are to those of the order of time. */
export interface Agreement {
  /** Share of the articles whose event has exactly the same members: one straggler counts for all of its event. */
  exact: number
  /** BCubed F1 between the two: a straggler counts once. */
  f1: number
}

/** Of the events when all have left the window, for each of so many other orders. */
export function agreementInOrders(reports: Report[], orders: number): Agreement[] {
  const straight = eventsOf(reports)
  return Array.from({ length: orders }, (_, seed) => agreementOf(straight, eventsOf(shuffled(reports, seed + 1))))
}

/** The event of each article, as they come in one after the other. */
function eventsOf(order: Report[]): Map<number, number> {
  const memory = new ClusterMemory(lexicon)
  for (const report of order) memory.add([report])
  memory.close()
  return memory.eventOf
}

export function agreementOf(one: Map<number, number>, two: Map<number, number>): Agreement {
  const articles = Array.from(one, ([id, event]) => ({ label: `${event}`, group: two.get(id) ?? -id }))
  const whole = talliesOf(articles).filter(
    (event) => event.purity === event.articles && event.wholeness === event.articles,
  )
  const same = whole.reduce((sum, event) => sum + event.articles, 0)
  return { exact: same / articles.length, f1: bcubed(articles).f1 }
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
