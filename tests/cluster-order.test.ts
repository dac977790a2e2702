/** Replays thirty days of the labelled set in many orders: the order of arrival must leave no trace. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharesInOrders } from './eval/orders.ts'
import { ClusterMemory, type Report } from './support/cluster-memory.ts'
import { contentLexicon } from './support/lexicon.ts'

interface Line {
  title: string
  text: string
  language: string
  published_at: string
}

const reports = readFileSync(new URL('./eval/clusters.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .map((line, i): Report => ({ ...line, id: i + 1, at: Date.parse(line.published_at) }))
const start = reports[0]?.at ?? 0
const month = reports.filter((report) => report.at < start + 30 * 86_400_000)

// Every arrival is a batch of its own here, which weighs all that is near anew.
test('orders of arrival leave 98 in 100 articles in the same event', () => {
  expect(month.length).toBeGreaterThan(200)
  const shares = sharesInOrders(month, 5)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.98)
})

test('the same order gives the same ids', () => {
  const lexicon = contentLexicon()
  const replay = () => {
    const memory = new ClusterMemory(lexicon)
    for (const report of month) memory.add([report])
    return [...memory.eventOf]
  }
  expect(replay()).toEqual(replay())
})
